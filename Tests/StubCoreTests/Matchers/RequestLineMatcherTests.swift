import StubCore
import Testing

@Suite("Matchers of method, scheme, host, port and path")
struct RequestLineMatcherTests {
  @Test(
    "Method, scheme and port are compared; parts that a listener cannot know match",
    arguments: [
      MatcherCase.yes(.method(.get, .head), .to("/")),
      .no(.method(.post, .put), .to("/"), "method POST or PUT", "method GET"),
      .yes(.scheme("HTTPS"), .to("https://a.test")),
      .yes(.scheme(.glob("HTTP*")), .to("https://a.test")),
      .yes(.scheme(.all(of: .hasPrefix("HT"), .hasSuffix("PS"))), .to("https://a.test")),
      .yes(.scheme("https"), .to("//a.test")),
      .no(.scheme("https"), .to("http://a.test"), #"scheme "https""#, #"scheme "http""#),
      .yes(.port(443), .to("https://a.test")),
      .yes(.port(8080), .to("http://a.test:8080")),
      .yes(.port(80), .to("//a.test")),
      .yes(.port(443), .to("//a.test")),
      .no(.port(8080), .to("//a.test"), "port 8080", "port 80 or 443"),
      .yes(.port(8080), .to("/")),
      .no(.port(80), .to("https://a.test"), "port 80", "port 443"),
      .yes(.port(8080), .to("//a.test:8080", ownPort: 8080)),
      .yes(.port(80), .to("//a.test:8080", ownPort: 8080)),
      .yes(.port(443), .to("//a.test:8080", ownPort: 8080)),
      .no(.port(9000), .to("//a.test:8080", ownPort: 8080), "port 9000", "port 8080"),
      .no(.port(9000), .to("//a.test:8081", ownPort: 8080), "port 9000", "port 8081"),
      .yes(.port(8443), .to("https://a.test:8443", ownPort: 8443)),
      .yes(.port(443), .to("https://a.test:8443", ownPort: 8443)),
      .no(.port(444), .to("https://a.test:8443", ownPort: 8443), "port 444", "port 443"),
    ])
  func methodSchemePort(_ example: MatcherCase) { example.check() }

  @Test(
    "Hosts are compared without regard to case: exact, suffix, domain, wildcard, pattern",
    arguments: [
      MatcherCase.yes(.host("API.Example.com"), .to("http://api.example.COM/")),
      .yes(.host(.hasSuffix(".Example.com")), .to("http://api.example.com/")),
      .yes(.host(.domain("example.com")), .to("http://example.com/")),
      .yes(.host(.domain("example.com")), .to("http://a.b.example.com/")),
      .no(
        .host(.domain("example.com")), .to("http://badexample.com/"),
        #"host that is "example.com" or a name below it"#, #"host "badexample.com""#),
      .yes(.host(.glob("*.example.com")), .to("http://api.example.com/")),
      .no(
        .host(.glob("*.example.com")), .to("http://a.b.example.com/"),
        "host that matches the glob *.example.com", #"host "a.b.example.com""#),
      .yes(.host(.glob("**.example.com")), .to("http://a.b.example.com/")),
      .yes(.host(.any(of: "API.example.com", .hasPrefix("WWW."))), .to("http://api.example.com/")),
      .yes(.host(.any(of: "API.example.com", .hasPrefix("WWW."))), .to("http://www.a.test/")),
      .no(
        .host(.not("API.example")), .to("http://api.example/"),
        #"host that is not one that is "api.example""#, #"host "api.example""#),
      .no(
        .host(.any(of: .glob("*.example.com"))), .to("http://a.b.example.com/"),
        "host that matches the glob *.example.com", #"host "a.b.example.com""#),
      .yes(.host(.not(.glob("*.example"))), .to("http://a.b.example/")),
      .yes(.host("::1"), .to("http://[::1]:80/")),
      .yes(
        .host(.matches("^(?<name>\\w+)\\.test$")), .to("http://api.test/"),
        Captures(regex: ["0": "api.test", "1": "api", "name": "api"])),
      .no(.host("a.test"), .to("/users"), #"host "a.test""#, "no host"),
    ])
  func host(_ example: MatcherCase) { example.check() }

  @Test(
    "Paths are compared decoded: exact, prefix, suffix, pattern, glob, extension",
    arguments: [
      MatcherCase.yes(.path("/a b/ü"), .to("/a%20b/%c3%BC?x=1")),
      .yes(.path("/a%20b"), .to("/a b")),
      .yes(.path("/%7Euser"), .to("/~user")),
      .no(.path("/a/b"), .to("/a%2Fb"), #"path "/a/b""#, #"path "/a%2Fb""#),
      .yes(.path("/a%2fb"), .to("/a%2Fb")),
      .yes(.path("/100%"), .to("/100%25")),
      .no(.path("/users"), .to("/users/"), #"path "/users""#, #"path "/users/""#),
      .yes(.path(.hasPrefix("/a%20b")), .to("/a%20b/c")),
      .yes(.path(.any(of: "/a%20b", "/other")), .to("/a%20b")),
      .yes(.path(.all(of: .hasPrefix("/a%20b/"), .hasSuffix(".png"))), .to("/a%20b/x.png")),
      .no(
        .path(.all(of: .hasPrefix("/a"), .not("/a%20b"))), .to("/a%20b"),
        #"path that starts with "/a" and is not one that is "/a b""#, #"path "/a b""#),
      .yes(.path(.hasPrefix("/caf")), .to("/cafe%CC%81")),
      .no(
        .path(.hasPrefix("/api/")), .to("/apis"), #"path that starts with "/api/""#,
        #"path "/apis""#),
      .yes(.path(.hasSuffix(".json")), .to("/x.json")),
      .yes(.path(.glob("/api/*/users")), .to("/api/v1/users")),
      .yes(.path(.glob("/api/**")), .to("/api/v1/users/7")),
      .no(
        .path(.glob("/api/*")), .to("/api/v1/users"), "path that matches the glob /api/*",
        #"path "/api/v1/users""#),
      .yes(
        .path(.matches("^/users/(?<id>\\d+)$")), .to("/users/7"),
        Captures(regex: ["0": "/users/7", "1": "7", "id": "7"])),
      .no(
        .path(.matches("^/users/\\d+$")), .to("/users/x"), #"path that matches /^/users/\d+$/"#,
        #"path "/users/x""#),
      .yes(.pathExtension("json"), .to("/a.b/c.json?x=.xml")),
      .yes(.pathExtension(".png"), .to("/c.png")),
      .no(.pathExtension("json"), .to("/a.json/c"), #"path extension "json""#, "no path extension"),
      .no(.pathExtension(.absent), .to("/c.gif"), "no path extension", #"path extension "gif""#),
      .yes(.pathExtension(.absent), .to("/.hidden")),
    ])
  func path(_ example: MatcherCase) { example.check() }

  @Test(
    "A literal that can never match is a problem with a remedy",
    arguments: [
      (
        HTTPStubRequest().match(path: "users").snapshot.problems,
        #"a path starts with "/", not "users"; use "/users""#
      ),
      (
        HTTPStubRequest().match(path: "/users?a=1").snapshot.problems,
        #"a path has no query, unlike "/users?a=1"; use match(URL: "/users?a=1")"#
      ),
      (
        HTTPStubRequest().match(host: "localhost:8080").snapshot.problems,
        #""localhost:8080" is a host name with a port; "#
          + #"use match(host: "localhost").match(port: 8080)"#
      ),
      (
        HTTPStubRequest().match(host: "http://a.test").snapshot.problems,
        #""http://a.test" is not a host name; use match(URL: "http://a.test")"#
      ),
      (
        HTTPStubRequest().match(URL: "a.test/login").snapshot.problems,
        #"a URL starts with a scheme or "/", not "a.test/login"; "#
          + #"use "http://a.test/login" or "/a.test/login""#
      ),
      (
        HTTPStubRequest().match(URL: "http:///login").snapshot.problems,
        #"the URL "http:///login" has no host; use one such as "http://example.com/""#
      ),
      (
        HTTPStubRequest().match(URI: "a.test/{id}").snapshot.problems,
        #"a URI template starts with a scheme or "/", not "a.test/{id}"; "#
          + #"use "http://a.test/{id}" or "/a.test/{id}""#
      ),
      (
        HTTPStubRequest().match(URI: "http{s}://a.test/{id}").snapshot.problems,
        #""http{s}" is neither a scheme nor one variable; use "{scheme}://…""#
      ),
      (
        HTTPStubRequest().match(URI: "https://{+rest}").snapshot.problems,
        #""{+rest}" right behind a scheme is only a host; use "{host}{+path}""#
      ),
      (
        HTTPStubRequest().match(URL: "not a url").snapshot.problems,
        #"a URL starts with a scheme or "/", not "not a url""#
      ),
      (
        HTTPStubRequest().match(URI: "/users/:id").snapshot.problems,
        #"":id" is no variable here; use match(URI: "/users/{id}")"#
      ),
      (
        HTTPStubRequest().match(path: "/users/:id").snapshot.problems,
        #"":id" is no variable here; use match(URI: "/users/{id}")"#
      ),
      (
        HTTPStubRequest().match(URL: "https://a.test/a/:b/:c").snapshot.problems,
        #"":b" is no variable here; use match(URI: "/a/{b}/{c}")"#
      ),
    ])
  func problems(found: [String], expected: String) { #expect(found == [expected]) }

  @Test(
    "URI templates with a variable as scheme, with `{+…}` or with \"://\" further on are no problem",
    arguments: [
      "{scheme}://a.test/{id}", "https://{+host}/x", "https://a.test{+path}",
      "https://{host}{+path}",
      "{+base}/users", "/go/http://{host}", "{/part}/http://{host}", "https://{host}{#part}",
    ])
  func soundTemplates(text: String) throws {
    #expect(try HTTPStubRequest().match(URI: text).snapshot.problems == [])
  }
}
