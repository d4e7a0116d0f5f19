import StubCore
import TestSupport
import Testing

@testable import StubServer

/// Faults of a line on its way from a real server to the client.
@Suite(.timeLimit(.minutes(5))) struct UpstreamFaultTests {
  struct Case: Sendable, CustomTestStringConvertible {
    let fault: HTTPStubFault
    let path: String
    /// A line of the head.
    let field: String
    /// What comes behind the head.
    let rest: String

    var testDescription: String { "\(path) \(fault.name) \(fault.steps)" }
  }

  /// For `/a` the real server says how long its body is, for `/chunks` it does not.
  private static let cases: [Case] = [
    Case(fault: .close(after: .bytes(0)), path: "/a", field: "Content-Length: 12", rest: ""),
    Case(fault: .close(after: .bytes(4)), path: "/a", field: "Content-Length: 12", rest: "real"),
    Case(
      fault: .close(after: .percent(50)), path: "/a", field: "Content-Length: 12",
      rest: "real G"),
    Case(
      fault: .wrongLength(by: 3), path: "/a", field: "Content-Length: 15", rest: "real GET /a "),
    Case(
      fault: .duplicateLength, path: "/a", field: "Content-Length: 1", rest: "real GET /a "),
    Case(
      fault: .close(after: .percent(50)), path: "/chunks", field: "Content-Length: 10",
      rest: "01234"),
    Case(
      fault: .close(after: .bytes(4)), path: "/chunks", field: "Transfer-Encoding: chunked",
      rest: "4\r\n0123\r\n"),
    Case(
      fault: .wrongLength(by: 3), path: "/chunks", field: "Content-Length: 13",
      rest: "0123456789"),
  ]

  private func ask(
    _ path: String, through fault: HTTPStubFault,
    _ body: (WireClient, RealServer) async throws -> Void
  ) async throws {
    let real = try RealServer(answers: [
      "/chunks": Array(
        "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\na\r\n0123456789\r\n0\r\n\r\n".utf8)
    ])
    var configuration = ListenerConfiguration.forTests
    configuration.upstream = try UpstreamConfiguration(url: "http://127.0.0.1:\(real.port)")
    configuration.network = NetworkProfile(name: "broken", outage: fault)
    configuration.timeouts.linger = .zero
    let stubs = StubSet()
    stubs.unhandledMode = .optin
    let listener = try Listener(stubs: stubs, port: 0, configuration: configuration)
    try listener.start()
    defer { listener.stop() }
    let client = try WireClient(port: listener.port)
    try await client.send("GET \(path) HTTP/1.1\r\nHost: a\r\n\r\n")
    try await body(client, real)
  }

  @Test("A fault has the body of the real server, and as much of it as it says", arguments: cases)
  func bodies(_ expected: Case) async throws {
    try await ask(expected.path, through: expected.fault) { client, real in
      let text = String(decoding: try await client.rest(), as: UTF8.self)
      #expect(text.hasPrefix("HTTP/1.1 200 OK\r\n"))
      #expect(text.contains("\r\n\(expected.field)\r\n"), "\(text)")
      #expect(text.hasSuffix("\r\n\r\n\(expected.rest)"), "\(text)")
      #expect(real.requestCount == 1)
    }
  }

  @Test("A reset within the body of a real server comes behind the planned bytes")
  func resets() async throws {
    try await ask("/a", through: .reset(after: .percent(50))) { client, _ in
      do {
        _ = try await client.rest()
        Issue.record("expected a reset")
      } catch let error as WireError where error.isReset {
        #expect(String(decoding: error.bytesBefore, as: UTF8.self).hasSuffix("\r\n\r\nreal G"))
      }
    }
  }
}
