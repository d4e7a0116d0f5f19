import StubCore
import Testing

@testable import StubCassettes
@testable import StubDocuments
@testable import StubRules
@testable import StubTools

@Suite("Texts in conditions that no request can have")
struct LiteralCheckTests {
  private func findings(_ match: String) throws -> [String] {
    try RuleSet(text: "match: { \(match) }\nrespond: {}").diagnostics.sorted.map {
      "\($0.severity) \($0.column ?? 0): \($0.message)"
    }
  }

  private func messages(_ match: String) throws -> [String] {
    try RuleSet(text: "match: { \(match) }\nrespond: {}").diagnostics.sorted.map(\.message)
  }

  @Test(
    "A path starts with a slash and has no query, in every condition on it",
    arguments: [
      ("path: { equals: api }", 26, "equals", "api", "use \"/api\""),
      ("path: { equalsIgnoringCase: users }", 38, "equalsIgnoringCase", "users", "use \"/users\""),
      ("path: { prefix: 'users/' }", 26, "prefix", "users/", "use \"/users/\""),
      ("path: { glob: 'users/*' }", 24, "glob", "users/*", "use \"/users/*\""),
      ("path: { any: [users, /b] }", 24, "any", "users", "use \"/users\""),
      ("path: { not: { prefix: a } }", 33, "prefix", "a", "use \"/a\""),
      (
        "path: http://a.example/x", 16, "path", "http://a.example/x",
        "use \"url\", or \"host\" for the host"
      ),
      (
        "path: { glob: 'http://a.example/*' }", 24, "glob", "http://a.example/*",
        "use \"url\", or \"host\" for the host"
      ),
      (
        "path: users?page=2", 16, "path", "users?page=2", "use \"url\", or \"query\" for the query"
      ),
      (
        "path: { all: [/a, '/b?c=1'] }", 28, "all", "/b?c=1",
        "use \"url\", or \"query\" for the query"
      ),
    ])
  func paths(match: String, column: Int, key: String, text: String, remedy: String) throws {
    #expect(
      try findings(match) == [
        "error \(column): \"\(key)\" must be a path that starts with \"/\", without query, "
          + "not \"\(text)\"; \(remedy)"
      ])
  }

  @Test("A part of a path has no query", arguments: ["suffix", "contains"])
  func partsOfPaths(key: String) throws {
    #expect(
      try messages("path: { \(key): '?x=1' }") == [
        "\"\(key)\" must be part of a path, without query, not \"?x=1\"; "
          + "use \"url\", or \"query\" for the query"
      ])
  }

  @Test(
    "A host has no scheme, path and port, and no sign that another condition reads",
    arguments: [
      (
        "host: { domain: .example.com }",
        "\"domain\" must be a host name without dot or star before "
          + "it, not \".example.com\"; use \"example.com\", which includes all names below it"
      ),
      (
        "host: { domain: '*.example.com' }",
        "\"domain\" must be a host name without dot or star "
          + "before it, not \"*.example.com\"; use \"example.com\", which includes all names "
          + "below it"
      ),
      (
        "host: .example.com",
        "\"host\" must be a host name without scheme, port and path, "
          + "not \".example.com\"; use { domain: \"example.com\" }"
      ),
      (
        "host: { any: ['http://a.example'] }",
        "\"any\" must be a host name without scheme, port "
          + "and path, not \"http://a.example\"; use \"url\" for it"
      ),
      (
        "host: { glob: '*.example:81' }",
        "\"glob\" must be a host name without scheme, port and "
          + "path, not \"*.example:81\"; use \"*.example\" and port: 81"
      ),
      (
        "host: { suffix: '*.example' }",
        "\"suffix\" must be a host name without scheme, port and "
          + "path, not \"*.example\"; use { glob: \"*.example\" }"
      ),
      (
        "host: bücher.example",
        "\"host\" must be a host name in ASCII, not \"bücher.example\"; "
          + "use its form that starts with \"xn--\""
      ),
    ] as [(String, String)])
  func hosts(match: String, message: String) throws {
    #expect(try messages(match) == [message])
  }

  @Test(
    "A bearer token does not include its scheme",
    arguments: [
      ("bearer: 'Bearer abc'", "\"bearer\" must be the token alone, not \"Bearer abc\""),
      ("bearer: { prefix: 'Bearer ' }", "\"prefix\" must be the token alone, not \"Bearer \""),
      ("bearer: { glob: 'Bearer a*' }", "\"glob\" must be the token alone, not \"Bearer a*\""),
    ])
  func bearer(match: String, message: String) throws {
    #expect(
      try messages(match) == ["\(message); leave out \"Bearer \""])
  }

  @Test(
    "The address of a client is neither a name nor a range",
    arguments: [
      ("localhost", "use \"127.0.0.1\" or \"::1\""),
      ("10.0.0.0/8", "use { prefix: … } for a range: \"10.\""),
    ])
  func clientAddress(text: String, remedy: String) throws {
    #expect(
      try findings("clientAddress: \(text)") == [
        "error 25: \"clientAddress\" must be an IP address, not \"\(text)\"; \(remedy)"
      ])
  }

  @Test(
    "A URL has a port that exists and a host in ASCII",
    arguments: [
      ("http://localhost:80800/x", "the port 80800 is not from 1 to 65535"),
      (
        "http://bücher.example/",
        "the host \"bücher.example\" is not in ASCII; use its form that starts with \"xn--\""
      ),
    ])
  func urls(url: String, message: String) throws {
    #expect(try findings("url: '\(url)'") == ["error 15: \(message)"])
    #expect(try findings("uri: '\(url){?page}'") == ["error 15: \(message)"])
  }

  @Test(
    "Others are taken as they are",
    arguments: [
      "path: { glob: '**/a' }", "path: { glob: '{/a,/b}/c' }", "path: { glob: '/a?' }",
      "path: { prefix: '' }", "path: { suffix: .png }", "path: { contains: a }",
      "path: { regex: users }", "path: { extension: json }", "path: { not: { suffix: / } }",
      "host: { suffix: .example.com }", "host: { prefix: api. }", "host: { glob: '**.example' }",
      "host: '::1'", "host: { regex: '^http:' }", "host: { domain: xn--bcher-kva.example }",
      "bearer: { prefix: test- }", "bearer: Bearer", "headers: { Authorization: 'Bearer abc' }",
      "clientAddress: 127.0.0.1", "clientAddress: '::1'", "clientAddress: { prefix: '10.' }",
      "clientAddress: { glob: '10.*' }", "url: 'http://localhost:65535/x'",
      "uri: 'http://localhost:{port}/x'", "uri: '{scheme}://a.example:1/x'",
    ])
  func others(match: String) throws {
    #expect(try findings(match) == [])
  }
}
