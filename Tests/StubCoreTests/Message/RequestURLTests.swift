import StubCore
import Testing

@Suite("Request URL")
struct RequestURLTests {
  @Test(
    "A URL is split into the parts of RFC 3986",
    arguments: [
      ("https://Example.COM:8443/a/b?x=1#f", "https", "example.com", 8443, "/a/b", "x=1", "f"),
      ("http://example.com", "http", "example.com", nil, "/", nil, nil),
      ("http://example.com:80/", "http", "example.com", nil, "/", nil, nil),
      ("http://[::1]:8080/x", "http", "::1", 8080, "/x", nil, nil),
      ("http://user:pw@host/p?", "http", "host", nil, "/p", "", nil),
      ("/just/path?q", nil, nil, nil, "/just/path", "q", nil),
      ("//host/p", nil, "host", nil, "/p", nil, nil),
      ("http://host?q=a/b", "http", "host", nil, "/", "q=a/b", nil),
      ("/to/https://a.example/b", nil, nil, nil, "/to/https://a.example/b", nil, nil),
      ("web+app.1-2://host/p", "web+app.1-2", "host", nil, "/p", nil, nil),
      ("", nil, nil, nil, "/", nil, nil),
    ] as [(String, String?, String?, Int?, String, String?, String?)])
  func parts(
    text: String, scheme: String?, host: String?, port: Int?, path: String, query: String?,
    fragment: String?
  ) {
    let url = RequestURL(text)
    #expect(url.scheme == scheme)
    #expect(url.host == host)
    #expect(url.port == port)
    #expect(url.path == path)
    #expect(url.query == query)
    #expect(url.fragment == fragment)
  }

  @Test(
    "The password of a URL can be left out of its text, and nothing else changes",
    arguments: [
      ("http://joe:pw@host/a?b=:pw@", "http://joe:…@host/a?b=:pw@"),
      ("http://joe@host/", "http://joe@host/"), ("http://host/a:b@c", "http://host/a:b@c"),
      ("/just/path", "/just/path"),
    ])
  func password(text: String, shown: String) {
    #expect(RequestURL.withoutPassword(text) == shown)
  }

  @Test("Query items are decoded as forms are, and a missing value differs from an empty one")
  func queryItems() {
    #expect(
      RequestURL("/?a=1&a=2&b=x+y%21&c=&d&").queryItems == [
        QueryItem(name: "a", value: "1"), QueryItem(name: "a", value: "2"),
        QueryItem(name: "b", value: "x y!"), QueryItem(name: "c", value: ""),
        QueryItem(name: "d", value: nil),
      ])
  }

  @Test("A pattern is tried on the authority with the listener's own port and without it")
  func authorities() {
    func authorities(_ host: String?, _ port: Int?) -> [String] {
      RequestURL(scheme: nil, host: host, port: port, path: "/", query: nil, ownPort: 8080)
        .authorities
    }
    #expect(authorities("::1", 8080) == ["[::1]:8080", "[::1]"])
    #expect(authorities("a", 8081) == ["a:8081"])
    #expect(authorities("a", nil) == ["a"])
    #expect(authorities(nil, nil).isEmpty)
  }

  @Test("Segments are split before they are decoded, so an encoded slash stays inside one")
  func segments() {
    #expect(RequestURL("/a%2Fb/c%20d/").segments == ["a/b", "c d", ""])
  }
}
