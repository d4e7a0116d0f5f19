import Foundation
import StubCore
import StubServer
import TestSupport
import Testing

/// What journals say was sent, beside what clients got.
@Suite("Contract of what was sent", .timeLimit(.minutes(5)))
struct SentContractTests {
  /// A fault, a body, and where it is asked for.
  struct Case: Sendable, CustomTestStringConvertible {
    let fault: HTTPStubFault
    var body = SentBody.text
    let host: HostKind

    var testDescription: String { "\(fault.name) \(fault.steps), \(body), \(host)" }

    /// Whether the client shows all that it gets: curl gives up heads with two lengths, and stops where a
    /// length that is too short says.
    var isFullyShown: Bool {
      host != .tls || fault.headEdit.rawLines.isEmpty && fault.headEdit.lengthOffset >= 0
    }
  }

  private static let shares: [HTTPStubFault] = [
    .reset(after: .percent(50)), .close(after: .percent(50)), .stall(after: .percent(50)),
    .halfClose(after: .percent(50)), .resetStream(code: 8, after: .percent(50)),
    .reset(after: .bytes(0)), .reset(after: .all),
  ]

  private static let cases = HostKind.available.flatMap { host in
    HTTPStubFault.samples.map { Case(fault: $0, host: host) }
      + shares.flatMap { fault in
        SentBody.allCases.map { Case(fault: fault, body: $0, host: host) }
      }
  }.filter(\.isFullyShown)

  @Test(
    "The journal says exactly what the client got of a response that goes wrong", arguments: cases)
  func broken(_ contract: Case) async throws {
    let stubs = try SentStubs(contract.body) { $0.fail(with: contract.fault) }
    let got = try await SentClient(stubs).ask(contract.host)
    let sent = try #require(await stubs.sent { $0.isOver })
    #expect((sent.status == nil) == (got.status == nil), "\(sent)")
    #expect(sent.status.map(\.rawValue) ?? 0 == got.status ?? 0)
    #expect(sent.bodyCount == got.body.count, "\(sent)")
    if contract.body != .file { #expect(stubs.set.journal.entries.last?.sentBody == got.body) }
    #expect(sent.plannedBodyCount == contract.body.count)
    let (wait, sending) = (try #require(sent.wait), try #require(sent.sending))
    #expect(wait + sending == sent.duration)
    #expect(wait >= .zero && sending >= .zero)
  }

  @Test(
    "A whole response is complete to the byte", arguments: SentBody.allCases, HostKind.available)
  func whole(_ body: SentBody, _ host: HostKind) async throws {
    let stubs = try SentStubs(body)
    let got = try await SentClient(stubs).ask(host)
    let sent = try #require(await stubs.sent { $0.isOver })
    #expect(sent.isComplete && sent.status == 200)
    #expect(sent.bodyCount == body.count)
    #expect(got.body.count == body.count)
  }

  @Test(
    "What a client got that leaves is in the journal, and before that how far the response has come",
    arguments: [HostKind.inProcess, .http1, .http2])
  func clientLeaves(_ host: HostKind) async throws {
    let stubs = try SentStubs(.text) { response in
      response.chunks = [HTTPStubChunk("01234"), HTTPStubChunk("56789", after: .seconds(86_400))]
    }
    let client = SentClient(stubs)
    let leave = try await client.ask(host, upTo: "01234")
    let live = try #require(await stubs.sent { $0.bodyCount == 5 })
    #expect("\(live)" == "sending 5 of 10 bytes")
    #expect(live.duration == nil)
    leave()
    let sent = try #require(await stubs.sent { $0.isOver })
    #expect(sent.ending == .cancelled)
    #expect(sent.status == 200 && sent.bodyCount == 5)
    #expect("\(sent)".hasPrefix("5 of 10 bytes sent; the client left after "))
  }

  @Test("A client that gives up before a late response has got nothing of it")
  func givesUp() async throws {
    let stubs = try SentStubs(.text)
    let (turn, continuation) = AsyncStream<Void>.makeStream()
    stubs.set.add(
      stub: HTTPStubRequest().match(path: "/late").stub { _, _ async in
        for await _ in turn { break }
        return HTTPStubResponse()
      })
    var configuration = ListenerConfiguration()
    configuration.threadCount = 1
    let listener = try Listener(stubs: stubs.set, port: 0, configuration: configuration)
    try listener.start()
    var client: WireClient? = try WireClient(port: listener.port)
    try await client?.send("GET /late HTTP/1.1\r\nHost: a.example\r\n\r\n")
    while stubs.set.journal.receivedCount == 0 { await Task.yield() }
    client = nil
    // Its loop has seen the client leave when it answers another.
    _ = try await WireClient.exchange("GET /", to: listener.port)
    continuation.yield()
    let sent = try #require(await stubs.sent(1) { $0.isOver })
    listener.stop()
    #expect(sent.ending == .cancelled)
    #expect(sent.status == nil && sent.bodyCount == 0)
    #expect("\(sent)".hasPrefix("no response sent; the client left after "))
  }

  @Test("An answer that never comes is open until its client leaves")
  func neverAnswer() async throws {
    let stubs = try SentStubs(.text) { $0.fail(with: .neverAnswer) }
    let leave = try await SentClient(stubs).ask(.http1, upTo: "")
    let silent = try #require(await stubs.sent { $0.ending != nil })
    #expect(!silent.isOver && silent.duration == nil)
    #expect("\(silent)" == "no response sent; nothing more is sent")
    leave()
    let sent = try #require(await stubs.sent { $0.isOver })
    #expect(sent.status == nil && sent.bodyCount == 0)
    #expect("\(sent)".hasPrefix("no response sent; the client left after "))
    #expect(sent.wait == sent.duration)
  }
}

/// The bodies of responses, by how hosts send them.
enum SentBody: String, CaseIterable, Sendable {
  case text
  case chunks
  case file
  /// In several steps.
  case large

  var count: Int { self == .large ? 600_000 : 10 }
}

/// A stub for all requests, and the news of its journal.
struct SentStubs: Sendable {
  let set = StubSet()
  private let changes: AsyncStream<Void>
  private let observer: Observer<Journal.Change>

  init(_ body: SentBody, _ configure: (HTTPStubResponse) -> Void = { _ in }) throws {
    let (changes, continuation) = AsyncStream<Void>.makeStream()
    self.changes = changes
    observer = Observer { _ in continuation.yield() }
    set.journal.add(observer)
    let response = HTTPStubResponse()
    switch body {
    case .text: response.body = "0123456789"
    case .chunks: response.chunks = [HTTPStubChunk("01234"), HTTPStubChunk("56789")]
    case .file: response.body = HTTPStubBody.file(path: try Self.file.get().path)
    case .large: response.body = String(repeating: "0123456789", count: body.count / 10)
    }
    configure(response)
    set.add(stub: HTTPStubRequest().stub(response))
  }

  private static let file = Result {
    let file = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try Data("0123456789".utf8).write(to: file)
    return file
  }

  /// What was sent of the response to the request with that number, once it is as wanted.
  func sent(_ number: Int = 1, _ isWanted: (SentResponse) -> Bool) async -> SentResponse? {
    func current() -> SentResponse? {
      set.journal.entry(number)?.sent.flatMap { isWanted($0) ? $0 : nil }
    }
    if let sent = current() { return sent }
    for await _ in changes {
      if let sent = current() { return sent }
    }
    return nil
  }
}
