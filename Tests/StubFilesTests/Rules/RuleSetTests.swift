import CoreTestSupport
import Foundation
import StubCore
import TestSupport
import Testing

@testable import StubCassettes
@testable import StubDocuments
@testable import StubRules
@testable import StubTools

@Suite struct RuleSetTests {
  private let request = ReceivedRequest(.get, "http://a.com/x")

  @Test("All rule files below a folder are read by path; of equals the last file wins")
  func folder() throws {
    let folder = try TemporaryFolder([
      "b.yaml": "respond: { text: b }", "a/z.json": #"[{"respond": {"text": "a"}}]"#,
      "c/d/c.jsonc": #"{"respond": {"text": "c"}, } // last"#, "note.txt": "{ no",
    ])
    let rules = try RuleSet(contentsOf: [folder.path], formats: .all)
    #expect(rules.files == ["a/z.json", "b.yaml", "c/d/c.jsonc"].map { "\(folder.path)/\($0)" })
    #expect(rules.stubs.map(\.origin.file) == rules.files)
    let set = StubSet()
    set.replaceAll(with: rules)
    #expect(set.text(for: request) == "c")
  }

  @Test("Several documents of a file are read as one after the other")
  func documents() throws {
    let rules = try RuleSet(
      text: """
        stubs: [{ respond: { text: first } }]
        unhandled: optin
        ---
        - respond: { text: second }
        - respond: { text: third }
        ---
        respond: { text: fourth }
        ---
        ---
        unhandled: optin
        ignore: [{ host: localhost }]
        """)
    #expect(rules.diagnostics.description == "")
    #expect(rules.stubs.map(\.origin.line) == [1, 4, 5, 7])
    #expect(rules.ignoreRules.count == 1)
    #expect(rules.unhandledMode == .optin)
  }

  @Test("An empty file says nothing", arguments: ["", "\n# nothing\n", "stubs: []", "[]", "{}"])
  func empty(text: String) throws {
    let rules = try RuleSet(text: text)
    #expect(rules.diagnostics.description == "")
    #expect(rules.stubs.isEmpty)
    #expect(rules.unhandledMode == nil)
  }

  @Test("With one fault nothing is added, and the error prints all that is wrong")
  func allOrNothing() throws {
    let folder = try TemporaryFolder([
      "a.yaml": "respond: { text: a }", "b.yaml": "respond: { stats: 200 }\nmatch: { method: 3 }",
    ])
    let set = StubSet()
    let error = #expect(throws: DiagnosticList.self) {
      try set.load(contentsOf: folder.path, formats: .all)
    }
    #expect(set.stubs.isEmpty)
    let path = "\(folder.path)/b.yaml"
    let printed = try #require(error?.description)
    #expect(printed.contains("\(path):1:12: error: unknown key \"stats\""))
    #expect(printed.contains("\(path):2:18: error: \"method\" must be text, not 3"))
  }

  @Test("Loading adds to the existing stubs, and sets the mode if a file contains one")
  func loading() throws {
    let folder = try TemporaryFolder([
      "a.yaml": "unhandled: optin\nstubs: [{ respond: { text: a } }]\nignore: [{ host: b.com }]",
      "b.yaml": "respond: { text: b }",
    ])
    let set = StubSet()
    try set.load(contentsOf: folder.path + "/b.yaml", formats: .all)
    #expect(set.unhandledMode == .optout)
    #expect(try set.load(contentsOf: folder.path + "/a.yaml", formats: .all).count == 1)
    #expect(set.stubs.count == 2)
    #expect(set.text(for: request) == "a")
    #expect(set.unhandledMode == .optin)
    #expect(set.ignoreRules.count == 1)
  }

  @Test("Modes that contradict each other are reported with both places")
  func modes() throws {
    let folder = try TemporaryFolder([
      "a.yaml": "unhandled: optin", "b.yaml": "stubs: []\nunhandled: optout",
    ])
    let rules = RuleSet(reading: [folder.path], context: RuleContext(formats: .all))
    #expect(
      rules.diagnostics.description == """
        \(folder.path)/b.yaml:2:12: error: "unhandled" must be the same mode as at \
        \(folder.path)/a.yaml:1:12, not "optout"; remove one of the two
        unhandled: optout
                   ^
        """)
  }

  @Test(
    "The base URL stands before paths of its file, wherever it is written",
    arguments: [
      ("match: { url: /users }", "https://api.example.com/v1/users", true),
      ("match: { url: /users }", "https://other.com/v1/users", false),
      ("match: { url: /users }", "https://api.example.com/users", false),
      ("match: { uri: '/users/{id}' }", "https://api.example.com/v1/users/7", true),
      ("match: { uri: '/users/{id}' }", "https://other.com/v1/users/7", false),
      ("match: { uri: '{+path}' }", "https://api.example.com/v1/users/7", true),
      ("match: { uri: '{+path}' }", "https://api.example.com/users", false),
      ("match: { uri: '{/id}' }", "https://api.example.com/v1/7", true),
      ("match: { uri: '{/id}' }", "https://api.example.com/7", false),
      ("match: { uri: '{?page}' }", "https://api.example.com/v1?page=5", true),
      ("match: { uri: '{?page}' }", "https://api.example.com/?page=5", false),
      ("match: { url: '?page=5' }", "https://api.example.com/v1?page=5", true),
      ("match: { url: '?page=5' }", "https://api.example.com/?page=5", false),
      ("match: { uri: '{scheme}://b.com/x' }", "http://b.com/x", true),
      ("match: { url: '//b.com/x' }", "http://b.com/x", true),
      ("match: { url: http://b.com/x }", "http://b.com/x", true),
      ("match: { path: /users }", "http://b.com/users", true),
    ])
  func baseURL(match: String, url: String, isAccepted: Bool) throws {
    let set = try StubSet.reading(
      "- \(match)\n  respond: {}\n---\nbaseURL: https://api.example.com/v1/")
    #expect(set.answers(ReceivedRequest(.get, url)) == isAccepted)
  }

  @Test("Variables of the environment are filled into base URLs, URLs, templates and hosts")
  func variables() throws {
    let set = try StubSet.reading(
      """
      baseURL: https://${HOST}/${STAGE:-test}
      stubs:
        - { match: { url: /a }, respond: { text: url } }
        - { match: { uri: '/b/{id}' }, respond: { text: uri } }
        - { match: { host: '${HOST}', path: /c }, respond: { text: host } }
        - { match: { host: { suffix: '.${HOST}' } }, respond: { text: suffix } }
        - { match: { path: '/$${HOST}' }, respond: { text: '${HOST}' } }
      """, variables: ["HOST": "a.com"])
    func text(_ url: String) -> String? { set.text(for: ReceivedRequest(.get, url)) }
    #expect(text("https://a.com/test/a") == "url")
    #expect(text("https://a.com/test/b/1") == "uri")
    #expect(text("https://a.com/c") == "host")
    #expect(text("https://b.a.com/c") == "suffix")
    #expect(text("https://c.com/$$%7BHOST%7D") == "${HOST}")
  }

  @Test("An error in a template is reported at its position, also after a base URL")
  func templateBehindBaseURL() throws {
    let rules = try RuleSet(text: "baseURL: http://a.com\nstubs: [{ match: { uri: '/x/{id' } }]")
    #expect(rules.diagnostics.sorted.map(\.column) == [29])
  }

  @Test("A file that is not there is reported")
  func missing() {
    let rules = RuleSet(reading: ["/no/such/file.yaml"], context: RuleContext(formats: .all))
    #expect(
      rules.diagnostics.description
        == "/no/such/file.yaml: error: no such file or folder")
  }

  @Test("The sample files of the repository are read without a finding")
  func samples() throws {
    let check = RuleCheck(of: [Self.samples.path], context: RuleContext(formats: .all))
    #expect(check.diagnostics.description == "")
    #expect(check.secrets.description == "")
    #expect(!check.rules.stubs.isEmpty)
  }

  @Test("A schema that is given by name, as a shell does for Stubs/*, has no rules")
  func schema() {
    let rules = RuleSet(
      reading: [Self.samples.appending(path: "schema.json").path],
      context: RuleContext(formats: .all))
    #expect(rules.files.count == 1)
    #expect(rules.diagnostics.description == "")
    #expect(rules.stubs.isEmpty)
  }

  private static let samples = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().appending(path: "Stubs")

  @Test(
    "The rule that a report suggests answers the request",
    arguments: [
      ("/a", "to=http://b/c"), ("//x/y", nil), ("//x/y", "a=1&b=&a=%22%0A${A}"),
      ("/a/${HOME}", nil),
      ("/a/$${A:-b}", "c=${"), ("/it's", "q='#"), ("/*", nil),
    ] as [(String, String?)])
  func suggestedRule(path: String, query: String?) throws {
    let request = ReceivedRequest(
      method: .get,
      target: RequestURL(
        scheme: nil, host: "localhost", port: 8_080, path: path, query: query, ownPort: 8_080),
      headers: ["Host": "localhost:8080"], body: RequestBody.none, httpVersion: "1.1",
      clientCertificateSubject: nil, isFromListener: true)
    let rule = StubSet().explain(request).report.suggestedRule.joined(separator: "\n")
    let set = StubSet()
    set.replaceAll(with: try RuleSet(text: rule, variables: ["HOME": "/root"]))
    #expect(set.answers(request), "\(rule)")
  }
}
