import Foundation
import StubCore
import StubFiles
import StubServer
import TestSupport
import Testing

@Suite("Secrets in recordings")
struct RedactionRecordingTests {
  private let secret = "s3cr3t-credential-9876"

  @Test("A secret in a body that is kept compressed is found; the body is then kept decoded")
  func compressed() async throws {
    guard let server = try PythonServer() else { return }
    let folder = try TemporaryFolder()
    let file = folder.file("tape.yaml")
    let recording = try Recording(file, upstream: server, RecordingConfiguration())
    for path in ["/gzip", "/packed"] {
      let response = try await WireClient.exchange(
        "GET \(path)", headers: ["Accept-Encoding: gzip"], to: recording.port)
      #expect(response.fields.contains("Content-Encoding: gzip"))
    }
    let summary = try await recording.finish()
    #expect(summary?.redactions == ["JSON key token: once"])
    let replay = try Recording(file)
    let decoded = try await WireClient.exchange("GET /gzip", to: replay.port)
    #expect(String(decoding: decoded.body, as: UTF8.self) == #"{"token": "REDACTED-token-1"}"#)
    #expect(!decoded.fields.contains("Content-Encoding: gzip"))
    let packed = try await WireClient.exchange("GET /packed", to: replay.port)
    #expect(packed.fields.contains("Content-Encoding: gzip"))
    #expect(packed.body.starts(with: [0x1F, 0x8B]))
    try await replay.finish()
  }

  @Test("A secret is in no part of the file, wherever it occurs, and replay still matches")
  func everywhere() async throws {
    guard let server = try PythonServer() else { return }
    let folder = try TemporaryFolder()
    let file = folder.file("tape.yaml")
    let recording = try Recording(file, upstream: server, RecordingConfiguration()) {
      $0.decodesBodies = true
    }
    let line = "GET /login?api_key=key-12345678&q=1"
    let headers = ["Authorization: Bearer \(secret)", "Cookie: id=cookie-87654321"]
    _ = try await WireClient.exchange(line, headers: headers, to: recording.port)
    _ = try await WireClient.exchange(
      "POST /echo", headers: ["Content-Type: application/x-www-form-urlencoded"],
      body: "user=me&password=pass-word-1&again=\(secret)", to: recording.port)
    _ = try await WireClient.exchange(
      "GET /gzip", headers: ["Accept-Encoding: gzip"], to: recording.port)
    let summary = try await recording.finish()
    server.stop()
    let text = try String(contentsOfFile: file, encoding: .utf8)
    for hidden in [
      secret, "key-12345678", "cookie-87654321", "pass-word-1", "c00kie-value-1",
      "abcdefgh-12345678",
    ] {
      #expect(!text.contains(hidden), "\(hidden)")
    }
    #expect(text.contains("Authorization: Bearer REDACTED-authorization-"))
    #expect(
      summary?.redactions == [
        "JSON key access_token: once", "JSON key token: once", "cookie id: once",
        "cookie session: once", "form key password: once", "header Authorization: once",
        "query item api_key: once", "query item password: once",
        "the same secrets elsewhere: 3 times",
      ])
    let replay = try Recording(file)
    let real = try await WireClient.exchange(line, headers: headers, to: replay.port)
    #expect(real.statusLine == "HTTP/1.1 200 OK")
    let invented = try await WireClient.exchange("GET /login?api_key=invented&q=1", to: replay.port)
    #expect(invented.statusLine == "HTTP/1.1 200 OK")
    let other = try await WireClient.exchange("GET /login?api_key=invented&q=2", to: replay.port)
    #expect(other.statusLine == "HTTP/1.1 404 Not Found")
    try await replay.finish()
  }
}
