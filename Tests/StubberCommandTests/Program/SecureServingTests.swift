import Foundation
import StubCore
import TestSupport
import Testing

@Suite("Serving over TLS", .serialized, .timeLimit(.minutes(5)))
struct SecureServingTests {
  private func shell(_ command: String) throws -> (code: Int32, output: String) {
    let result = try ChildProcess.run("/bin/sh", ["-c", command])
    return (result.code, result.output)
  }

  @Test("The printed command line for HTTPS works")
  func commandLine() throws {
    let folder = try TemporaryFolder()
    try folder.write(
      "stubs:\n  - match: { path: /hello }\n    respond: { GET: { text: hi } }\n", to: "a.yaml")
    let (server, _, event) = try Program.serve([
      folder.path, "--https-port", "0", "--ca-directory", "\(folder.path)/it's ca",
    ])
    defer { server.send(SIGTERM) }
    #expect(event["secureURL"]?.string?.hasPrefix("https://127.0.0.1:") == true)
    let command = try #require(event["secureCurl"]?.string)
    guard try shell("command -v curl >/dev/null").code == 0 else {
      print("skipped: not in PATH: curl")
      return
    }
    #expect(try shell("\(command) -s").output == "hi")
  }

  @Test(
    "Options that contradict each other are wrong usage",
    arguments: [
      (["--cert", "a"], "--cert needs --https-port"),
      (["--https-port", "0", "--key", "a"], "--key needs --cert"),
      (
        ["--https-port", "0", "--require-client-certificate"],
        "--require-client-certificate needs --client-ca"
      ),
      (
        ["--https-port", "0", "--tls-min", "1.1"],
        "--tls-min must be 1.2 or 1.3, not \"1.1\""
      ),
      (
        ["--https-port", "0", "--tls-min", "1.3", "--tls-max", "1.2"],
        "--tls-min is higher than --tls-max"
      ),
    ])
  func wrongUsage(options: [String], message: String) throws {
    let result = try Program.run(["serve"] + options)
    #expect(result.code == 2)
    #expect(result.errors == "error: \(message)\ntry: stubber serve --help\n")
  }

  @Test("The server does not start without its certificate file")
  func missingFile() throws {
    let folder = try TemporaryFolder()
    let result = try Program.run([
      "serve", folder.path, "--port", "0", "--https-port", "0", "--cert", "/no/such.pem",
    ])
    #expect(result.code == 3)
    #expect(
      result.errors
        == "error: certificate /no/such.pem: no such file or folder\n")
  }

  @Test(
    "Commands reach a server over HTTPS alone, whose CA or whose certificate they are told to trust"
  )
  func steering() throws {
    let folder = try TemporaryFolder()
    try folder.write("stubs:\n  - respond: { GET: { text: hi } }\n", to: "a.yaml")
    let (server, own, _) = try Program.serve([
      folder.path, "--disable-http", "--https-port", "0", "--ca-directory", "\(folder.path)/ca",
    ])
    defer { server.send(SIGTERM) }
    // Another name than the one that the server has told of.
    let url = own.replacingOccurrences(of: "127.0.0.1", with: "localhost")
    let command = ["stubs", "--url", url]
    let plain = try Program.run(command)
    #expect(plain.code == 3)
    #expect(plain.errors.contains("name its CA with --cacert, or use --insecure"), "\(plain)")
    for options in [["--cacert", "\(folder.path)/ca/certificate.pem"], ["-k"]] {
      #expect(try Program.run(command + options).code == 0, "\(options)")
    }
  }

  @Test(
    "A file of CAs that cannot be read is an error before the first request",
    arguments: [
      ["record", "https://127.0.0.1:9", "-p", "0", "-o", "FOLDER/new.yaml"],
      ["compare", "FOLDER/old.yaml", "https://127.0.0.1:9"],
      ["stubs", "--url", "https://127.0.0.1:9"],
    ])
  func authorities(words: [String]) throws {
    let folder = try TemporaryFolder()
    try folder.write(
      """
      cassette: 1
      interactions:
        - request: { method: GET, url: "https://127.0.0.1:9/a", version: 1.1 }
          response: { status: 200, version: 1.1 }

      """, to: "old.yaml")
    let words = words.map { $0.replacingOccurrences(of: "FOLDER", with: folder.path) }
    let result = try Program.run(words + ["--cacert", "\(folder.path)/typo.pem"])
    #expect(result.code == 3, "\(result)")
    #expect(
      result.errors.hasPrefix(
        "error: certificate \(folder.path)/typo.pem: no such file or folder"), "\(result)")
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["old.yaml"])
  }

  @Test("Processes that create the local CA at once agree on one, which is shown and exported")
  func authority() throws {
    let folder = try TemporaryFolder()
    let options = ["--ca-directory", "\(folder.path)/ca", "--json"]
    let running = try (0..<6).map { _ in try Program.start(["ca"] + options) }
    let shown = try running.map { try JSONValue(parsing: Data($0.finish().output.utf8)) }
    #expect(Set(shown.compactMap { $0["sha256"]?.string }).count == 1)
    #expect(shown.count { $0["created"] == true } == 1)
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["ca"])
    let exported = try Program.run(["ca", "export", "-"] + options.dropLast())
    let certificate = try #require(shown.first?["certificate"]?.string)
    #expect(try exported.output == String(contentsOfFile: certificate, encoding: .utf8))
    let file = "\(folder.path)/copy.pem"
    #expect(try Program.run(["ca", "export", file] + options).code == 0)
    #expect(try String(contentsOfFile: file, encoding: .utf8) == exported.output)
    let bundle = try folder.write("", to: "bundle.pem")
    for (verb, outcome) in [
      ("install", "installed"), ("install", "unchanged"), ("remove", "removed"),
      ("remove", "unchanged"),
    ] {
      let result = try Program.run(["ca", verb, bundle] + options)
      #expect(try JSONValue(parsing: Data(result.output.utf8))["event"]?.string == outcome)
    }
    #expect(try String(contentsOfFile: bundle, encoding: .utf8).isEmpty)
  }

  @Test(
    "Unknown actions and missing files of ca are wrong usage",
    arguments: [
      (["show"], "unknown action \"show\"; use export, install or remove"),
      (["export"], "missing FILE after export"),
    ])
  func wrongWords(words: [String], message: String) throws {
    let result = try Program.run(["ca"] + words)
    #expect(result.code == 2)
    #expect(result.errors == "error: \(message)\ntry: stubber ca --help\n")
  }
}
