import Testing

@testable import StubCore

@Suite("Paths of forwarded requests")
struct ForwardedPathTests {
  private func forwarding(_ prefix: String) -> Forwarding {
    var forwarding = Forwarding(to: "http://up.test")
    forwarding.removedPrefix = prefix
    return forwarding
  }

  @Test(
    "A prefix is removed if the bytes of the path begin with it",
    arguments: [
      ("/api", "/api/a", "/a", "/api"), ("/api/", "/api/a", "/a", "/api"),
      ("/api", "/apia", "/a", ""), ("/api", "/other", "/other", ""), ("", "/a", "/a", ""),
      ("/caf\u{e9}", "/caf\u{e9}/a", "/a", "/caf\u{e9}"),
      ("/caf\u{e9}", "/cafe\u{301}/a", "/cafe\u{301}/a", ""),
      ("/cafe\u{301}", "/caf\u{e9}/a", "/caf\u{e9}/a", ""),
      // A combining mark joins a preceding letter or slash to one character.
      ("/cafe", "/cafe\u{301}/a", "/\u{301}/a", ""),
      ("/api", "/api/\u{301}", "/\u{301}", "/api"), ("/api/", "/api/\u{301}", "/\u{301}", "/api"),
    ])
  func prefix(removed: String, path: String, forwarded: String, root: String) {
    let forwarding = forwarding(removed)
    let request = ReceivedRequest(.get, path)
    #expect(forwarding.request(request).target.path.hasSameScalars(as: forwarded))
    #expect(forwarding.root(for: request).hasSameScalars(as: root))
  }

  @Test(
    "A reference of the server is rewritten if the bytes of its path begin with the site's root",
    arguments: [
      ("/caf\u{e9}/a", "/x/a"), ("/cafe\u{301}/a", nil), ("/caf\u{e9}", "/x/"),
      ("/caf\u{e9}/\u{301}", "/x/\u{301}"),
    ] as [(String, String?)])
  func references(text: String, expected: String?) {
    let references = HeaderURLRewriter(
      from: RequestURL("http://up.test/caf\u{e9}"), to: RequestURL("http://stub.test/x"),
      below: "/x")
    #expect(references.reference(text).hasSameScalars(as: expected))
  }

  @Test("A root that only looks like the client's is another one")
  func roots() {
    let references = HeaderURLRewriter(
      from: RequestURL("http://up.test/caf\u{e9}"), to: RequestURL("http://stub.test/x"),
      below: "/cafe\u{301}")
    #expect(references.reference("/caf\u{e9}/a").hasSameScalars(as: "/cafe\u{301}/a"))
  }
}
