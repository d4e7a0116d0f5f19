import StubCore
import Testing

@Suite("Combined and custom matchers")
struct CompositeMatcherTests {
  @Test(
    "Any, all and not combine matchers and explain themselves",
    arguments: [
      MatcherCase.yes(.any(of: .path("/a"), .path("/b")), .to("/b")),
      .yes(
        .any(of: .uri("/a/{x}"), .uri("/{x}/{y}")), .to("/a/1"), Captures(uri: ["x": "1"])),
      .yes(
        .all(of: .uri("/{x}/{y}"), .path(.matches("(.)$"))), .to("/a/1"),
        Captures(uri: ["x": "a", "y": "1"], regex: ["0": "1", "1": "1"])),
      .yes(.not(.path("/a")), .to("/b")),
      .yes(PartMatcher(.path, "/a").or(.path("/b")), .to("/b")),
      .no(
        .any(of: .path("/a"), .path("/b"), .header("X")), .to("/c"),
        #"any of: path is "/a"; path is "/b"; header X is present"#,
        #"path "/c"; no header X"#),
      .no(
        .all(of: .method(.get), .path("/a")), .to("/c"), #"path "/a""#, #"path "/c""#),
      .no(
        .not(.path("/a")), .to("/a"), #"not: path is "/a""#,
        "a request that matches"),
      .no(.any(of: []), .to("/"), "any of: ", "no alternatives"),
      .no(
        PartMatcher(.path, "/a").and(.method(.put)), .to("/a"), "method PUT", "method GET"),
    ])
  func composition(_ example: MatcherCase) { example.check() }

  @Test("Nested descriptions read as sentences")
  func descriptions() {
    let matcher: HTTPStubCondition = .any(
      of: .path("/a"), .all(of: .method(.get), .not(.host(.contains("b")))))
    #expect(
      matcher.description
        == #"any of: path is "/a"; all of: method is GET; not: host contains "b""#)
  }

  @Test("The chain takes alternatives and negations")
  func chain() {
    let stub = HTTPStubRequest().match(anyOf: .path("/a"), .path("/b")).match(not: .method(.put))
    #expect(stub.matchers.count == 2)
    #expect(stub.matchers.allSatisfy { $0.evaluate(.to("/a"), for: .stubRequest).isMatch })
  }

  @Test("A closure gets the request and the source of the question")
  func custom() {
    let matcher = HTTPStubCustomMatcher("it is a rule") { $0.method == .get && $1 == .ignoreRule }
    #expect(matcher.description == "it is a rule")
    #expect(matcher.evaluate(.to("/"), for: .ignoreRule) == .matched)
    #expect(
      matcher.evaluate(.to("/"), for: .stubRequest)
        == .mismatched(expected: "true", found: "false"))
  }
}
