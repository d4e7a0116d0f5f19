import Foundation
import StubCore
import Testing

@Suite("URL pattern and URI template matchers")
struct PatternMatcherTests {
  @Test(
    "A pattern is searched in the whole URL, and its groups are captured",
    arguments: [
      MatcherCase.yes(
        .urlRegex("/users/(?<id>\\d+)"), .to("http://a.test/users/7?x"),
        Captures(regex: ["0": "/users/7", "1": "7", "id": "7"])),
      .yes(
        .urlRegex("*"), .to("http://a.test/"), Captures(regex: ["0": "http://a.test/"])),
      .yes(
        .urlRegex("https://a"), .to("//a.test/"), Captures(regex: ["0": "https://a"])),
      .no(
        .urlRegex("users", options: .fullMatch), .to("/users/7"), "URL that matches /users/",
        #"URL "/users/7""#),
      .yes(
        .urlRegex("USERS", options: .caseInsensitive), .to("/users"),
        Captures(regex: ["0": "users"])),
    ])
  func regex(_ example: MatcherCase) { example.check() }

  @Test("A catastrophic pattern is no match, and says that the search was given up")
  func catastrophic() {
    let path = "/" + String(repeating: "a", count: 60) + "!"
    for matcher: any HTTPStubMatcher in [
      HTTPStubRegExMatcher(literal: "(a+)+$"), PartMatcher(.path, .matches("(a+)+$")),
      PartMatcher(.path, .not(.matches("(a+)+$"))),
    ] {
      guard
        case .undecided(let mismatch) = matcher.evaluate(.to(path), for: .stubRequest)
      else {
        Issue.record("\(matcher) is decided")
        continue
      }
      let found = mismatch.found
      #if FOUNDATION_REGEX
      #expect(found.contains("seconds"), "\(found)")
      #else
      #expect(found.contains("steps of backtracking"), "\(found)")
      #endif
    }
  }

  @Test(
    "A template captures its variables",
    arguments: [
      MatcherCase.yes(
        .uri("https://github.com/kylef/{repository}"), .to("https://github.com/kylef/URI.swift"),
        Captures(uri: ["repository": "URI.swift"])),
      .yes(
        .uri("/kylef/{repository}"), .to("https://github.com/kylef/x"),
        Captures(uri: ["repository": "x"])),
      .no(
        .uri("/kylef/{repository}"), .to("http://a.test/other/x"), "URI /kylef/{repository}",
        #"URI "/other/x""#),
    ])
  func template(_ example: MatcherCase) { example.check() }

  @Test("Invalid literal patterns match nothing, not even negated, and say why")
  func broken() {
    let matchers: [any HTTPStubMatcher] = [
      .urlRegex("("), .uri("/{"), .path(.matches("(")), .path(.glob("/[")), .jsonPath("$["),
      .xpath("//["), .xml("<a>"), .header(named: .matches("(")),
      .not(.urlRegex("(")), .path(.not(.matches("("))), .not(.any(of: .path("/"), .uri("/{"))),
    ]
    let body = "<a/>"
    for matcher in matchers {
      let stub = HTTPStubRequest().match(.all(of: [matcher])).snapshot
      #expect(stub.problems.count == 1, "\(matcher)")
      let request = ReceivedRequest(
        .post, "http://a.test/a", headers: ["X-A": "1"], body: body.data(using: .utf8))
      #expect(!matcher.evaluate(request, for: .stubRequest).isMatch, "\(matcher)")
    }
  }

  @Test("The mismatch of a broken literal is one line with pattern, reason and place")
  func brokenText() {
    MatcherCase.no(
      .urlRegex("a("), .to("/"), "URL that matches /a(/",
      "an invalid pattern "
        + "(`a(` is not a regular expression: missing closing parenthesis at offset 2)"
    ).check()
    #expect(
      PartMatcher(.path, .matches("a(")).evaluate(.to("/"), for: .stubRequest)
        == .undecided(
          expected: "path that matches /a(/",
          found: #"`a(` is not a regular expression: missing closing parenthesis at offset 2, "#
            + #"on path "/""#))
  }

  @Test("A capture that is a list reads as the text between the commas")
  func captureText() throws {
    let template = try URITemplate("/files/{name}")
    let variables = try #require(template.match(RequestURL("/files/a,b.txt")))
    #expect(Captures(uri: variables)["name"] == "a,b.txt")
  }
}
