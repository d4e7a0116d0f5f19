import CoreTestSupport
import Foundation
import StubCore
import Testing

@Suite("Texts that look the same in reports")
struct LookalikeReportTests {
  private static let composed = "\u{e9}"
  private static let decomposed = "e\u{301}"

  @Test(
    "A value that only looks like the expected one is shown with escapes",
    arguments: [
      (PartMatcher(.query("a"), .equals(composed)), "/?a=e%CC%81", #"query parameter a "#),
      (PartMatcher(.header("X-A"), .equals(composed)), "/", "header X-A "),
      (PartMatcher(.cookie("a"), .equals(composed)), "/", "cookie a "),
      (PartMatcher(.path, .equals("/\(composed)")), "/e%CC%81", "path "),
      (HTTPStubURLMatcher("/\(composed)"), "/e%CC%81", "path "),
      (PartMatcher(.body, .equals(composed)), "/", "body "),
      (PartMatcher(JSONSelection(literal: "$.a"), .equals(composed)), "/json", "JSON $.a "),
    ] as [(any HTTPStubMatcher, String, String)])
  func values(matcher: any HTTPStubMatcher, url: String, part: String) throws {
    let body = url == "/json" ? "{\"a\":\"\(Self.decomposed)\"}" : Self.decomposed
    let request = ReceivedRequest(
      .post, url, headers: ["X-A": Self.decomposed, .cookie: "a=\(Self.decomposed)"],
      body: Data(body.utf8))
    let result = matcher.evaluate(request, for: .stubRequest)
    let mismatch = try #require(result.mismatch)
    let (expected, found) = (mismatch.expected, mismatch.found)
    let slash = part == "path " ? "/" : ""
    #expect(expected == "\(part)\"\(slash)\\u{e9}\"")
    #expect(found == "\(part)\"\(slash)e\\u{301}\"")
  }

  @Test(
    "A value that only looks like the operand of contains and others is shown with escapes",
    arguments: [
      .contains(composed), .hasPrefix(composed), .hasSuffix(composed), .exactly([composed]),
      .all(of: .present, .contains(composed)), .every(.equals(composed)),
    ] as [ValueMatcher])
  func conditions(condition: ValueMatcher) throws {
    let result = PartMatcher(.query("a"), condition).evaluate(
      .to("/?a=e%CC%81"), for: .stubRequest)
    let mismatch = try #require(result.mismatch)
    let (expected, found) = (mismatch.expected, mismatch.found)
    #expect(expected.contains("\\u{e9}"), "\(expected)")
    #expect(found == "query parameter a \"e\\u{301}\"")
  }

  @Test("A value that looks different is shown without escapes")
  func others() throws {
    let result = PartMatcher(.query("a"), .equals("\u{e9}")).evaluate(
      .to("/?a=%C3%A8"), for: .stubRequest)
    let mismatch = try #require(result.mismatch)
    let (expected, found) = (mismatch.expected, mismatch.found)
    #expect(expected == "query parameter a \"\u{e9}\"")
    #expect(found == "query parameter a \"\u{e8}\"")
  }

  @Test(
    "A name that only looks like the expected one is named",
    arguments: [
      (PartMatcher(.query(composed), .present), "query parameter \\u{e9}"),
      (PartMatcher(.cookie(composed), .present), "cookie \\u{e9}"),
    ] as [(any HTTPStubMatcher, String)])
  func names(matcher: any HTTPStubMatcher, part: String) throws {
    let request = ReceivedRequest(
      .get, "/?e%CC%81=1", headers: [.cookie: "\(Self.decomposed)=1"])
    let mismatch = try #require(matcher.evaluate(request, for: .stubRequest).mismatch)
    let (expected, found) = (mismatch.expected, mismatch.found)
    #expect(expected == part)
    #expect(found == "no \(part), but one named \"e\\u{301}\"")
  }

  @Test("A member of JSON and a text in it are shown with escapes where they look the same")
  func json() throws {
    let name = JSONComparison().firstDifference(
      expected: ["\u{e9}": 1], found: ["e\u{301}": 1])
    #expect(
      name?.description
        == #"at /\u{e9}: expected 1, found only a member named "e\u{301}""#)
    let text = JSONComparison().firstDifference(
      expected: ["a": "\u{e9}"], found: ["a": "e\u{301}"])
    #expect(text?.description == #"at /a: expected "\u{e9}", found "e\u{301}""#)
  }

  @Test("The report of the closest stub shows both values with escapes in one line")
  func report() throws {
    let set = StubSet()
    set.add(
      stub: HTTPStubRequest().match(path: "/").match(query: "a", .equals(Self.composed))
        .stub(.text("x")))
    let report = try #require(set.receive(.to("/?a=e%CC%81")).outcome.report?.description)
    let line = #"(expected query parameter a "\u{e9}", got query parameter a "e\u{301}")"#
    #expect(report.contains(line), "\(report)")
  }
}
