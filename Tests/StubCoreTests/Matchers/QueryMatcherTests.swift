import Foundation
import StubCore
import Testing

@Suite("Matchers of query and form")
struct QueryMatcherTests {
  private static func sent(_ text: String, type: String? = nil) -> ReceivedRequest {
    ReceivedRequest(
      .post, "/", headers: [.contentType: type ?? "application/x-www-form-urlencoded; charset=x"],
      body: Data(text.utf8))
  }

  @Test(
    "A query is compared whole, in any order and with repeated names, or by one parameter",
    arguments: [
      MatcherCase.yes(.query(["b": "2", "a": "1", "a": "0"]), .to("/?a=0&b=2&a=1")),
      .yes(.query(["q": "a b", "flag": nil]), .to("/?flag=&q=a+b")),
      .yes(.query([:]), .to("/?")),
      .no(.query(["a": "1"]), .to("/?a=1&b=2"), #"query "a=1""#, #"query "a=1&b=2""#),
      .no(.query(["a": "1", "a": "1"]), .to("/?a=1"), #"query "a=1&a=1""#, #"query "a=1""#),
      .no(.query(["a": "1"]), .to("/"), #"query "a=1""#, "no query"),
      .no(.query([:]), .to("/?a"), "no query", #"query "a""#),
      .yes(.query("a", "2"), .to("/?a=1&a=2&b")),
      .yes(.query("page", .greaterThan(9)), .to("/?page=10")),
      .yes(.query("page", .all(of: .atLeast(10), .atMost(20))), .to("/?page=5&page=15")),
      .no(
        .query("page", .all(of: .atLeast(10), .atMost(20))), .to("/?page=5&page=30"),
        "query parameter page that is at least 10 and is at most 20",
        #"query parameter page "5", "30""#),
      .yes(.query("debug", .absent), .to("/?a=1")),
      .yes(.query("flag"), .to("/?flag")),
      .yes(.queryFlag("flag"), .to("/?a=1&flag=0&flag")),
      .no(
        .queryFlag("flag"), .to("/?flag="), #"query parameter flag without "=""#,
        #"query parameter flag """#),
      .no(
        .queryFlag("flag"), .to("/?Flag"), #"query parameter flag without "=""#,
        "no query parameter flag"),
      .no(
        .query("page", "2"), .to("/?page=1"), #"query parameter page "2""#,
        #"query parameter page "1""#),
      .no(.query("page"), .to("/?Page=1"), "query parameter page", "no query parameter page"),
    ])
  func query(_ example: MatcherCase) { example.check() }

  @Test(
    "A form is compared whole, in any order, or by one field",
    arguments: [
      MatcherCase.yes(.form(["b": "2", "a": "x y"]), sent("a=x+y&b=2")),
      .yes(.form("user", "mark"), sent("user=mark&lock=1")),
      .no(
        .form("user", "mark"), sent("user=anna"), #"form field user "mark""#,
        #"form field user "anna""#),
      .no(.form(["a": "1"]), sent(""), #"form "a=1""#, "no form"),
      .no(
        .form("user", "mark"), sent("user=mark", type: "text/plain"), #"form field user "mark""#,
        "no form (Content-Type is text/plain, not application/x-www-form-urlencoded)"),
      .no(
        .form("user"), ReceivedRequest(.post, "/", body: Data("user=x".utf8)), "form field user",
        "no form (no Content-Type; a form's is application/x-www-form-urlencoded)"),
    ])
  func wholeForm(_ example: MatcherCase) { example.check() }
}
