import CoreTestSupport
import StubCore
import TestSupport
import Testing

@testable import StubCassettes
@testable import StubDocuments
@testable import StubRules
@testable import StubTools

@Suite("Literal texts that look like patterns")
struct LiteralPatternTests {
  private func findings(_ match: String) throws -> [String] {
    try RuleSet(text: "match: { \(match) }\nrespond: { status: 204 }").findings
  }

  @Test(
    "A literal text that looks like a pattern gets a warning with the key to use",
    arguments: [
      ("/users/{id}", "uri: \"/users/{id}\""),
      ("/users/{id}/posts", "uri: \"/users/{id}/posts\""),
      ("/files/{+path}", "uri: \"/files/{+path}\""),
      ("/users/:id", "uri: \"/users/{id}\""),
      ("/users/:id/posts/:post_id", "uri: \"/users/{id}/posts/{post_id}\""),
      ("/users/*", "path: { glob: \"/users/*\" }"),
      ("/users/**", "path: { glob: \"/users/**\" }"),
      ("/*.json", "path: { glob: \"/*.json\" }"),
      ("/users/.*", "path: { regex: \"^/users/.*$\" }"),
      ("/users/[0-9]+", "path: { regex: \"^/users/[0-9]+$\" }"),
    ])
  func paths(path: String, remedy: String) throws {
    #expect(
      try findings("path: '\(path)'") == [
        "warning 1:16: \"path\" matches only the literal text \"\(path)\"; use \(remedy), "
          + "or path: { equals: … } for the literal text"
      ])
  }

  @Test(
    "URLs get one too",
    arguments: [
      ("/users/{id}?page=2", "uri: \"/users/{id}?page=2\""),
      ("https://a.com/users/:id", "uri: \"https://a.com/users/{id}\""),
      ("https://a.com:81/users/*?a=b", "path: { glob: \"/users/*\" }"),
    ])
  func urls(url: String, remedy: String) throws {
    #expect(
      try findings("url: '\(url)'") == [
        "warning 1:15: \"url\" matches only the literal text \"\(url)\"; use \(remedy)"
      ])
  }

  @Test(
    "Others do not",
    arguments: [
      "path: /", "path: /users/7", "path: '/v1/projects:batch'", "path: /a:b", "path: '/:'",
      "path: '/12:30'", "path: '/:8080'", "path: /a.b+c", "path: '/{'", "path: '/{}'",
      "path: '/a{b'", "path: '/a(1)'", "path: '/$metadata'", "path: /~me/@you;v=1",
      "path: '/$${HOST}'", "url: '/$${HOST}'",
      "path: { equals: '/users/{id}' }", "path: { glob: '/users/*' }", "path: { any: ['/a/*'] }",
      "path: { regex: '^/users/.*' }", "uri: '/users/{id}'", "uri: '/users/*'",
      "url: 'http://a.com:8080/b'", "url: '/a?q=*&f={x}&t=:id'", "url: 'http://a.com'",
      "url: 'https://[::1]:80/a'",
    ])
  func others(match: String) throws {
    #expect(try findings(match) == [])
  }

  @Test("A rule file with such a path is loaded, and the text is matched as it is")
  func isLoaded() throws {
    let folder = try TemporaryFolder([
      "a.yaml": "match: { path: '/users/{id}' }\nrespond: { status: 204 }"
    ])
    let set = StubSet()
    #expect(try set.load(contentsOf: folder.path).count == 1)
    #expect(set.answers(ReceivedRequest(.get, "/users/%7Bid%7D")))
    #expect(!set.answers(ReceivedRequest(.get, "/users/7")))
  }
}
