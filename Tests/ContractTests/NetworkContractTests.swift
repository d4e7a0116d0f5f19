import Foundation
import StubCore
import StubServer
import Testing

/// One rule about a network: what a client gets through it, and how long that takes at least.
///
/// There is no upper bound: the machine may be busy.
struct NetworkCase: Sendable, CustomTestStringConvertible {
  let rule: String
  let network: NetworkProfile
  let response: @Sendable () -> HTTPStubResponse
  let request: ContractRequest
  /// `nil` for no response.
  let body: String?
  /// How many such requests are sent at once.
  let count: Int
  /// From before the first request is sent until the last reply has come.
  let least: Duration

  init(
    _ rule: String, _ network: NetworkProfile,
    _ response: @escaping @Sendable () -> HTTPStubResponse,
    _ request: ContractRequest = .get("/"), gets body: String?, atOnce count: Int = 1,
    after least: Duration
  ) {
    (self.rule, self.network, self.response, self.request) = (rule, network, response, request)
    (self.body, self.count, self.least) = (body, count, least)
  }

  var testDescription: String { rule }
}

/// A network holds up what goes through it alike on every host.
@Suite("Contract of all networks") struct NetworkContractTests {
  @Test(
    "A reply comes whole through the network, and no faster", arguments: NetworkCases.all,
    HostKind.available)
  func rule(of contract: NetworkCase, on kind: HostKind) async throws {
    let stubs = StubSet()
    stubs.network = contract.network
    stubs.add(stub: HTTPStubRequest().stub(contract.response()))
    let host = try kind.start(stubs)
    defer { host.stop() }
    let start = ContinuousClock.now
    let bodies = try await withThrowingTaskGroup(of: Data?.self) { group in
      for _ in 0..<contract.count {
        group.addTask { try await host.send(contract.request).body }
      }
      return try await group.reduce(into: []) { $0.append($1) }
    }
    #expect(ContinuousClock.now - start >= contract.least)
    #expect(bodies == Array(repeating: contract.body.map { Data($0.utf8) }, count: contract.count))
    if contract.request.body != nil {
      #expect(stubs.journal.entries.allSatisfy { $0.request.body == contract.request.body })
    }
  }

  @Test(
    "A body comes whole from a real server as that sends it, and no faster than the line allows",
    arguments: HostKind.available)
  func relayed(on kind: HostKind) async throws {
    let response = HTTPStubResponse()
    let pieces = (0..<5).map { String(repeating: "\($0)", count: 4_000) }
    response.chunks = pieces.map { HTTPStubChunk($0, after: .milliseconds(8)) }
    let realStubs = StubSet()
    realStubs.add(stub: HTTPStubRequest().stub(response))
    let real = try Listener(stubs: realStubs, port: 0)
    try real.start()
    defer { real.stop() }
    var configuration = ListenerConfiguration()
    configuration.upstream = try UpstreamConfiguration(url: real.url)
    // 80 ms for the whole body.
    configuration.network = NetworkProfile(
      name: "", download: HTTPConnectionSpeed(bytesPerSecond: 250_000))
    let stubs = StubSet()
    stubs.unhandledMode = .optin
    let host = try kind.start(stubs, configuration)
    defer { host.stop() }
    let start = ContinuousClock.now
    // A process leaves the request to its network, which knows the server by its own name.
    let url = kind == .inProcess ? "\(real.url)/live" : "http://api.test/live"
    let reply = try await host.send(.get(url))
    #expect(
      ContinuousClock.now - start >= .milliseconds(kind == .inProcess ? 40 : 80))
    #expect(reply.body == Data(pieces.joined().utf8))
    #expect(realStubs.journal.receivedCount == 1)
  }
}

extension ContractReply {
  /// `nil` without a response.
  fileprivate var body: Data? {
    if case .response(200, _, let body) = self { body } else { nil }
  }
}
