import StubAdmin
import StubCore
import StubFiles
import StubServer
import TestSupport
import Testing

@testable import stubber

@Suite("Options of serve")
struct ServeOptionTests {
  private func serve(_ words: String...) throws -> ServeCommand {
    try CommandLineReader<ServeCommand>.reading(words).command
  }

  @Test("By default, recordings answer only for their own host")
  func anyHost() throws {
    #expect(try serve().cassettes.answersAnyHost == nil)
    #expect(try serve("--any-host").cassettes.answersAnyHost == true)
  }

  @Test(
    "A header field that no response may have is refused",
    arguments: [
      ("a b: c", "--header must have the form 'NAME: VALUE', not \"a b: c\""),
      ("a: b\nc: d", "--header must be on one line, not \"a: b\nc: d\""),
      (
        "transfer-encoding: chunked",
        "--header cannot add transfer-encoding, which depends on the body"
      ),
      ("Content-Length: 3", "--header cannot add Content-Length, which depends on the body"),
    ])
  func headerFields(text: String, message: String) {
    #expect(throws: UsageError(message)) { try serve("--header", text) }
  }

  @Test(
    "Programs of other machines, which need a token, cannot reach a loopback address",
    arguments: [
      ("127.0.0.1", "127.0.0.1", false), ("127.0.0.2", "127.0.0.2", false), ("::1", "::1", false),
      ("[::1]", "::1", false), ("localhost", "localhost", false), ("0.0.0.0", "0.0.0.0", true),
      ("::", "::", true), ("192.0.2.1", "192.0.2.1", true),
    ])
  func hosts(text: String, host: String, isOpen: Bool) throws {
    let serve = try serve("--host", text)
    #expect(serve.host == host)
    let paths = try ServedPaths(["a.yaml"], root: nil, staticFolder: nil)
    let configuration = serve.adminSettings.configuration(for: serve.host, paths)
    #expect((configuration.token != nil) == isOpen)
  }

  @Test("The API knows the folders that are served, and those of files")
  func servedFolders() throws {
    let folder = try TemporaryFolder()
    let file = try folder.write("stubs: []\n", to: "a.yaml")
    let paths = try ServedPaths([folder.path, file, "b.yaml"], root: nil, staticFolder: nil)
    let configuration = try serve().adminSettings.configuration(for: "127.0.0.1", paths)
    #expect(configuration.folder == folder.path)
    #expect(configuration.servedFolders == [folder.path, "\(folder.path)/", ""])
  }

  @Test("Hosts that webhooks may go to are added to this machine")
  func webhooks() throws {
    var targets = WebhookTargets()
    #expect(try serve().configuration.webhooks.targets == targets)
    try targets.allow("a.example:81")
    try targets.allow("*")
    let serve = try serve(
      "--allow-webhook", "a.example:81", "--allow-webhook=*", "--webhook-timeout", "5")
    #expect(serve.configuration.webhooks.targets == targets)
    #expect(serve.configuration.webhooks.timeout == .seconds(5))
  }

  @Test(
    "A session keeps few requests, or what the server keeps if that was given",
    arguments: [
      ([], 10_000, 16 << 20, 1_000, 1 << 20),
      (["--journal-body", "7"], 10_000, 16 << 20, 1_000, 1 << 20),
      (["--journal-requests", "7"], 7, 16 << 20, 7, 16 << 20),
      (["--max-request-journal-entries", "7"], 7, 16 << 20, 7, 16 << 20),
      (["--journal-bytes", "9"], 10_000, 9, 10_000, 9),
      (["--no-journal"], 0, 0, 0, 0), (["--no-request-journal"], 0, 0, 0, 0),
      // Whatever stands beside it.
      (["--no-journal", "--journal-requests", "5", "--journal-bytes", "5"], 0, 0, 0, 0),
    ] as [([String], Int, Int, Int, Int)])
  func journal(words: [String], count: Int, bytes: Int, ofSession: Int, bytesOfSession: Int) throws
  {
    let serve = try CommandLineReader<ServeCommand>.reading(words).command
    let body = words.first == "--journal-body" ? 7 : 65_536
    #expect(serve.journal.limits == Journal.Limits(count: count, bytes: bytes, bodyBytes: body))
    #expect(
      serve.sessions.journal
        == Journal.Limits(count: ofSession, bytes: bytesOfSession, bodyBytes: body))
  }

  @Test("A network is given by its name or by its figures")
  func network() throws {
    #expect(try serve().network == nil)
    #expect(try serve("--network", "4g").network == .fourG)
    #expect(
      try serve("--network", "{ profile: 3g, latency: 1s }").network?.latency == .seconds(1))
    #expect(try serve("--network={ outage: reset }").network?.outage == .reset)
  }

  @Test(
    "An unknown network is refused with a remedy",
    arguments: [
      (
        "5g",
        "--network: unknown value \"5g\"; did you mean \"3g\"?"
      ),
      (
        "{ latency: -1 }",
        "--network: \"latency\" must be a duration, not -1; use 120ms, 1.5s, 2m or a number of seconds"
      ),
      ("", "--network: expected a network, got nothing; use 3g"),
    ])
  func refused(text: String, message: String) {
    #expect(throws: UsageError(message)) { try serve("--network", text) }
  }

  @Test("Without --seed, the seed is a short number that differs from run to run")
  func seed() throws {
    #expect(try serve("--seed", "12").seed == 12)
    let seeds = try (0..<5).map { _ in try serve().seed }
    #expect(Set(seeds).count > 1)
    #expect(seeds.allSatisfy { $0 <= UInt64(UInt32.max) })
    #expect(throws: UsageError("--seed must be a whole number, 0 or more, not \"x\"")) {
      try serve("--seed", "x")
    }
  }
}
