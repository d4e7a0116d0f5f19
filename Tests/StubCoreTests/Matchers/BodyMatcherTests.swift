import Foundation
import StubCore
import Testing

@Suite("Body matcher")
struct BodyMatcherTests {
  private static func post(_ text: String) -> ReceivedRequest {
    ReceivedRequest(.post, "/", body: Data(text.utf8))
  }

  @Test(
    "A body is compared by its bytes or by its text",
    arguments: [
      MatcherCase.yes(.body(Data("abc".utf8)), post("abc")),
      .yes(.body(Data()), .to("/")),
      .no(
        .body(Data("abc".utf8)), post("abd"), #"3 bytes "abc""#,
        #"3 bytes "abd", different from byte 2 on"#),
      .no(
        .body(Data([0xFF, 0])), post("abcd"), "2 bytes",
        #"4 bytes "abcd", different from byte 0 on"#),
      .no(.body(Data("a".utf8)), .to("/"), #"1 byte "a""#, "no body"),
      .yes(.body("abc"), post("abc")),
      .yes(.body(""), .to("/")),
      .yes(.body(.any(of: "", .hasPrefix("x"))), .to("/")),
      .yes(.body(.not("")), post("abc")),
      .no(.body(""), post("abc"), #"body """#, #"body "abc""#),
      .no(.body(.not("")), .to("/"), #"body that is not one that is """#, "no body"),
      .yes(.body(.absent), post("")),
      .yes(.body(.contains("b")), post("abc")),
      .yes(.body(.containsIgnoringCase("B")), post("abc")),
      .yes(.body(.matches("^a.*c$")), post("abc"), Captures(regex: ["0": "abc"])),
      .yes(.body(.equalsJSON(["a": 1])), post(#"{ "a": 1.0 }"#)),
      .no(.body("a\nb"), post("a\tb"), #"body "a\nb""#, #"body "a\tb""#),
      .no(.body(.contains("x")), .to("/"), #"body that contains "x""#, "no body"),
    ])
  func body(_ example: MatcherCase) { example.check() }

  @Test("A long text is shortened in a mismatch")
  func long() {
    let text = String(repeating: "x", count: 1_000)
    MatcherCase.no(
      .body("a"), Self.post(text), #"body "a""#, "body \"\(text.prefix(159))…\""
    ).check()
  }
}
