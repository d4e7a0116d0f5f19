import Foundation
import StubCore
import StubFiles
import TestSupport
import Testing

@Suite("stubber convert and stubber compare")
struct ConversionCommandTests {
  private static func run(_ arguments: [String]) throws -> ChildProcess.Result {
    try ChildProcess(try command(), arguments).finish()
  }

  /// The command in the folder that the running tests were built into.
  static func command() throws -> String {
    var folder = URL(filePath: CommandLine.arguments[0]).resolvingSymlinksInPath()
    while folder.path != "/" {
      folder.deleteLastPathComponent()
      let candidate = folder.appending(path: "stubber").path
      if FileManager.default.isExecutableFile(atPath: candidate) {
        return candidate
      }
    }
    throw CocoaError(.fileNoSuchFile)
  }

  private static func cassette(_ url: String, _ body: String) -> String {
    """
    cassette: 1
    name: texts
    interactions:
      - request:
          method: GET
          url: \(url)
        response:
          status: 200
          headers:
            - Content-Type: text/plain
            - Server: "REDACTED-server-1"
          body: "\(body)"
        timing:
          wait: 1.000ms
          receive: 0.000ms

    """
  }

  @Test("A recording of which nothing can be stored is an error, and no file is written")
  func errorsOnly() throws {
    let folder = try TemporaryFolder()
    let (input, output) = (folder.file("a.yaml"), folder.file("b.json"))
    let text = """
      cassette: 1
      interactions:
        - request: { method: GET, url: http://a.example/ }
          error: { code: -1001 }

      """
    try Data(text.utf8).write(to: URL(filePath: input))
    let result = try Self.run(["convert", input, output, "--to", "vinyl"])
    #expect(
      result.errors == """
        error: Vinyl can store none of the interactions in \(input), so nothing is written
        Vinyl cannot store errors; interactions with one are left out (1 of 1 interactions).

        """)
    #expect(result.code == 3)
    #expect(!FileManager.default.fileExists(atPath: output))
  }

  @Test("A recording is written in the format of the extension, and losses are reported")
  func conversion() throws {
    let folder = try TemporaryFolder()
    let (input, output) = (folder.file("a.yaml"), folder.file("b.har"))
    try Data(Self.cassette("http://a.example/", "x").utf8).write(to: URL(filePath: input))
    let result = try Self.run(["convert", input, output])
    #expect(
      result.output == """
        1 interaction written to \(output) as HAR
        HAR cannot store unknown request dates; they become 1970 (1 of 1 interactions).

        """)
    #expect(result.code == 0)
    let again = try Self.run(["convert", input, output])
    #expect(
      again.errors == "error: \(output) already exists; use --force to overwrite it\n")
    #expect(again.code == 3)
    let forced = try Self.run(
      ["convert", output, output, "--to", "vinyl", "--force", "--json"])
    let event = try JSONValue(parsing: forced.output)
    #expect(event["format"] == "vinyl")
    #expect(event["losses"]?.array?.count == 3)
    #expect(forced.code == 0)
    #expect(try RuleSet(contentsOf: [output]).cassettes.count == 1)
  }

  @Test("A link to standard output prints the recording, without --force, and stays")
  func standardOutput() throws {
    let folder = try TemporaryFolder()
    let (input, output) = (folder.file("a.yaml"), folder.file("out.har"))
    try folder.write(Self.cassette("http://a.example/", "x"), to: "a.yaml")
    try FileManager.default.createSymbolicLink(
      atPath: output, withDestinationPath: "/dev/stdout")
    let result = try Self.run(["convert", input, output])
    #expect(result.output.hasPrefix("{"))
    #expect(result.output.contains("http://a.example/"))
    #expect(result.output.contains("1 interaction written to \(output) as HAR\n"))
    #expect(result.code == 0)
    #expect(try FileManager.default.destinationOfSymbolicLink(atPath: output) == "/dev/stdout")
  }

  @Test("Interactions that the format cannot store are not counted as written")
  func leftOut() throws {
    let folder = try TemporaryFolder()
    let (input, output) = (folder.file("a.yaml"), folder.file("b.yml"))
    let failed = """
        - request: { method: GET, url: "http://a.example/gone" }
          error: { domain: NSURLErrorDomain, code: -1004 }

      """
    try Data((Self.cassette("http://a.example/", "x") + failed).utf8).write(
      to: URL(filePath: input))
    let result = try Self.run(["convert", input, output, "--to", "vcr"])
    #expect(result.output.hasPrefix("1 of 2 interactions written to \(output) as VCR\n"))
    #expect(result.code == 0)
    let forced = try Self.run(["convert", input, output, "--to", "vcr", "--force", "--json"])
    let event = try JSONValue(parsing: forced.output)
    #expect(event["interactions"] == 1)
    #expect(event["leftOut"] == 1)
  }

  @Test("A name without a known format, and a file that is not a recording, are refused")
  func refusals() throws {
    let folder = try TemporaryFolder()
    let input = folder.file("a.yaml")
    try Data("stubs:\n  - match: { path: /a }\n    respond: { GET: {} }\n".utf8)
      .write(to: URL(filePath: input))
    let name = try Self.run(["convert", input, folder.file("b.json")])
    #expect(name.code == 2)
    #expect(
      name.errors.contains(
        "several formats use .json; add --to dvr, --to vinyl, --to wiremock or --to yahttpvcr\n"))
    let stubs = try Self.run(["convert", input, folder.file("b.har")])
    #expect(stubs.code == 3)
    #expect(
      stubs.errors == "error: \(input) contains stubs; only recordings can be converted\n")
    #expect(!FileManager.default.fileExists(atPath: folder.file("b.har")))
  }

  @Test("Differences of the server's responses are reported, and nothing is written")
  func comparison() throws {
    guard let server = try PythonServer() else { return }
    let folder = try TemporaryFolder()
    let (same, other) = (folder.file("same.yaml"), folder.file("other.yaml"))
    try Data(Self.cassette("\(server.url)/text", #"one\ntwo\n"#).utf8)
      .write(to: URL(filePath: same))
    try Data(Self.cassette("https://api.example/text", #"one\n2\n"#).utf8)
      .write(to: URL(filePath: other))
    let unchanged = try Self.run(["compare", same, server.url])
    #expect(unchanged.output == "1 request compared: 0 changed, 1 unchanged\n")
    #expect(unchanged.code == 0)
    let before = try Data(contentsOf: URL(filePath: other))
    let changed = try Self.run(["compare", other, server.url])
    #expect(
      changed.output == """
        GET https://api.example/text
          body from line 2: "2" → "two"
        1 request compared: 1 changed, 0 unchanged

        """)
    #expect(changed.code == 1)
    let recording = try Self.run(["record", server.url, "-o", other, "--compare"])
    #expect(recording == changed)
    #expect(try Data(contentsOf: URL(filePath: other)) == before)
    server.stop()
    let gone = try Self.run(["compare", same, server.url, "--json"])
    #expect(gone.code == 1)
    #expect(gone.output.contains(#""part":"response","recorded":"status 200","found":"the error"#))
  }

  @Test("Python's YAML reader reads the same from files written for VCR and VCR.py")
  func pythonYAML() throws {
    guard let python = Self.pythonWithYAML else {
      print("skipped: python3 cannot import yaml; pip install pyyaml")
      return
    }
    let folder = try TemporaryFolder()
    let input = folder.file("a.yaml")
    let texts = ["yes", "1e3", "2001-01-01", "a: b", "# c", "'", "*/*", "é", "~", ""]
    let body = "a\\n\\n  b: c\\n"
    let fields = texts.map { "        - X-Text: \(JSONValue.string($0).text())\n" }.joined()
    try Data(
      Self.cassette("http://a.example/", body).replacing(
        "        - Content-Type: text/plain\n", with: fields
      ).utf8
    ).write(to: URL(filePath: input))
    let script = """
      import json, sys, yaml
      tree = yaml.safe_load(open(sys.argv[1]))
      list = tree.get("interactions") or tree["http_interactions"]
      response = list[0]["response"]
      print(json.dumps([response["headers"]["X-Text"], response["body"]["string"]]))
      """
    for format in ["vcr", "vcrpy"] {
      let output = folder.file("\(format).yaml")
      #expect(try Self.run(["convert", input, output, "--to", format]).code == 0)
      let result = try ChildProcess(python, ["-c", script, output]).finish()
      #expect(
        try JSONValue(parsing: result.output)
          == [.array(texts.map { .string($0) }), "a\n\n  b: c\n"])
    }
  }

  static let pythonWithYAML = ["/usr/bin/python3", "/usr/local/bin/python3"].first {
    guard FileManager.default.isExecutableFile(atPath: $0) else { return false }
    return (try? ChildProcess($0, ["-c", "import yaml"]).finish().code) == 0
  }
}
