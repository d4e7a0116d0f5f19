import Foundation
import StubCore
import StubFiles
import StubServer
import Testing

@Suite("Secrets in recordings")
struct RedactionRecordingTests {
  private let secret = "s3cr3t-credential-9876"

  @Test("A secret is in no part of the file, wherever it occurs, and replay still matches")
  func everywhere() async throws {
    guard let server = try PythonServer() else { return }
    let folder = try Folder()
    let file = folder.file("tape.yaml")
    let recording = try Recording(file, upstream: server, RecordingConfiguration()) {
      $0.decodesBodies = true
    }
    let line = "GET /login?api_key=key-12345678&q=1"
    let headers = ["Authorization: Bearer \(secret)", "Cookie: id=cookie-87654321"]
    _ = await RawClient.send(line, headers: headers, to: recording.port)
    _ = await RawClient.send(
      "POST /echo", headers: ["Content-Type: application/x-www-form-urlencoded"],
      body: "user=me&password=pass-word-1&again=\(secret)", to: recording.port)
    _ = await RawClient.send("GET /gzip", headers: ["Accept-Encoding: gzip"], to: recording.port)
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
        "query item api_key: once", "the same secrets elsewhere: 4 times",
      ])
    let replay = try Recording(file)
    let real = await RawClient.send(line, headers: headers, to: replay.port)
    #expect(real.statusLine == "HTTP/1.1 200 OK")
    let invented = await RawClient.send("GET /login?api_key=invented&q=1", to: replay.port)
    #expect(invented.statusLine == "HTTP/1.1 200 OK")
    let other = await RawClient.send("GET /login?api_key=invented&q=2", to: replay.port)
    #expect(other.statusLine == "HTTP/1.1 404 Not Found")
    try await replay.finish()
  }
}
