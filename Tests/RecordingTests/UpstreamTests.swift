import Foundation
import StubCore
import StubFiles
import StubServer
import TestSupport
import Testing

@Suite("The way to the real server")
struct UpstreamTests {
  /// A TLS server of this machine with a certificate of an authority in the folder.
  private func server(_ folder: TemporaryFolder) throws -> Listener {
    let stubs = StubSet()
    let stub = HTTPStubRequest().match(method: .get)
    stub.stub(for: .get, .text("over TLS", headers: ["X-One": "1"]))
    stubs.add(stub: stub)
    var tls = TLSConfiguration()
    tls.authorityDirectory = folder.file("ca")
    var configuration = ListenerConfiguration()
    configuration.threadCount = 1
    let listener = try Listener(
      stubs: stubs, addresses: [.tls(host: "127.0.0.1", port: 0, configuration: tls)],
      configuration: configuration)
    try listener.start()
    return listener
  }

  /// What a listener in front of the server answers.
  private func response(
    _ server: Listener, recordingInto file: String, _ change: (inout UpstreamConfiguration) -> Void
  ) async throws -> WireResponse {
    var configuration = ListenerConfiguration()
    configuration.threadCount = 1
    var upstream = try UpstreamConfiguration(url: server.url)
    change(&upstream)
    configuration.upstream = upstream
    let stubs = StubSet()
    let cassette = try stubs.insert(
      RecordingPlan(file: file, RecordingConfiguration(), environment: [:]),
      configuration: CassetteConfiguration())
    let listener = try Listener(stubs: stubs, port: 0, configuration: configuration)
    try listener.start()
    let response = try await WireClient.exchange("GET /", to: listener.port)
    try await cassette.finish()
    listener.stop()
    return response
  }

  @Test("A server with an unknown certificate is refused, and the error is recorded")
  func untrusted() async throws {
    let folder = try TemporaryFolder()
    let server = try server(folder)
    defer { server.stop() }
    let file = folder.file("tape.yaml")
    let response = try await response(server, recordingInto: file) { _ in }
    #expect(response.statusLine == "HTTP/1.1 502 Bad Gateway")
    #expect(String(decoding: response.body, as: UTF8.self).contains("serverCertificateUntrusted"))
    let interaction = try RuleSet(contentsOf: [file]).cassettes.first?.cassette.interactions.first
    #expect(interaction?.response == nil)
    #expect(interaction?.failure?.code == -1202)
  }

  @Test("With its authority a server is trusted, and HTTP/2 is spoken", arguments: [false, true])
  func trusted(isInsecure: Bool) async throws {
    let folder = try TemporaryFolder()
    let server = try server(folder)
    defer { server.stop() }
    let file = folder.file("tape.yaml")
    let response = try await response(server, recordingInto: file) { upstream in
      if isInsecure {
        upstream.verifiesCertificate = false
      } else {
        upstream.authorityFile = server.certificateToTrust
      }
    }
    #expect(String(decoding: response.body, as: UTF8.self) == "over TLS")
    let interaction = try RuleSet(contentsOf: [file]).cassettes.first?.cassette.interactions.first
    let recorded = try #require(interaction?.response)
    #expect(recorded.httpVersion == "2")
    #expect(recorded.headers["X-One"] == "1")
  }

  @Test(
    "Text that is not a server URL is refused",
    arguments: [
      "", "h", "ftp://h", "http://", "http://h?a", "http://h:8O80", "http://127.0.0.1:99999/a",
      "http://h:0", "http://h:-1", "http://h:", "http://[::1", "http://[::1]x", "http://::1",
      "http://u:p@h:x", "http://[a.example]",
    ])
  func urls(text: String) {
    #expect(throws: UpstreamError.self) { try UpstreamConfiguration(url: text) }
  }

  @Test(
    "A server URL may have a port, an address, a user and a path",
    arguments: [
      ("HTTP://H:80/", "http://h"), ("https://h:8443/a/", "https://h:8443/a"),
      ("http://[::1]:81", "http://[::1]:81"), ("http://[::1]", "http://[::1]"),
      ("http://u:p@h:81", "http://u:p@h:81"), ("http://u:p@h", "http://u:p@h"),
    ])
  func servers(text: String, url: String) throws {
    #expect(try UpstreamConfiguration(url: text).url == url)
  }

  @Test("The target of a request is appended to the server's URL")
  func paths() async throws {
    guard let server = try PythonServer() else { return }
    var configuration = ListenerConfiguration()
    configuration.upstream = try UpstreamConfiguration(url: "\(server.url)/echo/")
    let stubs = StubSet()
    stubs.unhandledMode = .optin
    let listener = try Listener(stubs: stubs, port: 0, configuration: configuration)
    try listener.start()
    let response = try await WireClient.exchange("GET /../a//b?c", to: listener.port)
    #expect(response.statusLine == "HTTP/1.1 404 Not Found")
    listener.stop()
  }

  @Test(
    "A server is offered only encodings that can be decoded",
    arguments: [
      (true, "gzip;q=0.5, x-own, *", "gzip;q=0.5"), (true, "x-own", "identity"),
      (false, "gzip;q=0.5, x-own, *", "gzip;q=0.5, x-own, *"),
    ])
  func codings(decodes: Bool, offer: String, expected: String) async throws {
    guard let server = try PythonServer() else { return }
    let folder = try TemporaryFolder()
    let recording = try Recording(
      folder.file("tape.yaml"), upstream: server, RecordingConfiguration()
    ) {
      $0.decodesBodies = decodes
    }
    let response = try await WireClient.exchange(
      "GET /echo", headers: ["Accept-Encoding: \(offer)"], to: recording.port)
    let lines = String(decoding: response.body, as: UTF8.self).split(separator: "\n")
    #expect(lines.contains("Accept-Encoding: \(expected)"))
    try await recording.finish()
    server.stop()
  }
}
