import StubCore
import Testing

@Suite("Matchers of header fields, cookies and credentials")
struct HeaderMatcherTests {
  private static let twice: HTTPHeaders = ["X-Tag": "a", "x-tag": "b", "Accept": "text/html, a/b"]

  @Test(
    "Header fields are compared by name in any case: present, absent, equal, contained, several",
    arguments: [
      MatcherCase.yes(.header(.accept), .with(twice)),
      .yes(.header("X-None", .absent), .with(twice)),
      .yes(.header("X-TAG", "b"), .with(twice)),
      .yes(.header("X-Tag", "a, b"), .with(twice)),
      .yes(.header("X-Tag", .exactly(["b", "a"])), .with(twice)),
      .yes(.header("X-Tag", .includes(["b", .hasPrefix("a")])), .with(twice)),
      .yes(.header(.accept, .contains("html")), .with(twice)),
      .yes(.header(.accept, .hasElement("a/b")), .with(twice)),
      .no(.header("X-Tag", .absent), .with(twice), "no header X-Tag", #"header X-Tag "a", "b""#),
      .no(.header("X-None"), .with(twice), "header X-None", "no header X-None"),
      .no(
        .header(.accept, "a/b"), .with(twice), #"header Accept "a/b""#,
        #"header Accept "text/html, a/b""#),
      .no(
        .header("X-Tag", .exactly(["a"])), .with(twice),
        #"header X-Tag that has exactly the values ["a"]"#, #"header X-Tag "a", "b""#),
      .no(
        .header("X-Tag", .not("a")), .with(twice), #"header X-Tag that is not one that is "a""#,
        #"header X-Tag "a", "b""#),
      .no(
        .header("X-Tag", .not("a, b")), .with(twice),
        #"header X-Tag that is not one that is "a, b""#, #"header X-Tag "a", "b""#),
      .no(
        .header("X-Tag", .not(.exactly(["a", "b"]))), .with(twice),
        #"header X-Tag that is not one that has exactly the values ["a", "b"]"#,
        #"header X-Tag "a", "b""#),
      .yes(.header("X-Tag", .all(of: "a", .hasSuffix("a, b"), .not("c"))), .with(twice)),
      .yes(.header("X-Tag", .every(.any(of: "a", "b"))), .with(twice)),
      .no(
        .header("X-Tag", .every(.contains("a"))), .with(twice),
        #"header X-Tag that has only values of which each contains "a""#,
        #"header X-Tag "a", "b""#),
      .no(
        .header("X-Tag", .all(of: .greaterThan(1), .lessThan(3))),
        .with(["X-Tag": "0", "x-tag": "4"]),
        "header X-Tag that is greater than 1 and is less than 3", #"header X-Tag "0", "4""#),
      .no(
        .header(.accept, .not(.contains("html"))), .with(twice),
        #"header Accept that is not one that contains "html""#,
        #"header Accept "text/html, a/b""#),
    ])
  func header(_ example: MatcherCase) { example.check() }

  @Test(
    "Header fields can be chosen by a pattern for their name",
    arguments: [
      MatcherCase.yes(.header(named: .hasPrefix("X-")), .with(twice)),
      .yes(.header(named: .matches("^x-t"), "b"), .with(twice)),
      .yes(.header(named: .matches("^X-T"), "b"), .with(twice)),
      .yes(.header(named: .glob("X-*"), "b"), .with(twice)),
      .yes(.header(named: .exactly(["X-Tag"]), "b"), .with(twice)),
      .yes(.header(named: .all(of: .hasSuffix("TAG"), .not(.contains("ACC"))), "b"), .with(twice)),
      .yes(.header(named: .any(of: "X-Foo", "X-Tag"), "b"), .with(twice)),
      .no(
        .header(named: .hasPrefix("x-"), "c"), .with(twice),
        #"header whose name starts with "x-" "c""#, #"header whose name starts with "x-" "a", "b""#),
      .no(
        .header(named: "x-none"), .with(twice), #"header whose name is "x-none""#,
        #"no header whose name is "x-none""#),
    ])
  func headerNames(_ example: MatcherCase) { example.check() }

  @Test(
    "Cookies are compared by name",
    arguments: [
      MatcherCase.yes(.cookie("b", "2"), .with([.cookie: "a=1; b=2", "cookie": "c=3"])),
      .yes(.cookie("c"), .with([.cookie: "a=1", "cookie": "c=3"])),
      .yes(.cookie("d", .absent), .with([.cookie: "a=1"])),
      .no(.cookie("a", "2"), .with([.cookie: "a=1"]), #"cookie a "2""#, #"cookie a "1""#),
      .no(.cookie("a"), .with([:]), "cookie a", "no cookie a"),
    ])
  func cookie(_ example: MatcherCase) { example.check() }

  @Test(
    "Basic credentials are decoded, and no password is ever shown",
    arguments: [
      MatcherCase.yes(
        .basicAuth(user: "mark", password: "se:cret"),
        .with([.authorization: "basic bWFyazpzZTpjcmV0"])),
      .no(
        .basicAuth(user: "mark", password: "other"),
        .with([.authorization: "Basic bWFyazpzZTpjcmV0"]),
        #"the password of user "mark""#, "another password"),
      .no(
        .basicAuth(user: "anna"), .with([.authorization: "Basic bWFyazpzZTpjcmV0"]),
        #"user "anna""#, #"user "mark""#),
      .no(.basicAuth(user: "anna"), .with([:]), #"user "anna""#, "no header Authorization"),
      .no(
        .basicAuth(user: "anna"), .with([.authorization: "Bearer x"]), #"user "anna""#,
        "Bearer authorization"),
      .no(
        .basicAuth(user: "anna"), .with([.authorization: "Basic !"]), #"user "anna""#,
        "credentials that are not user:password in Base64"),
    ])
  func basic(_ example: MatcherCase) { example.check() }

  @Test(
    "Bearer tokens are compared",
    arguments: [
      MatcherCase.yes(.bearer("abc"), .with([.authorization: "bearer  abc"])),
      .no(
        .bearer("abc"), .with([.authorization: "Bearer abd"]), #"bearer token "abc""#,
        #"bearer token "abd""#),
      .no(
        .bearer(), .with([.authorization: "Basic x"]), "bearer token", "Basic authorization"),
      .yes(.bearer(.absent), .with([.authorization: "Basic x"])),
    ])
  func bearer(_ example: MatcherCase) { example.check() }
}
