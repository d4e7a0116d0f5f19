import Foundation
import TestSupport
import Testing

@Suite("Checking and explaining", .serialized, .timeLimit(.minutes(5)))
struct FindingsTests {
  private static let rules = """
    stubs:
      - name: one book
        match: { uri: "/books/{id}" }
        respond: { GET: { text: "book {{uri.id}}" } }
      - name: books
        match: { path: /books, headers: { Accept: { contains: json } } }
        respond: { GET: { json: [] } }

    """

  @Test(
    "A mistake is reported with file, line, column and remedy, and the exit code is 1",
    arguments: [
      ("stubs:\n  - mach: { path: /a }\n    respond: { GET: {} }\n", "2:5", "match"),
      ("stubs: [\n", "2:1", "expected a value"),
      (
        "stubs:\n  - match: { urlRegex: 'a(' }\n    respond: { GET: {} }\n", "2:27",
        "missing closing parenthesis"
      ),
      (
        "stubs:\n  - match: { path: /a }\n    respond: { GET: { bodyFile: no.txt } }\n", "3:",
        "no.txt"
      ),
    ])
  func faults(text: String, place: String, mention: String) throws {
    let folder = try TemporaryFolder()
    let file = try folder.write(text, to: "a.yaml")
    let result = try Program.run(["check", file])
    #expect(result.code == 1)
    #expect(result.output.hasPrefix("\(file):\(place)"), "\(result.output)")
    #expect(result.output.contains(mention))
    #expect(result.output.contains("1 file, "))
    let refused = try Program.run(["serve", file, "--port", "0"])
    #expect(refused.code == 3)
    #expect(refused.errors.hasPrefix("\(file):\(place)"))
  }

  @Test("Files without mistakes have no problems, and the exit code is 0")
  func sound() throws {
    let folder = try TemporaryFolder()
    try folder.write(Self.rules, to: "a.yaml")
    let result = try Program.run(["check", folder.path])
    #expect(result.output == "1 file, 2 stubs: no problems\n")
    #expect(result.code == 0)
    #expect(try Program.run(["check", folder.path, "--json"]).output.isEmpty)
  }

  @Test("Possible secrets are grouped, and are a problem only if that is asked for")
  func secrets() throws {
    let interaction = """
        - request: { method: GET, url: "http://h/?access_token=q9w8e7r6t5z4&page_key=1a2b3c4d5e6f" }
          response: { status: 200 }

      """
    let folder = try TemporaryFolder()
    let file = try folder.write(
      "cassette: 1\ninteractions:\n" + String(repeating: interaction, count: 3), to: "a.yaml")
    let result = try Program.run(["check", file])
    #expect(
      result.output == """
        \(file):3:3: warning: this looks like a secret in the request GET /: query item access_token \
        (3 times in this file); record it again with secrets hidden, or use a made-up value
        1 file, 1 stub: no problems, 3 possible secrets

        """)
    #expect(result.code == 0)
    #expect(try Program.run(["check", file, "--fail-on-secrets"]).code == 1)
    let kept = try Program.run(["check", file, "--fail-on-secrets", "--keep", "access-token"])
    #expect(kept.output == "1 file, 1 stub: no problems\n")
    #expect(kept.code == 0)
  }

  @Test("The stub that answers is explained first, then the closest others")
  func winner() throws {
    let folder = try TemporaryFolder()
    let file = try folder.write(Self.rules, to: "a.yaml")
    let result = try Program.run(["explain", file, "--", "get", "/books/7"])
    #expect(result.code == 0)
    #expect(
      result.output == """
        GET /books/7 is answered by stub "one book" (\(file):2)
          ✓ URI matches /books/{id}
          response: 200

        Closest other stubs:
        stub "books" (\(file):5)
          ✗ path is "/books" (got "/books/7")
          ✗ header Accept contains "json" (missing)

        """)
  }

  @Test("A template that may take long is filled in")
  func repeatingTemplate() throws {
    let folder = try TemporaryFolder()
    let rules = "respond: { status: 202, text: '{{#each query.a}}x{{/each}}' }"
    let file = try folder.write(rules, to: "a.yaml")
    let result = try Program.run(["explain", file, "--", "GET", "/?a=1"])
    #expect(result.code == 0)
    #expect(result.output.contains("  response: 202\n"), "\(result.output)")
  }

  @Test("A request may have header fields")
  func fields() throws {
    let folder = try TemporaryFolder()
    let file = try folder.write(Self.rules, to: "a.yaml")
    let result = try Program.run(
      ["explain", file, "--json", "--", "GET", "/books", "-H", "Accept: application/json"])
    #expect(result.code == 0)
    #expect(result.output.contains(#""stub":"stub \"books\" (\#(file):5)""#))
    #expect(result.output.contains(#""status":200"#))
  }

  @Test("If no stub matches, the report says why, and the exit code is 1")
  func unmatched() throws {
    let folder = try TemporaryFolder()
    let file = try folder.write(Self.rules, to: "a.yaml")
    let result = try Program.run(["explain", file, "--", "GET", "/book"])
    #expect(result.code == 1)
    #expect(result.output.hasPrefix("No stub matches GET /book\nClosest 2 of 2 stubs:\n"))
  }

  @Test("Limits on the work of a request can be tried out")
  func limits() throws {
    let folder = try TemporaryFolder()
    let rules = "stubs: [{match: {jsonPath: {$..*..*..*..*: {present: true}}}, respond: {text: a}}]"
    let file = try folder.write(rules, to: "a.yaml")
    let request = ["--", "POST", "/", "--body", "[[[[[[[[1]]]]]]]]"]
    func result(_ limit: String...) throws -> (code: Int32, output: String) {
      let result = try Program.run(["explain", file] + limit + request)
      return (result.code, result.output)
    }
    #expect(try result().code == 0)
    let steps = try result("--step-limit", "1")
    #expect(steps.code == 1)
    #expect(steps.output.contains("gave up after 34 steps"), "\(steps.output)")
    let size = try result("--max-parsed-body", "8")
    #expect(size.code == 1)
    #expect(size.output.contains("8 bytes"), "\(size.output)")
  }
}
