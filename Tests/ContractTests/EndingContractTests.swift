import CoreTestSupport
import Foundation
import HTTPStubber
import StubServer
import TestSupport
import Testing

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// What the journal says of responses that go wrong, wherever they were asked for.
@Suite("Contract of all journals", .timeLimit(.minutes(2)))
struct EndingContractTests {
  /// A fault of a response with the body `0123456789`.
  struct Case: Sendable, CustomTestStringConvertible {
    let fault: HTTPStubFault
    var method = "GET"
    var isChunked = false
    /// Whether the end of the body is marked over HTTP/2 where nothing marks it over HTTP/1.
    var differsOverHTTP2 = false

    var testDescription: String {
      "\(method) \(fault.name) \(fault.steps)\(isChunked ? " in chunks" : "")"
    }
  }

  private static let samples = HTTPStubFault.samples.map { Case(fault: $0) }
  private static let heads = HTTPStubFault.samples.map { Case(fault: $0, method: "HEAD") }
  private static let chunked = HTTPStubFault.samples.map { Case(fault: $0, isChunked: true) }

  /// Those that cut nothing off.
  private static let whole: [Case] = [
    Case(fault: .close(after: .all)), Case(fault: .close(after: .bytes(10))),
    Case(fault: .close(after: .percent(100))), Case(fault: .halfClose(after: .all)),
    Case(fault: .close(after: .all), method: "HEAD"),
    Case(fault: .reset(after: .all), differsOverHTTP2: true),
    Case(fault: .stall(after: .all), differsOverHTTP2: true),
    Case(fault: .resetStream(code: 2, after: .all), differsOverHTTP2: true),
  ]

  private static let cutChunks: [Case] = [
    Case(fault: .close(after: .all), isChunked: true, differsOverHTTP2: true),
    Case(fault: .reset(after: .all), isChunked: true),
  ]

  private func stubs(_ contract: Case) -> (StubSet, AsyncStream<ResponseEnding>) {
    let (endings, continuation) = AsyncStream<ResponseEnding>.makeStream()
    let stubs = StubSet()
    stubs.hooks.finished = { _, _, ending in continuation.yield(ending) }
    let response = HTTPStubResponse()
    if contract.isChunked {
      response.chunks = [HTTPStubChunk("01234"), HTTPStubChunk("56789")]
    } else {
      response.body = "0123456789"
    }
    response.fail(with: contract.fault)
    stubs.add(stub: HTTPStubRequest().stub(response))
    return (stubs, endings)
  }

  private static func first(_ endings: AsyncStream<ResponseEnding>) async -> ResponseEnding? {
    for await ending in endings { return ending }
    return nil
  }

  private func inProcess(_ contract: Case) async throws -> ResponseEnding? {
    let (stubs, endings) = stubs(contract)
    let clock = VirtualClock()
    let stubber = HTTPStubber(stubs: stubs, clock: clock)
    var request = URLRequest(url: try #require(URL(string: "http://a.example/")))
    request.httpMethod = contract.method
    _ = await clock.advancing { try? await stubber.session.data(for: request) }
    return await Self.first(endings)
  }

  private func listener(_ contract: Case, isHTTP2: Bool = false) async throws -> ResponseEnding? {
    let (stubs, endings) = stubs(contract)
    let listener = try Listener(stubs: stubs, port: 0)
    try listener.start()
    defer { listener.stop() }
    let client = try WireClient(port: listener.port)
    // Closed after the response has ended, not before.
    defer { withExtendedLifetime(client) {} }
    let request =
      isHTTP2
      ? Self.frames(contract.method)
      : Array("\(contract.method) / HTTP/1.1\r\nHost: a.example\r\n\r\n".utf8)
    try await client.send(request)
    return await Self.first(endings)
  }

  /// A client's preface with empty SETTINGS, and a request for `/` on stream 1 (RFC 9113 §3.4, §6.2).
  private static func frames(_ method: String) -> [UInt8] {
    // Fields by their place in the static table: method, scheme `http`, path `/`, authority `a`.
    let fields =
      (method == "GET" ? [0x82] : [0x02, 0x04] + Array(method.utf8)) + [0x86, 0x84, 0x01, 0x01]
      + Array("a".utf8)
    let settings: [UInt8] = [0, 0, 0, 4, 0, 0, 0, 0, 0]
    let head: [UInt8] = [0, 0, UInt8(fields.count), 1, 5, 0, 0, 0, 1]
    return Array("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".utf8) + settings + head + fields
  }

  @Test(
    "A response that goes wrong ends alike in all journals",
    arguments: samples + heads + chunked + whole + cutChunks)
  func alike(_ contract: Case) async throws {
    let expected = try await inProcess(contract)
    #expect(expected != nil && expected != .cancelled)
    #expect(try await listener(contract) == expected)
    let overHTTP2 = try await listener(contract, isHTTP2: true)
    if contract.differsOverHTTP2 {
      #expect(overHTTP2 != expected)
      #expect(overHTTP2 != .cancelled)
    } else {
      #expect(overHTTP2 == expected)
    }
  }

  @Test("A response is complete if the client gets everything that was announced", arguments: whole)
  func completed(_ contract: Case) async throws {
    #expect(try await listener(contract) == .completed)
    let overHTTP2 = try await listener(contract, isHTTP2: true)
    #expect((overHTTP2 == .completed) == !contract.differsOverHTTP2)
  }

  @Test("A stall is a timeout before anybody has waited for it", arguments: [false, true])
  func stall(isHTTP2: Bool) async throws {
    for fault in [HTTPStubFault.neverAnswer, .stall(insideHead: 5), .stall(after: .bytes(4))] {
      let ending = try await listener(Case(fault: fault), isHTTP2: isHTTP2)
      #expect(ending == .failed(.network(.timedOut)), "\(fault.name)")
    }
  }
}
