import Foundation
import TestSupport
import Testing

/// Serialized, so that few processes run at once.
@Suite("The program", .serialized, .timeLimit(.minutes(5)))
struct ProgramTests {
  @Test(
    "Exit codes tell success from wrong usage and from a start that failed",
    arguments: [
      (["--version"], 0), (["--help"], 0), (["serve", "--help"], 0), ([], 2), (["nope"], 2),
      (["serve", "--port", "x"], 2), (["check"], 2), (["check", "no-such-file.yaml"], 1),
      (["serve", "no-such-folder"], 3), (["explain", "no-such-file", "--", "GET", "/"], 3),
      (["convert", "no-such-file", "a.har"], 3), (["compare", "no-such-file", "http://h"], 3),
      (["record", "http://h", "--output", "no-such-folder/a.yaml"], 3),
      (["record", "http://h", "--output", "a.yaml", "--mode", "none"], 3),
      (["record", "h", "--output", "a.yaml"], 2), (["convert", "a.har", "a.json"], 2),
    ] as [([String], Int32)])
  func codes(arguments: [String], code: Int32) throws {
    let result = try Program.run(arguments)
    #expect(result.code == code, "\(result.output)\(result.errors)")
  }

  @Test("Wrong usage is reported on standard error, with the command for help")
  func wrongUsage() throws {
    let result = try Program.run(["serve", "--prot", "1"])
    #expect(result.output.isEmpty)
    #expect(
      result.errors
        == "error: unknown option --prot; did you mean --port?\ntry: stubber serve --help\n")
  }

  @Test("Output to a file has no colors")
  func noColors() throws {
    #expect(!(try Program.run(["check", "no-such-file"]).output.contains("\u{1B}")))
  }

  #if os(Linux)
  @Test("Output that cannot be written is an error")
  func fullDisk() throws {
    let result = try ChildProcess.run(
      "/bin/sh", ["-c", #""$0" --version > /dev/full"#, Program.url().path])
    #expect(result.code == 3)
    #expect(
      result.errors == "error: cannot write to standard output: No space left on device\n")
  }
  #endif

  @Test("A server whose input and output are closed answers until it is stopped")
  func closedDescriptors() throws {
    let folder = try TemporaryFolder()
    let file = try folder.write("stubs: [{ respond: { GET: { text: hi } } }]\n", to: "a.yaml")
    let socket = folder.file("admin.sock")
    let server = try ChildProcess(
      "/bin/sh",
      ["-c", #"exec "$0" "$@" <&- >&-"#, Program.url().path, "serve", file, "--port", "0"]
        + ["--admin-socket", socket])
    defer { server.send(SIGKILL) }
    var listed: ChildProcess.Result?
    for _ in 0..<6_000 where listed?.code != 0 {
      if FileManager.default.fileExists(atPath: socket) {
        listed = try Program.run(["stubs", "--url", "unix:\(socket)"])
      } else {
        usleep(10_000)
      }
    }
    #expect(listed?.code == 0)
    server.send(SIGTERM)
    #expect(server.finish().code == 0)
  }

  @Test("The server does not start on a port in use, and the message names the address")
  func portInUse() throws {
    let folder = try TemporaryFolder()
    let first = try Program.start(["serve", folder.path, "--port", "0", "--json"])
    defer { first.send(SIGKILL) }
    let line = try #require(first.line())
    let port = try #require(line.firstMatch(of: /127\.0\.0\.1:(\d+)/)?.output.1)
    let second = try Program.run(["serve", folder.path, "--port", String(port)])
    #expect(second.code == 3)
    #expect(second.errors.contains("127.0.0.1:\(port)"))
  }

  @Test("Either signal stops a server gracefully", arguments: [SIGINT, SIGTERM])
  func signals(signal: Int32) throws {
    let folder = try TemporaryFolder()
    let server = try Program.start(["serve", folder.path, "--port", "0"])
    let line = try #require(server.line())
    #expect(line.hasPrefix("Serving 0 stubs from 0 files on http://127.0.0.1:"))
    server.send(signal)
    let result = server.finish()
    #expect(result.code == 0)
    #expect(result.output.hasSuffix("Finishing open responses; Control-C again stops at once.\n"))
  }

  @Test(
    "An open response is waited for, and said to be; a second signal ends that",
    .timeLimit(.minutes(5)))
  func openResponse() throws {
    let folder = try TemporaryFolder()
    let rules = try folder.write(
      "stubs: [{ match: { path: /slow }, respond: { GET: { text: x, delay: 1h } } }]", to: "a.yaml")
    let server = try Program.start([
      "serve", rules, "--port", "0", "--quiet", "--stop-timeout", "900",
    ])
    let line = try #require(server.line())
    let port = try #require(line.firstMatch(of: /127\.0\.0\.1:(\d+)/)?.output.1)
    let client = try ChildProcess(
      "/usr/bin/env", ["curl", "-s", "-m", "300", "http://127.0.0.1:\(port)/slow"])
    defer { client.send(SIGKILL) }
    func count() throws -> String {
      try Program.curl(
        "-X", "POST", "-d", "{}", "http://127.0.0.1:\(port)/__admin/requests/count")
    }
    while try !count().contains("1") { usleep(10_000) }
    server.send(SIGTERM)
    while let line = server.line() {
      // That of the last count may not be closed yet.
      if line.hasPrefix("Waiting up to 900 s for ") { break }
    }
    server.send(SIGTERM)
    #expect(server.finish().code != 0)
  }

  @Test("A folder that cannot hold the recording is named before anything is recorded")
  func missingFolder() throws {
    let folder = try TemporaryFolder()
    let file = "\(folder.path)/none/a.yaml"
    let result = try Program.run(["record", "http://127.0.0.1:9", "-o", file, "-p", "0"])
    #expect(
      result.errors
        == "error: cannot write \(file): no such folder \(folder.path)/none; create it\n")
  }

  @Test("A folder is not recorded to, which is said before anything is recorded")
  func folderAsFile() throws {
    let folder = try TemporaryFolder()
    let result = try Program.run(
      ["record", "http://127.0.0.1:9", "-o", folder.path, "-m", "all", "-p", "0"])
    #expect(result.code == 3)
    #expect(result.errors == "error: cannot write \(folder.path): it is a folder\n")
  }

  @Test("A body of a request is read from a pipe too")
  func bodyFromPipe() throws {
    let folder = try TemporaryFolder([
      "a.yaml": "stubs: [{ match: { path: /a, body: hi }, respond: { POST: { text: x } } }]"
    ])
    let command = #"printf hi | "$0" explain "$1" -- POST /a -d @/dev/stdin"#
    let result = try ChildProcess.run(
      "/bin/sh", ["-c", command, Program.url().path, folder.file("a.yaml")])
    #expect(result.code == 0, "\(result)")
  }

  @Test("A server without stubs says so, unless it forwards all requests")
  func noStubs() throws {
    let folder = try TemporaryFolder()
    for (options, warning) in [
      ([], "warning: no stubs in \(folder.path); every request gets a 404\n"),
      (["--upstream", "http://127.0.0.1:9"], ""),
    ] {
      let server = try Program.start(["serve", folder.path, "--port", "0"] + options)
      _ = server.line()
      server.send(SIGTERM)
      #expect(server.finish().errors == warning)
    }
  }
}
