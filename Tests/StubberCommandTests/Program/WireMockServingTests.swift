import Foundation
import StubCore
import TestSupport
import Testing

@testable import stubber

/// Scripts that start WireMock, with this program in its place.
@Suite("Serving as WireMock does", .serialized, .needs("curl"), .timeLimit(.minutes(5)))
struct WireMockServingTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder([
      "mappings/hello.json": #"""
      { "request": { "method": "GET", "urlPath": "/hello" },
        "response": { "body": "hello {{request.query.name}}" } }
      """#, "__files/page.html": "<p>page</p>",
    ])
  }

  private func serve(
    _ words: [String], in place: String? = nil
  ) throws -> (server: ChildProcess, url: String) {
    let (server, url, _) = try Program.serve(
      words, in: place, environment: ["XDG_RUNTIME_DIR": folder.path])
    return (server, url)
  }

  private func stop(_ server: ChildProcess) {
    server.send(SIGTERM)
    #expect(server.finish().code == 0)
  }

  @Test("--root-dir serves mappings, and then the files beside them; templates only if asked for")
  func root() throws {
    let (server, url) = try serve(["--root-dir", folder.path, "--verbose", "--disable-gzip"])
    #expect(try Program.curl("\(url)/hello?name=Ada") == "hello {{request.query.name}}")
    #expect(try Program.curl("\(url)/page.html") == "<p>page</p>")
    #expect(try Program.curl("-o", "/dev/null", "-w", "%{http_code}", "\(url)/none.html") == "404")
    stop(server)
    let (templating, other) = try serve(
      ["--root-dir", folder.path, "--global-response-templating"])
    #expect(try Program.curl("\(other)/hello?name=Ada") == "hello Ada")
    stop(templating)
  }

  @Test("A working directory with mappings and without Stubs is served like that too")
  func workingDirectory() throws {
    let (server, url) = try serve([], in: folder.path)
    #expect(try Program.curl("\(url)/page.html") == "<p>page</p>")
    stop(server)
  }

  @Test("Stubs posted to an empty folder answer, for those who give user and password")
  func basicAuth() throws {
    let empty = try TemporaryFolder()
    let (server, url) = try serve(["--root-dir", empty.path, "--admin-api-basic-auth", "ada:pass"])
    let body = #"{"request":{"url":"/a"},"response":{"body":"a"}}"#
    let status = ["-o", "/dev/null", "-w", "%{http_code}", "-d", body, "\(url)/__admin/mappings"]
    for (user, code) in [("ada:pass", "201"), ("eve:pass", "401"), ("ada:other", "401")] {
      #expect(try Program.curl(["-u", user] + status).output == code, "\(user)")
    }
    #expect(try Program.curl("\(url)/a") == "a")
    stop(server)
  }

  @Test("--disable-http leaves HTTPS alone, and needs it")
  func secureOnly() throws {
    let (server, url) = try serve([
      "--root-dir", folder.path, "--disable-http", "--https-port", "0", "--ca-directory",
      folder.file("ca"),
    ])
    #expect(url.hasPrefix("https://"))
    #expect(try Program.curl("-k", "\(url)/page.html") == "<p>page</p>")
    let stubs = try Program.run(
      ["stubs", "--json"], environment: ["XDG_RUNTIME_DIR": folder.path])
    #expect(stubs.code == 0, "\(stubs)")
    stop(server)
    let refused = try Program.run(["serve", "--root-dir", folder.path, "--disable-http"])
    #expect(refused.errors.hasPrefix("error: --disable-http needs --https-port\n"))
    let missing = try Program.run(["serve", "--root-dir", "no-such"])
    #expect(missing.errors.hasPrefix("error: no such folder no-such\n"))
  }
}
