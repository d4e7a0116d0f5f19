import StubCore
import Testing

@testable import StubFiles

@Suite("Recordings of a server's URL with a path")
struct BasePathTests {
  private func seen(_ url: String, location: String = "") -> (url: String, location: String?) {
    let interaction = Interaction(
      RecordedRequest(.get, url), RecordedResponse(302, headers: ["Location": location]))
    let seen = interaction.seen(below: "/base")
    return (seen.request.url, seen.response?.headers[.location])
  }

  @Test(
    "A client asks for what is below the path; other URLs stay",
    arguments: [
      ("http://h:81/base/a?b=/base/c", "http://h:81/a?b=/base/c"),
      ("http://joe:REDACTED-1@h/base/a", "http://h/a"), ("https://h/base", "https://h/"),
      ("http://h/base?a", "http://h/?a"), ("http://h/based/a", "http://h/based/a"),
      ("http://h/a", "http://h/a"), ("not a URL", "not a URL"),
    ])
  func urls(recorded: String, asked: String) {
    #expect(seen(recorded).url == asked)
  }

  @Test(
    "So it is where a redirect leads",
    arguments: [
      ("http://h/base/b", "http://h/b"), ("/base/b", "/b"), ("b", "b"),
      ("http://other/base/b", "http://other/base/b"),
    ])
  func redirects(recorded: String, followed: String) {
    #expect(seen("http://h/base/a", location: recorded).location == followed)
  }
}
