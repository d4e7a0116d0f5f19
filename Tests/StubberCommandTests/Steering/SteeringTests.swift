import Foundation
import StubCore
import TestSupport
import Testing

@testable import stubber

/// Serialized, so that few processes run at once.
@Suite("Steering a running server", .serialized, .needs("curl"), .timeLimit(.minutes(10)))
final class SteeringTests {
  private static let rules = """
    stubs:
      - name: one book
        match: { path: "/books/7" }
        respond: { GET: { text: seven, gate: checkout } }
    """

  private let folder: TemporaryFolder
  private let server: ChildProcess
  private let url: String
  private var environment: [String: String] { ["XDG_RUNTIME_DIR": folder.path] }

  init() throws {
    folder = try TemporaryFolder()
    let file = try folder.write(Self.rules, to: "a.yaml")
    (server, url, _) = try Program.serve(
      [file, "--quiet", "--admin-token", "secret"], environment: ["XDG_RUNTIME_DIR": folder.path])
    // The stubs follow the announcement; then it serves.
    _ = server.line()
  }

  deinit { server.send(SIGKILL) }

  private func run(_ words: String..., input: String = "") throws -> ChildProcess.Result {
    try Program.run(words, input: input, environment: environment)
  }

  private func curl(_ path: String) throws -> String {
    try Program.curl("-o", "-", "\(url)\(path)")
  }

  @Test("Stubs are listed, added from a file or standard input, and removed by identifier or name")
  func stubs() throws {
    let listed = try run("stubs")
    #expect(listed.code == 0, "\(listed)")
    #expect(listed.output.contains(#"path is "/books/7"  0         one book  "#))
    let file = try folder.write(
      "stubs:\n  - name: more\n    match: { path: /more }\n    respond: { GET: { text: more } }\n",
      to: "more.yaml")
    let added = try run("stubs", "add", file)
    #expect(added.output.hasPrefix("Added 1 stub:\n  "), "\(added)")
    #expect(try curl("/more") == "more")
    let id = try #require(added.output.split(separator: "\n").last).trimmingCharacters(
      in: .whitespaces)
    #expect(try run("stubs").output.contains("1         more      added"))
    #expect(try run("stubs", "remove", id).output == "Removed the stub \(id).\n")
    let sent = try run(
      "stubs", "add", "-", input: "stubs:\n  - respond: { POST: { status: 201 } }\n")
    #expect(sent.code == 0, "\(sent)")
    #expect(try run("stubs", "remove", "one book").code == 0)
    let gone = try run("stubs", "remove", "one book")
    #expect(gone.code == 1)
    #expect(
      gone.errors == "error: the server has no stub \"one book\"; stubber stubs lists them\n")
  }

  @Test("A mistake in an added file is reported with its place, and nothing is added")
  func mistake() throws {
    let file = try folder.write("stubs:\n  - mach: { path: /a }\n", to: "bad.yaml")
    let result = try run("stubs", "add", file)
    #expect(result.code == 1)
    #expect(result.errors.hasPrefix("\(file):2:5: error: unknown key \"mach\""), "\(result)")
    let json = try run("stubs", "add", file, "--json")
    #expect(json.output.contains(#"{"event":"refused","message":"unknown key \"mach\""#))
    #expect(try run("stubs", "--json").output.split(separator: "\n").count == 1)
  }

  @Test("Requests are listed, and unmatched ones with the closest stub and a rule to paste")
  func requests() throws {
    #expect(try run("requests").output == "There are no requests.\n")
    let none = try run("unmatched")
    #expect(none.code == 0)
    #expect(none.output == "All requests in the journal were answered.\n")
    _ = try curl("/books/8")
    let requests = try run("requests")
    #expect(
      requests.output.firstMatch(of: /^\d{4}-.*Z 404 GET \/books\/8  no match\n$/) != nil,
      "\(requests)")
    let unmatched = try run("unmatched")
    #expect(unmatched.code == 1)
    #expect(
      unmatched.output.contains(#"    ✗ path is "/books/7" (got "/books/8")"#), "\(unmatched)")
    #expect(unmatched.output.contains("  To answer it, add:\n    stubs:\n      - match: { url: "))
    #expect(try run("reset", "requests").output == "Reset: requests\n")
    #expect(try run("unmatched", "--json").output.contains("noneUnmatched"))
  }

  /// Another server of the same file, and its URL.
  private func serve(_ options: [String]) throws -> (server: ChildProcess, url: String) {
    let (other, url, _) = try Program.serve(
      [folder.file("a.yaml"), "--quiet"] + options, environment: environment)
    _ = other.line()
    return (other, url)
  }

  @Test(
    "A server that keeps no requests is not said to have answered everything",
    arguments: [["--no-journal", "--journal-requests", "5"], ["--journal-bytes", "0"]])
  func noJournal(options: [String]) throws {
    let (other, url) = try serve(options)
    defer { other.send(SIGKILL) }
    for command in ["unmatched", "requests"] {
      let result = try run(command, "--url", url)
      #expect(result.code == 1)
      #expect(result.errors.contains("keeps no requests"), "\(result)")
    }
  }

  @Test("The network is shown, set by name or by values, and taken away")
  func network() throws {
    #expect(try run("network").output == "Network: off\n")
    let set = try run("network", "{ download: 20KB, latency: 5ms }")
    #expect(set.output == "Network: custom (download 20000 B/s, latency 5 ms)\n", "\(set)")
    #expect(try run("network", "3g").output.hasPrefix("Network: 3g ("))
    let wrong = try run("network", "5g")
    #expect(wrong.code == 1)
    #expect(wrong.errors.contains("did you mean \"3g\"?"), "\(wrong)")
    #expect(
      try run("network", "off", "--json").output == #"{"event":"network","network":null}"# + "\n")
  }

  @Test("Requests are printed as they come, those of one session alone if it is named")
  func following() throws {
    let follower = try Program.start(["requests", "--follow"], environment: environment)
    defer { follower.send(SIGKILL) }
    // It listens before it lists, so the first line may come from either.
    _ = try curl("/one")
    #expect(follower.line()?.hasSuffix(" 404 GET /one  no match") == true)
    _ = try curl("/two")
    #expect(follower.line()?.hasSuffix(" 404 GET /two  no match") == true)
    _ = try curl("/__session/s/three")
    #expect(try run("requests", "--session", "s").output.hasSuffix(" 404 GET /three  no match\n"))
    #expect(try !run("requests").output.contains("/three"))
    #expect(try run("network", "3g", "--session", "s").output.hasPrefix("Network: 3g"))
    #expect(try run("network").output == "Network: off\n")
    let none = try run("stubs", "--session", "none of that name")
    #expect(none.code == 1)
  }

  @Test("A forwarded request is printed with its status; a session that has ended is named")
  func followingForwarded() throws {
    let (forwarder, forwarderURL) = try serve(["--upstream", url])
    defer { forwarder.send(SIGKILL) }
    for (url, path) in [(url, "/far"), (forwarderURL, "/near")] {
      let rules = "stubs: [{ match: { path: \(path) }, respond: { GET: { text: hi } } }]"
      #expect(try run("stubs", "add", "-", "--url", url, input: rules).code == 0)
    }
    let follower = try Program.start(
      ["requests", "--follow", "--session", "s", "--url", forwarderURL], environment: environment)
    defer { follower.send(SIGKILL) }
    _ = try Program.curl("\(forwarderURL)/__session/s/near")
    #expect(follower.line()?.contains(" 200 GET /near  ") == true)
    _ = try Program.curl("\(forwarderURL)/__session/s/far")
    #expect(follower.line()?.hasSuffix(" 200 GET /far  passed through") == true)
    _ = try Program.curl("-X", "DELETE", "\(forwarderURL)/__admin/sessions/s")
    #expect(follower.line() == "The session \"s\" or its server has ended.")
  }

  @Test("The clock is held, advanced and let go; sets are listed and turned off")
  func clockAndSets() throws {
    #expect(try run("clock").output.hasPrefix("Clock: running, at "))
    #expect(try run("clock", "hold").output.hasPrefix("Clock: held, at "))
    #expect(try run("clock", "advance", "1h").output.hasSuffix(" ms ahead)\n"))
    #expect(try run("clock", "release", "--json").output.contains(#""held":false"#))
    #expect(try run("clock", "advance").code == 2)
    #expect(try run("clock", "hold", "3s").code == 2)
    #expect(try run("clock", "advance", "soon").errors.contains("\"soon\" is not a time"))
    #expect(try run("sets").output == "a.yaml: 1 stub, on\n")
    #expect(try run("sets", "a", "off").output == "a: 1 stub, off\n")
    #expect(try run("sets", "a").output == "a: 1 stub, off\n")
    #expect(try curl("/books/7").contains("/books/7"))
    #expect(try run("sets", "a", "on").output == "a: 1 stub, on\n")
    #expect(try run("sets", "b", "on").code == 1)
    #expect(try run("sets", "a", "maybe").code == 2)
  }

  @Test("Gates are opened, and faults come and go")
  func gatesAndFaults() throws {
    #expect(try run("gate").output == "checkout: closed, 0 responses waiting\n")
    #expect(try run("gate", "checkout", "open").output == "checkout: open, 0 responses waiting\n")
    #expect(try curl("/books/7") == "seven")
    #expect(
      try run("gate", "checkout", "close").output == "checkout: closed, 0 responses waiting\n")
    #expect(try run("gate", "none").code == 1)
    #expect(try run("gate", "none", "open").errors.hasPrefix("error: there is no gate \"none\""))
    let faults = try run("fault", "tls", "plainText")
    #expect(faults.output == "Connection fault: none\nTLS fault: plainText\n", "\(faults)")
    #expect(try run("fault", "tls", "off").output == "Connection fault: none\nTLS fault: none\n")
    let unknown = try run("fault", "connection", "nope")
    #expect(unknown.code == 1)
    #expect(unknown.errors.hasPrefix("error: "), "\(unknown)")
  }

  @Test("Without the token, the server refuses; elsewhere, no server is found")
  func addresses() throws {
    let wrong = try run("stubs", "--token", "other")
    #expect(wrong.code == 1)
    #expect(wrong.errors == "error: the server has another token; use --token\n")
    let nowhere = ["XDG_RUNTIME_DIR": "\(folder.path)/none"]
    let unknown = try Program.run(["stubs", "--url", url], environment: nowhere)
    #expect(unknown.errors == "error: the server asks for a token; use --token\n")
    let known = try Program.run(
      ["stubs", "--url", url, "--token", "secret"], environment: nowhere)
    #expect(known.code == 0)
    let none = try Program.run(["stubs"], environment: nowhere)
    #expect(none.code == 3)
    #expect(
      none.errors
        == "error: no stub server runs on this machine; start one with stubber serve, or use --url\n"
    )
    let silent = try Program.run(["reset", "--url", "9"], environment: nowhere)
    #expect(silent.code == 3)
    #expect(
      silent.errors.hasPrefix("error: no stub server answers at http://127.0.0.1:9/__admin: "))
  }

  @Test(
    "A server that has ended is no longer found, however it has ended",
    arguments: [SIGTERM, SIGKILL])
  func ended(signal: Int32) throws {
    server.send(signal)
    _ = server.finish()
    #expect(try run("stubs").code == 3)
    let left = try FileManager.default.contentsOfDirectory(atPath: folder.file("stubber"))
    #expect(left.isEmpty)
  }

  @Test("A server whose address has no place says so")
  func noPlace() throws {
    let nowhere = ["XDG_RUNTIME_DIR": folder.file("none")]
    let other = try Program.start(
      ["serve", folder.file("a.yaml"), "--port", "0"], environment: nowhere)
    while let line = other.line(), !line.hasPrefix("Press Control-C") {}
    other.send(SIGTERM)
    let errors = other.finish().errors
    #expect(
      errors.contains("warning: other commands find this server by --url only: "), "\(errors)")
  }

  @Test("A server whose admin API is on a socket is found too")
  func socket() throws {
    let socket = folder.file("admin.sock")
    let second = try Program.start(
      ["serve", folder.file("a.yaml"), "--port", "0", "--admin-socket", socket],
      environment: environment)
    defer { second.send(SIGKILL) }
    while let line = second.line(), !line.hasPrefix("Press Control-C") {}
    let both = try run("stubs")
    #expect(both.errors.contains("2 stub servers run on this machine; choose one:\n"), "\(both)")
    #expect(both.errors.contains("--url unix:\(socket)"))
    let listed = try run("stubs", "--url", "unix:\(socket)", "--json")
    #expect(listed.output.contains(#""name":"one book""#), "\(listed)")
  }

  @Test("A server is found from another folder, although its socket was named from its own")
  func relativeSocket() throws {
    let place = ["XDG_RUNTIME_DIR": folder.file("own")]
    try FileManager.default.createDirectory(
      atPath: folder.file("own"), withIntermediateDirectories: true)
    let second = try Program.start(
      ["serve", "a.yaml", "--port", "0", "--admin-socket", "own.sock"], in: folder.path,
      environment: place)
    defer { second.send(SIGKILL) }
    var lines: [String] = []
    while let line = second.line(), !line.hasPrefix("Press Control-C") { lines.append(line) }
    #expect(lines.contains("Admin page and API: unix:own.sock"))
    let listed = try Program.run(["stubs", "--json"], in: "/", environment: place)
    #expect(listed.output.contains(#""name":"one book""#), "\(listed)")
    let named = try Program.run(
      ["stubs", "--json", "--url", "unix:own.sock"], in: folder.path, environment: place)
    #expect(named.output.contains(#""name":"one book""#), "\(named)")
  }
}
