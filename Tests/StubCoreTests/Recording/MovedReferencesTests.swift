import StubCore
import Testing

@Suite("References into a site that has another address")
struct MovedReferencesTests {
  @Test(
    "URLs of the recorded site lead to the client's address; others stay",
    arguments: [
      ("http://up.test:81/v1/a?b#c", "https://stub.test/a?b#c"),
      ("http://UP.test:81/v1", "https://stub.test/"),
      ("http://up.test:81/v1?q", "https://stub.test/?q"),
      ("//up.test/v1/a", "https://stub.test/a"),
      ("/v1/a", "/a"),
      ("/v1", "/"),
      ("/v12/a", nil),
      ("a/b", nil),
      ("", nil),
      ("http://up.test:81/v2/a", nil),
      ("http://up.test/v1/a", nil),
      ("https://up.test:81/v1/a", nil),
      ("http://up.test.other:81/v1/a", nil),
    ] as [(String, String?)])
  func references(text: String, expected: String?) {
    let references = HeaderURLRewriter(
      from: RequestURL("http://up.test:81/v1/"), to: RequestURL("https://stub.test/x"))
    #expect(references.reference(text) == expected)
  }

  @Test("A path stays a path when all of the host is the site")
  func paths() {
    let references = HeaderURLRewriter(
      from: RequestURL("http://up.test"), to: RequestURL("http://127.0.0.1:8080/x"))
    #expect(references.reference("/a") == nil)
    #expect(references.reference("http://up.test:80/a") == "http://127.0.0.1:8080/a")
  }

  @Test(
    "References lead below the path by which the client knows the site",
    arguments: [
      ("http://up.test", "/login?a", "/api/login?a"), ("http://up.test", "/", "/api/"),
      ("http://up.test", "http://up.test/login", "http://stub.test/api/login"),
      ("http://up.test", "http://up.test", "http://stub.test/api/"),
      ("http://up.test", "http://other.test/", nil), ("http://up.test", "login", nil),
      ("http://up.test/v1", "/v1/login", "/api/login"), ("http://up.test/v1", "/login", nil),
      ("http://up.test/api", "/api/login", nil),
      ("http://up.test/api", "http://up.test/api/login", "http://stub.test/api/login"),
    ] as [(String, String, String?)])
  func clientRoot(site: String, text: String, expected: String?) {
    let references = HeaderURLRewriter(
      from: RequestURL(site), to: RequestURL("http://stub.test/api/x"), below: "/api")
    #expect(references.reference(text) == expected)
  }

  @Test("For a client that names no host, a path is left")
  func noHost() {
    let references = HeaderURLRewriter(from: RequestURL("http://up.test"), to: RequestURL("/x"))
    #expect(references.reference("http://up.test/a?b") == "/a?b")
  }

  @Test("The fields that a client follows are changed, in their places")
  func fields() {
    let references = HeaderURLRewriter(
      from: RequestURL("http://up.test"), to: RequestURL("http://stub.test/"))
    let link = "<http://up.test/a>; rel=next"
    let headers: HTTPHeaders = [
      "location": "http://up.test/a", "Link": link, "Content-Location": "http://other.test/a",
      "Refresh": "5; URL='http://up.test/b'",
    ]
    #expect(
      references.applied(to: headers) == [
        "location": "http://stub.test/a", "Link": link, "Content-Location": "http://other.test/a",
        "Refresh": "5; URL='http://stub.test/b'",
      ])
    #expect(references.applied(to: ["Refresh": "5"]) == ["Refresh": "5"])
  }
}
