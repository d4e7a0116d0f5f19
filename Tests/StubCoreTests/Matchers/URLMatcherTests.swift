import Foundation
import StubCore
import Testing

@Suite("URL matcher")
struct URLMatcherTests {
  private static let login = "http://myws.com/login"

  @Test(
    "A URL fits itself, with its query items in any order",
    arguments: [
      MatcherCase.yes(.url(login), .to("http://MYWS.com:80/login#top")),
      .yes(.url("http://a.test"), .to("http://a.test/")),
      .yes(.url("http://a.test/?b=2&a=1&a=0"), .to("http://a.test/?a=0&a=1&b=2")),
      .yes(.url("http://a.test/?q=a+b&flag"), .to("http://a.test/?flag=&q=a%20b")),
      .yes(.url("/a%20b"), .to("https://any.test:99/a b")),
      .no(.url(login), .to("http://myws.com/"), #"path "/login""#, #"path "/""#),
      .no(.url(login), .to("https://myws.com/login"), #"scheme "http""#, #"scheme "https""#),
      .no(.url(login), .to("http://other.com/login"), #"host "myws.com""#, #"host "other.com""#),
      .no(.url(login), .to("/login"), #"host "myws.com""#, "no host"),
      .no(.url(login), .to("http://myws.com:81/login"), "port 80", "port 81"),
      .no(.url(login), .to("http://myws.com/login?a=1"), "no query", #"query "a=1""#),
      .no(
        .url("/a?x=1&x=1"), .to("/a?x=1"), #"query "x=1&x=1""#, #"query "x=1""#),
    ])
  func exact(_ example: MatcherCase) { example.check() }

  @Test(
    "On a listener, which knows no scheme, its own port fits a URL without port",
    arguments: [
      MatcherCase.yes(.url(login), .to("//myws.com/login")),
      .yes(.url("https://myws.com/login"), .to("//myws.com:8080/login")),
      .no(.url("http://a.test:1/"), .to("//a.test:2/"), "port 1", "port 2"),
      .yes(.url("http://a.test:443/"), .to("//a.test/")),
      .no(.url("http://a.test:81/"), .to("//a.test/"), "port 81", "port 80 or 443"),
    ])
  func listener(_ example: MatcherCase) { example.check() }

  @Test(
    "A URL with a port fits that port alone; one without a port fits the listener's own too",
    arguments: [
      MatcherCase.yes(.url("http://a.test:8080/"), .to("//a.test:8080/", ownPort: 8080)),
      .yes(.url("http://a.test/"), .to("//a.test:8080/", ownPort: 8080)),
      .yes(.url("http://a.test:80/"), .to("//a.test:8080/", ownPort: 8080)),
      .yes(.url("https://a.test:8443/"), .to("https://a.test:8443/", ownPort: 8443)),
      .yes(.url("https://a.test/"), .to("https://a.test:8443/", ownPort: 8443)),
      .no(
        .url("http://a.test:9000/"), .to("//a.test:8080/", ownPort: 8080), "port 9000", "port 8080"),
      .no(
        .url("https://a.test:9443/"), .to("https://a.test:8443/", ownPort: 8443), "port 9443",
        "port 8443"),
      .no(
        .url("https://a.test/"), .to("https://a.test:8444/", ownPort: 8443), "port 443",
        "port 8444"),
    ])
  func ownPort(_ example: MatcherCase) { example.check() }

  @Test(
    "A pattern is tried with the listener's own port and without it",
    arguments: [
      "http://a.test:8080/x", "https://a.test:8080/x", "http://a.test/x", "https://a.test/x",
    ])
  func ownPortInPattern(_ url: String) throws {
    let matcher = try HTTPStubRegExMatcher(RegularExpression("^\(url)$"))
    MatcherCase.yes(matcher, .to("//a.test:8080/x", ownPort: 8080), Captures(regex: ["0": url]))
      .check()
  }

  @Test(
    "The query is ignored on both sides; ignoring the path leaves scheme, host and port",
    arguments: [
      MatcherCase.yes(
        .url(login, options: .ignoreQueryParameters), .to("http://myws.com/login?username=x")),
      .yes(
        .url("\(login)?a=1", options: .ignoreQueryParameters), .to("http://myws.com/login?b=2")),
      .no(
        .url(login, options: .ignoreQueryParameters), .to("http://myws.com/logout?a=1"),
        #"path "/login""#, #"path "/logout""#),
      .yes(.url(login, options: .ignorePath), .to("http://myws.com/any?a=1")),
      .no(
        .url(login, options: [.ignorePath, .ignoreQueryParameters]), .to("https://myws.com/login"),
        #"scheme "http""#, #"scheme "https""#),
    ])
  func options(_ example: MatcherCase) { example.check() }

  @Test("The description lists the ignored parts, and a Foundation URL is accepted")
  func description() throws {
    let url = try #require(URL(string: Self.login))
    #expect(HTTPStubRequest().match(URL: url).matchers[0].description == "URL is \(Self.login)")
    let matcher = HTTPStubURLMatcher(Self.login, options: .ignoreQueryParameters)
    #expect(matcher.description == "URL is \(Self.login) (ignoring the query)")
  }
}
