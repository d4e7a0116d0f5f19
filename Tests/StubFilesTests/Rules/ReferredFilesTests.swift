import StubCore
import TestSupport
import Testing

@testable import StubCassettes
@testable import StubDocuments
@testable import StubRules
@testable import StubTools

@Suite("Files that rule files refer to")
struct ReferredFilesTests {
  private static let tape = """
    cassette: 1
    interactions:
      - request: { method: GET, url: "http://a.example/" }
        response: { status: 200, body: "x" }

    """

  @Test("Those that are read once are listed with their stamps, and those that are missing")
  func files() throws {
    let folder = try TemporaryFolder([
      "m.txt": "HTTP/1.1 200 OK\r\n\r\nhi", "rb.txt": "request", "body.txt": "for each request",
      "tapes/t.yaml": Self.tape,
      "rules/a.yaml": """
      stubs:
        - match: { path: /m, body: { file: ../rb.txt } }
          respond: { POST: { message: ../m.txt } }
        - match: { path: /b }
          respond: { GET: { bodyFile: ../body.txt } }
        - match: { path: /n }
          respond: { GET: { message: ../none.txt } }
      cassettes: [{ file: ../tapes/t.yaml }]

      """,
    ])
    let rules = RuleSet(reading: [folder.file("rules")], context: RuleContext(formats: .all))
    let names = ["rules/../m.txt", "rules/../none.txt", "rules/../rb.txt", "rules/../tapes/t.yaml"]
    #expect(rules.referredFiles.keys.sorted() == names.map { folder.file($0) })
    for (path, stamp) in rules.referredFiles { #expect(stamp == FileStamp(path: path)) }
  }

  @Test("A file that is a body is no rule file")
  func bodies() throws {
    let folder = try TemporaryFolder([
      "r.yaml": """
      stubs:
        - match: { path: /a, body: { file: bodies/request.json } }
          respond: { POST: { bodyFile: bodies/../bodies/named.json } }
        - match: { path: /b }
          respond: { GET: { bodyFile: bodies/long.json } }

      """,
      "bodies/request.json": #"{"x": 1}"#, "bodies/named.json": #"{"name": "x", "id": 1}"#,
      "bodies/long.json": "[\"\(String(repeating: "x", count: 300_000))\"]",
    ])
    let rules = RuleSet(reading: [folder.path], context: RuleContext(formats: .all))
    #expect(rules.diagnostics.description == "")
    #expect(rules.stubs.count == 2)
    #expect(rules.files == [folder.file("r.yaml")])
  }

  @Test("A file that is no rule file is reported if no rule file names it, or only one with errors")
  func otherBodies() throws {
    let folder = try TemporaryFolder([
      "r.yaml": "match: { path: /a }\nrespond: { bodyFile: a.json }\n", "a.json": #"{"x": 1}"#,
      "b.json": #"{"x": 1}"#,
    ])
    func found() -> [String] {
      RuleSet(reading: [folder.path], context: RuleContext(formats: .all)).diagnostics.sorted.map(
        \.message)
    }
    let message =
      #"unknown format with the keys "x"; start with "stubs:" and a list, or move it into "#
      + #"a folder "__files" if it is a body"#
    #expect(found() == [message])
    try folder.write("match: { pth: /a }\nrespond: { bodyFile: a.json }\n", to: "r.yaml")
    #expect(found().prefix(2) == [message, message])
  }

  @Test("Those of many files and of long lists are all listed")
  func many() throws {
    let folder = try TemporaryFolder()
    for number in 0..<3 {
      try folder.write("HTTP/1.1 200 OK\r\n\r\nhi", to: "m\(number).txt")
      let stubs = (0..<600).map {
        "  - { match: { path: /\($0) }, respond: { GET: { message: m\(number).txt } } }\n"
      }
      try folder.write("stubs:\n" + stubs.joined(), to: "\(number).yaml")
    }
    let rules = RuleSet(reading: [folder.path], context: RuleContext(formats: .all))
    #expect(!rules.diagnostics.hasErrors)
    #expect(rules.referredFiles.keys.sorted() == (0..<3).map { folder.file("m\($0).txt") })
  }

  /// Stub files of many forms, each with the file `b.txt` beside it.
  private static let referring = [
    (
      "stubs.yaml",
      "stubs: [{ match: { path: /m, body: { file: b.txt } }, respond: { status: 200 } }]\n"
    ),
    ("message.yaml", "stubs: [{ match: { path: /m }, respond: { message: b.txt } }]\n"),
    (
      "template.yaml",
      "stubs: [{ match: { path: /m }, respond: { template: true, bodyFile: b.txt } }]\n"
    ),
    ("settings.yaml", "stubs: []\ncassettes: [{ file: b.txt }]\n"),
    (
      "hoverfly.json",
      #"{"data": {"pairs": [{"request": {}, "response": {"status": 200, "templated": true, "#
        + #""bodyFile": "b.txt"}}]}, "meta": {"schemaVersion": "v5.2"}}"#
    ),
    (
      "wiremock.json",
      #"{"request": {"urlPath": "/m"}, "response": {"bodyFileName": "b.txt", "#
        + #""transformers": ["response-template"]}}"#
    ),
    (
      "trace.har",
      #"{"log": {"version": "1.2", "creator": {"name": "a", "version": "1"}, "entries": [{"#
        + #""request": {"method": "GET", "url": "http://a.example/", "httpVersion": "HTTP/1.1", "#
        + #""headers": [], "queryString": [], "cookies": [], "headersSize": -1, "bodySize": 0}, "#
        + #""response": {"status": 200, "statusText": "OK", "httpVersion": "HTTP/1.1", "headers": [], "#
        + #""cookies": [], "redirectURL": "", "headersSize": -1, "bodySize": 2, "#
        + #""content": {"size": 2, "mimeType": "text/plain", "_file": "b.txt"}}}]}}"#
    ),
    (
      "tape.yaml",
      "!tape\nname: a\ninteractions:\n- recorded: 2013-10-31T21:26:22.666Z\n"
        + "  request: { method: GET, uri: \"https://a.example/\", headers: {} }\n"
        + "  response: { status: 200, headers: {}, body: !file b.txt }\n"
    ),
  ]

  @Test(
    "What a stub file refers to is read in the way in which it is read itself",
    arguments: referring.indices)
  func reading(number: Int) throws {
    let (name, text) = Self.referring[number]
    let folder = try TemporaryFolder([name: text, "b.txt": "HTTP/1.1 200 OK\r\n\r\nhi"])
    if name == "wiremock.json" { try folder.write("hi", to: "__files/b.txt") }
    let names = Lock<Set<String>>([])
    var context = RuleContext(formats: .all)
    context.reading = FileSource { path, limit in
      names.withLock { _ = $0.insert(String(path.split(separator: "/").last ?? "")) }
      return FileSource.files.bytes(path, limit)
    }
    _ = RuleSet(reading: [folder.file(name)], context: context)
    #expect(names.withLock { $0 } == [name, "b.txt"])
  }
}
