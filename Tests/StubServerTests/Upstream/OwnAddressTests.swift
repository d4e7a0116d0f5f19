import StubCore
import TestSupport
import Testing

@testable import StubServer

@Suite("A listener is not the real server behind itself", .timeLimit(.minutes(5)))
struct OwnAddressTests {
  @Test(
    "It refuses to forward to its own address, by whatever name",
    arguments: [
      ("127.0.0.1", "127.0.0.1"), ("127.0.0.1", "localhost"), ("localhost", "localhost"),
      ("0.0.0.0", "127.0.0.1"),
    ])
  func itself(host: String, name: String) async throws {
    let stubs = StubSet()
    stubs.unhandledMode = .optin
    let listener = try Listener(
      stubs: stubs, host: host, port: 0, configuration: .forTests)
    try listener.start()
    defer { listener.stop() }
    let url = "http://\(name):\(listener.port)"
    _ = listener.exchange(upstream: try Upstream(UpstreamConfiguration(url: url)))
    let client = try WireClient(port: listener.port)
    try await client.send("GET /a HTTP/1.1\r\nHost: a\r\n\r\n")
    let response = try await client.response()
    #expect(response.status == 502)
    let text = String(decoding: response.body, as: UTF8.self)
    #expect(text.contains("is this server, which would ask itself without end"), "\(text)")
    #expect(stubs.journal.receivedCount == 1)
  }

  @Test("Another listener of the same program may be behind it")
  func another() async throws {
    let real = StubSet()
    real.add(stub: HTTPStubRequest().stub(for: .get, body: "real"))
    let server = try Listener(stubs: real, port: 0, configuration: .forTests)
    try server.start()
    defer { server.stop() }
    var configuration = ListenerConfiguration.forTests
    configuration.upstream = try UpstreamConfiguration(url: server.url)
    let stubs = StubSet()
    stubs.unhandledMode = .optin
    let listener = try Listener(stubs: stubs, port: 0, configuration: configuration)
    try listener.start()
    defer { listener.stop() }
    let client = try WireClient(port: listener.port)
    try await client.send("GET /a HTTP/1.1\r\nHost: a\r\n\r\n")
    #expect(try await client.response().body == Array("real".utf8))
  }
}
