import StubCore
import TestSupport
import Testing

@testable import StubCassettes
@testable import StubDocuments
@testable import StubRules
@testable import StubTools

@Suite struct RuleCheckTests {
  /// What the checks say of files, without the lines they show.
  private func findings(_ texts: KeyValuePairs<String, String>) throws -> [String] {
    var reader = RuleFileReader(
      variables: EnvironmentVariables([:]), keepsOutlines: true, formats: .all)
    for (name, text) in texts { reader.read(try SourceText(name: name, text: text)) }
    let check = RuleCheck(reader)
    return (check.diagnostics.sorted + check.secrets.sorted).map {
      "\($0.file):\($0.line ?? 0): \($0.severity): \($0.message)"
    }
  }

  private func findings(_ text: String) throws -> [String] { try findings(["a.yaml": text]) }

  @Test("A file without faults has no findings")
  func clean() throws {
    #expect(try findings(RuleExampleTests.example) == [])
  }

  @Test("A stub that a later one with the same match always outdoes is found")
  func identical() throws {
    let stubs =
      "- { match: { path: /a, method: GET }, respond: { status: 200 } }\n"
      + "- { match: { method: GET, path: /a }, respond: { status: 404 } }"
    #expect(
      try findings(stubs) == [
        "a.yaml:1: warning: this stub never answers: the one at line 2 has the same match "
          + "and comes later; change their order, or remove one"
      ])
  }

  @Test("A stub for CONNECT is not outdone by one for any method")
  func tunnels() throws {
    #expect(try findings("- respond: { CONNECT: {} }\n- respond: {}") == [])
  }

  @Test("The same match in another file is found with its place")
  func otherFile() throws {
    let stub = "{ match: { path: /a }, respond: {} }"
    #expect(
      try findings(["a.yaml": stub, "b.yaml": stub]) == [
        "a.yaml:1: warning: this stub never answers: stub at b.yaml:1 has the same match and "
          + "is in a later file; change their order, or remove one"
      ])
  }

  @Test("A stub is found whose conditions include all those of one that is asked earlier")
  func wider() throws {
    let narrow = "- { match: { path: /a, headers: { A: b, C: d } }, respond: { GET: {} } }\n"
    #expect(
      try findings(narrow + "- { match: { path: /a, headers: { c: d } }, respond: {} }") == [
        "a.yaml:1: warning: this stub never answers: the one at line 2 matches all that this "
          + "one does and comes later; change their order, or remove one"
      ])
    #expect(
      try findings("- { priority: 1, respond: {} }\n" + narrow) == [
        "a.yaml:2: warning: this stub never answers: the one at line 1 matches every request "
          + "and has a lower priority number; remove one"
      ])
  }

  @Test("Methods of a stub that are never answered are named")
  func methods() throws {
    let stubs =
      "- { match: { path: /a }, respond: { GET: {}, POST: {}, PUT: {} } }\n"
      + "- { match: { path: /a }, respond: { PUT: {}, GET: {} } }"
    #expect(
      try findings(stubs) == [
        "a.yaml:1: warning: this stub never answers GET, PUT: the one at line 2 has the same "
          + "match and comes later; change their order, or remove one"
      ])
  }

  @Test(
    "A stub that another leaves something to answer is not found",
    arguments: [
      "- { match: { path: /a }, respond: {} }\n- { match: { path: /a, port: 1 }, respond: {} }",
      "- { match: { path: /a }, respond: {} }\n- { match: { path: /a }, times: 2, respond: {} }",
      "- { respond: {} }\n- { respond: { sequence: [{}], then: fallThrough } }",
      "- { respond: { GET: {} } }\n- { respond: { POST: {} } }",
      "- { priority: 1, match: { path: /a }, respond: {} }\n- { respond: {} }",
      "- { match: { url: /a }, respond: {} }\n"
        + "- { match: { url: /a, urlOptions: [ignorePath] }, respond: {} }",
      "- { match: { json: 1 }, respond: {} }\n"
        + "- { match: { json: 1, jsonOptions: [] }, respond: {} }",
      "- { respond: { any: {} } }\n- { respond: { GET: {} } }",
    ])
  func reachable(text: String) throws {
    #expect(try findings(text) == [])
  }

  @Test(
    "A URL that is only a path is not the same below another base URL",
    arguments: [
      "any: [{ url: /x }, { url: /y }]", "all: [{ any: [{ uri: /x }] }]", "not: { url: /x }",
      "url: /x",
    ])
  func baseURLs(match: String) throws {
    func file(_ host: String) -> String {
      "baseURL: http://\(host).example\nstubs: [{ match: { \(match) }, respond: {} }]"
    }
    #expect(try findings(["a.yaml": file("a"), "b.yaml": file("b")]) == [])
    #expect(try findings(["a.yaml": file("a"), "b.yaml": file("a")]).count == 1)
  }

  @Test("A body file of one name is not the same in another folder")
  func bodyFiles() throws {
    let folder = try TemporaryFolder()
    let rule = "match: { path: /x, any: [{ body: { file: req.txt } }] }\nrespond: {}"
    for name in ["a", "b"] { try folder.write(name, to: "\(name)/req.txt") }
    func check(_ names: String...) throws -> [String] {
      let paths = try names.map { try folder.write(rule, to: $0) }
      return RuleCheck(of: paths, context: RuleContext(formats: .all)).diagnostics.sorted.map(
        \.message)
    }
    #expect(try check("a/r.yaml", "b/r.yaml") == [])
    #expect(try check("a/r.yaml", "a/s.yaml").count == 1)
  }

  @Test("A stub that never answers is found")
  func silent() throws {
    #expect(
      try findings("- { match: { path: /a } }\n- { times: 0, match: { path: /b }, respond: {} }")
        == [
          "a.yaml:1: warning: this stub has no response; add respond: { status: 200 }",
          #"a.yaml:2: warning: this stub never answers; remove it, or "times""#,
        ])
  }

  @Test("A stub whose responses are for other methods than it matches is found")
  func otherMethods() throws {
    let match = "match: { method: [PUT, HEAD] }"
    #expect(
      try findings("\(match)\nrespond: { POST: {} }") == [
        "a.yaml:1: warning: this stub matches only PUT, HEAD, but has responses only for "
          + #"other methods; remove "method": the keys of "respond" are enough"#
      ])
    #expect(try findings("\(match)\nrespond: { GET: {} }") == [])
    #expect(try findings("\(match)\nrespond: { any: {} }") == [])
  }

  @Test(
    "A pattern that backtracks without end is found",
    arguments: [
      "match: { path: { regex: '^(a+)+$' } }", "ignore: [{ urlRegex: '(\\w+\\s?)*$' }]",
      "match: { urlRegex: { pattern: '^https://a\\.com/(x*)*y', options: [caseInsensitive] } }",
      "match: { body: { not: { regex: '([a-z]|[a-z0-9])+#' } } }",
    ])
  func patterns(text: String) throws {
    let found = try findings(text).filter { $0.contains("slow regular expression") }
    #expect(found.count == 1)
  }

  @Test(
    "A pattern that does not is not found",
    arguments: [
      "^/users/[0-9]+(/[^/]+)*$", ".*api.*", "(a|b)+c", "^https?://([^/.]+\\.)+com/",
    ])
  func harmlessPatterns(pattern: String) throws {
    #expect(try findings("match: { urlRegex: '\(pattern)' }\nrespond: {}") == [])
  }

  @Test(
    "A name such as that of a query parameter is no operator",
    arguments: [
      "query", "queryEquals", "headers", "cookies", "form", "formEquals",
    ])
  func names(key: String) throws {
    let stub = "match: { \(key): { regex: '(a+)+$' } }\nrespond: {}"
    #expect(try findings(stub) == [])
    guard !key.hasSuffix("Equals") else { return }
    let pattern = "match: { \(key): { json: { regex: '(a+)+$' } } }\nrespond: {}"
    #expect(try findings(pattern).count == 1)
  }

  @Test("A pattern in a JSON body is none")
  func bodies() throws {
    #expect(try findings("respond: { json: { regex: '(a+)+$' } }") == [])
  }

  /// Made up here; put together so that no scanner takes this file for a leak.
  private static let secrets: [(kind: String, text: String)] = [
    ("a GitHub token", "ghp" + "_0123456789abcdefghijABCDEFGHIJ012345"),
    ("a GitLab token", "glpat" + "-0123456789abcdefghij"),
    ("an AWS access key", "AKIA" + "0123456789ABCDEF"),
    ("a Stripe key", "sk_live" + "_0123456789abcdef"),
    ("a Slack token", "xoxb" + "-0123456789-abcdef"),
    ("a Google API key", "AIza" + "0123456789abcdefghijklmnopqrstuvwxy"),
    ("an npm token", "npm" + "_0123456789abcdefghijABCDEFGHIJ012345"),
    ("a private key", "-----BEGIN RSA " + "PRIVATE KEY-----"),
    ("a JSON Web Token", "eyJ" + "hbGciOiJIUzI1NiJ9.eyJ" + "zdWIiOiIxIn0.c2lnbmF0dXJlMDEyMzQ1"),
    ("a bearer token", "Bearer " + "0123456789abcdefghij"),
    ("basic credentials", "Basic " + "YWRhOmNvdW50ZXNzLW9mLWxvdmVsYWNl"),
  ]

  @Test("A secret in plain text is found and not shown", arguments: secrets)
  func secret(kind: String, text: String) throws {
    let source = "match: { headers: { A: \"\(text)\" } }\nrespond: {}"
    #expect(
      try findings(source) == [
        "a.yaml:1: warning: this looks like \(kind); use a made-up value, or a condition such "
          + "as { present: true }"
      ])
    var reader = RuleFileReader(
      variables: EnvironmentVariables([:]), keepsOutlines: true, formats: .all)
    reader.read(try SourceText(name: "a.yaml", text: source))
    #expect(!RuleCheck(reader).secrets.description.contains(text))
  }

  @Test("Secrets of one kind in a file are one finding with their number")
  func grouped() throws {
    let text = "match: { headers: { A: \"\(Self.secrets[0].text)\" } }\nrespond: {}"
    let file = Array(repeating: text, count: 3).joined(separator: "\n---\n")
    var reader = RuleFileReader(
      variables: EnvironmentVariables([:]), keepsOutlines: true, formats: .all)
    for name in ["a.yaml", "b.yaml"] { reader.read(try SourceText(name: name, text: file)) }
    let check = RuleCheck(reader)
    #expect(check.secretCount == 6)
    #expect(
      check.secrets.sorted.map(\.message)
        == Array(
          repeating:
            "this looks like a GitHub token (3 times in this file); use a made-up value, or "
            + "a condition such as { present: true }", count: 2))
  }

  @Test("A long token behind bearer is found")
  func bearer() throws {
    #expect(try findings("match: { bearer: q9w8e7r6t5z4u3i2o1p0 }\nrespond: {}").count == 1)
  }

  @Test(
    "A placeholder of a secret is not reported",
    arguments: [
      "Bearer xxxxxxxxxxxxxxxxxxxxxxxxxxxx", "Bearer {{uuid}}", "Bearer test", "Basic dXNlcjpwYXNz",
      "sk_test_xxxxxxxxxxxxxxxx", "a bearer of 0123456789abcdefghij",
    ])
  func harmless(text: String) throws {
    #expect(try findings("match: { headers: { A: '\(text)' } }\nrespond: {}") == [])
  }

  @Test("Errors of reading are among the findings")
  func errors() throws {
    #expect(try findings("stub: []").map { $0.prefix(16) } == ["a.yaml:1: error:"])
  }
}
