import Foundation
import StubCore
import TestSupport
import Testing

@testable import stubber

@Suite(
  "Options of serve about responses and files", .serialized, .needs("curl"), .timeLimit(.minutes(5))
)
struct ResponseOptionTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder([
      "stubs/a.yaml": "stubs:\n  - match: { path: /a }\n    respond: { GET: { text: a } }\n",
      "public/index.html": "home", "public/a": "never asked for",
    ])
  }

  private func serve(_ words: String...) throws -> (server: ChildProcess, url: String) {
    try serve(words)
  }

  private func serve(_ words: [String]) throws -> (server: ChildProcess, url: String) {
    let (server, url, _) = try Program.serve(
      [folder.file("stubs")] + words, environment: ["XDG_RUNTIME_DIR": folder.path])
    return (server, url)
  }

  private func stop(_ server: ChildProcess) -> ChildProcess.Result {
    server.send(SIGTERM)
    return server.finish()
  }

  @Test("Files of --static answer after the stubs, and are logged like them")
  func staticFiles() throws {
    let (server, url) = try serve("--static", folder.file("public"))
    #expect(try Program.curl("\(url)/a") == "a")
    #expect(try Program.curl("\(url)/") == "home")
    #expect(try Program.curl("-I", "\(url)/").contains("\r\nContent-Length: 4\r\n"))
    let output = stop(server).output
    #expect(
      output.contains(#""outcome":"stubbed","status":200,"stub":"static files""#), "\(output)")
    let missing = try Program.run(["serve", folder.path, "--static", "no-such"])
    #expect(missing.code == 2)
    #expect(missing.errors.hasPrefix("error: no such folder no-such\n"))
  }

  @Test("--header and --cors add fields to responses of stubs and to reports")
  func fields() throws {
    let (server, url) = try serve("--header", "X-Env: test", "--cors")
    for path in ["/a", "/none"] {
      let head = try Program.curl("-i", "-H", "Origin: http://page.test", "\(url)\(path)")
      #expect(head.contains("\r\nX-Env: test\r\n"))
      #expect(head.contains("\r\nAccess-Control-Allow-Origin: http://page.test\r\n"))
    }
    let preflight = try Program.curl(
      "-i", "-X", "OPTIONS", "-H", "Origin: http://page.test", "-H",
      "Access-Control-Request-Method: PUT", "\(url)/a")
    #expect(preflight.hasPrefix("HTTP/1.1 204 "))
    #expect(preflight.contains("\r\nAccess-Control-Allow-Methods: PUT\r\n"))
    _ = stop(server)
  }

  @Test("With --keep-going, a file of a folder that has an error is left out, until it is mended")
  func keepGoing() throws {
    let bad = try folder.write("stubs:\n  - mach: 1\n", to: "stubs/b.yaml")
    let strict = try Program.run(["serve", folder.file("stubs"), "--port", "0"])
    #expect(strict.code == 3)
    let (server, url) = try serve("--keep-going")
    #expect(try Program.curl("\(url)/a") == "a")
    try folder.write(
      "stubs:\n  - match: { path: /b }\n    respond: { GET: { text: b } }\n", to: "stubs/b.yaml")
    while let line = server.line(), !line.contains(#""event":"reloaded""#) {}
    #expect(try Program.curl("\(url)/b") == "b")
    _ = stop(server)
    try folder.write("stubs:\n  - mach: 1\n", to: "stubs/b.yaml")
    // A link that leads nowhere is a faulty file.
    let link = folder.file("stubs/c.yaml")
    try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: "gone")
    let named = try Program.run(["serve", bad, "--port", "0", "--keep-going"])
    #expect(named.code == 3)
    let all = try Program.start(
      ["serve", folder.file("stubs"), "--port", "0", "--keep-going"],
      environment: ["XDG_RUNTIME_DIR": folder.path])
    while let line = all.line(), !line.hasPrefix("Press Control-C") {}
    let errors = stop(all).errors
    #expect(errors.hasPrefix("\(bad):"))
    #expect(errors.contains("\(link): error: broken link"))
    #expect(errors.hasSuffix("warning: left out 2 files with errors\n"))
  }

  @Test(
    "The journal keeps as many requests as it may",
    arguments: [
      (["--no-journal"], 0), (["--journal-requests", "2"], 2), (["--journal-bytes", "1KB"], 3),
      ([], 5),
    ])
  func journal(options: [String], count: Int) throws {
    let (server, url) = try serve(options)
    for number in 1...5 { _ = try Program.curl("\(url)/a?\(number)") }
    let requests = try JSONValue(parsing: Data(Program.curl("\(url)/__admin/requests").utf8))
    #expect(requests["requests"]?.array?.count == count)
    _ = stop(server)
  }
}
