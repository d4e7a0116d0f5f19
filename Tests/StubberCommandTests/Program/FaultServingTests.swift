import Foundation
import StubCore
import TestSupport
import Testing

@Suite("Serving connection and TLS faults", .serialized, .timeLimit(.minutes(2)))
struct FaultServingTests {
  private static let stubs = "stubs:\n  - match: { path: /hello }\n    respond: { text: hi }\n"

  /// Serves a folder with the rules and one stub.
  private func serve(
    _ folder: TemporaryFolder, _ rules: String, _ options: [String] = []
  ) throws -> (server: ChildProcess, url: String, event: JSONValue) {
    try folder.write(rules + Self.stubs, to: "a.yaml")
    let serving = try Program.serve([folder.path] + options)
    _ = serving.server.line()
    return serving
  }

  /// The exit codes of curl, asking one after the other; `nil` when there is no curl.
  private func ask(_ url: String, count: Int = 1, _ options: [String] = []) throws -> [Int32]? {
    guard let curl = Tool.curl else { return nil }
    return try (0..<count).map { _ in
      try ChildProcess.run(
        curl.path,
        ["--silent", "--noproxy", "*", "--max-time", "300", "--output", "/dev/null"] + options
          + ["\(url)/hello"]
      ).code
    }
  }

  /// Waits for the event; lines of requests may come before it.
  private func wait(for name: String, from server: ChildProcess) throws {
    var event: JSONValue = nil
    while event["event"]?.string != name {
      event = try JSONValue(parsing: Data(try #require(server.line()).utf8))
    }
  }

  private static let refused: Int32 = 7

  @Test("A connection fault of a file takes effect, and is announced")
  func file() throws {
    let folder = try TemporaryFolder()
    let (server, url, event) = try serve(folder, "connection: { type: reset, first: 2 }\n")
    defer { server.send(SIGTERM) }
    #expect(event["connectionFault"] == "reset (first 2)")
    guard let codes = try ask(url, count: 4) else { return }
    // A reset comes while curl still connects (7), or later (56).
    #expect(codes.map { $0 == 0 } == [false, false, true, true])
  }

  @Test("An option replaces the connection fault of the files")
  func option() throws {
    let folder = try TemporaryFolder()
    let (server, url, _) = try serve(
      folder, "connection: { type: reset, first: 2 }\n", ["--connection-fault", "refuse"])
    defer { server.send(SIGTERM) }
    guard let codes = try ask(url, count: 2) else { return }
    #expect(codes == [Self.refused, Self.refused])
  }

  @Test("A changed file closes the port and opens it again")
  func reload() throws {
    let folder = try TemporaryFolder()
    let (server, url, _) = try serve(folder, "")
    defer { server.send(SIGTERM) }
    guard let sound = try ask(url) else { return }
    #expect(sound == [0])
    try folder.write("connection: refuse\n" + Self.stubs, to: "a.yaml")
    try wait(for: "reloaded", from: server)
    // What is set after the files are read is told before they are said to be read.
    #expect(try ask(url) == [Self.refused])
    try folder.write("connection: { type: refuse, for: 50ms }\n" + Self.stubs, to: "a.yaml")
    try wait(for: "reloaded", from: server)
    while try ask(url) == [Self.refused] {}
    #expect(try ask(url) == [0])
    try folder.write("connection: { type: neverRead, first: 0 }\n" + Self.stubs, to: "a.yaml")
    try wait(for: "reloaded", from: server)
    #expect(try ask(url) == [0])
  }

  @Test("TLS faults come from files or an option, and change with the files")
  func tls() throws {
    let folder = try TemporaryFolder()
    let options = ["--https-port", "0", "--ca-directory", "\(folder.path)/ca"]
    let (server, _, event) = try serve(
      folder, "tls: [{ type: handshakeFailure, first: 1 }, expiredCertificate]\n", options)
    defer { server.send(SIGTERM) }
    #expect(event["tlsFaults"] == ["handshakeFailure (first 1)", "expiredCertificate"])
    let url = try #require(event["secureURL"]?.string)
    let trust = ["--cacert", "\(folder.path)/ca/certificate.pem"]
    guard let codes = try ask(url, count: 3, trust) else { return }
    #expect(codes == [35, 60, 60])
    try folder.write(Self.stubs, to: "a.yaml")
    try wait(for: "reloaded", from: server)
    #expect(try ask(url, trust) == [0])

    let (other, _, otherEvent) = try serve(
      folder, "tls: expiredCertificate\n", options + ["--tls-fault", "plainText"])
    defer { other.send(SIGTERM) }
    let otherURL = try #require(otherEvent["secureURL"]?.string)
    #expect(try ask(otherURL, trust) == [35])
    let openssl = try ChildProcess.run(
      "/bin/sh",
      [
        "-c",
        "command -v openssl >/dev/null || { echo none; exit; }; openssl s_client -connect "
          + otherURL.dropFirst("https://".count) + " </dev/null 2>&1",
      ])
    if openssl.output == "none\n" {
      print("skipped: not in PATH: openssl")
    } else {
      #expect(openssl.output.contains("wrong version number"), "\(openssl.output)")
    }
  }

  @Test("TLS faults without an HTTPS port get a warning")
  func useless() throws {
    let folder = try TemporaryFolder()
    try folder.write("tls: plainText\n" + Self.stubs, to: "a.yaml")
    let process = try Program.start(["serve", folder.path, "--port", "0"])
    _ = process.line()
    process.send(SIGTERM)
    #expect(
      process.finish().errors.contains(
        "warning: TLS faults are configured without --https-port: no effect"))
  }

  @Test(
    "Options that contradict each other are wrong usage",
    arguments: [
      (
        ["--connection-fault", "rest"],
        "--connection-fault: unknown value \"rest\"; did you mean \"reset\"?"
      ),
      (["--tls-fault", "plainText"], "--tls-fault needs --https-port"),
      (
        ["--connection-fault", ""],
        "--connection-fault: expected a fault of connections, got nothing; use reset"
      ),
    ])
  func wrongUsage(options: [String], message: String) throws {
    let result = try Program.run(["serve"] + options)
    #expect(result.code == 2)
    #expect(result.errors == "error: \(message)\ntry: stubber serve --help\n")
  }
}
