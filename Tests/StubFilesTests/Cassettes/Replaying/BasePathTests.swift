import CoreTestSupport
import StubCore
import Testing

@testable import StubCassettes
@testable import StubDocuments
@testable import StubRules
@testable import StubTools

@Suite("Recordings of a server's URL with a path")
struct BasePathTests {
  @Test(
    "A client asks for what is below the path; other URLs stay",
    arguments: [
      ("http://h:81/base/a?b=/base/c", "http://h:81/a?b=/base/c"),
      ("http://joe:REDACTED-1@h/base/a", "http://h/a"), ("https://h/base", "https://h/"),
      ("http://h/base?a", "http://h/?a"), ("http://h/based/a", "http://h/based/a"),
      ("http://h/a", "http://h/a"), ("not a URL", "not a URL"),
    ])
  func urls(recorded: String, asked: String) {
    #expect(Interaction(RecordedRequest(.get, recorded)).seen(below: "/base").request.url == asked)
  }

  @Test("A path below it that begins with two slashes is a path, on any host")
  func twoSlashes() {
    var configuration = CassetteConfiguration(answersAnyHost: true)
    configuration.beforePlayback = [{ $0.seen(below: "/base") }]
    let interaction = Interaction(.get("http://h/base//a?b"), respond: .text("two"))
    let set = StubSet(Cassette(interactions: [interaction]), configuration)
    #expect(set.stubs.flatMap(\.problems) == [])
    #expect(set.replies(RecordedRequest.get("http://listener//a?b").received) == ["two"])
  }

  @Test(
    "The base path is removed from redirects; a redirect beside the path stays",
    arguments: [
      ("http://h/base/b", "http://CLIENT/b"), ("/base/b", "/b"), ("b", "b"),
      ("http://other/base/b", "http://other/base/b"), ("http://h/echo/next", "http://h/echo/next"),
      ("/echo/next", "/echo/next"),
    ],
    // One by its own name for the listener, and one by that of the recorded server.
    ["listener:81", "h"])
  func redirects(reference: (recorded: String, followed: String), client: String) throws {
    var configuration = CassetteConfiguration(answersAnyHost: true)
    configuration.beforePlayback = [{ $0.seen(below: "/base") }]
    let interaction = Interaction(
      RecordedRequest(.get, "http://h/base/a"),
      RecordedResponse(302, headers: ["Location": reference.recorded]))
    let set = StubSet(Cassette(interactions: [interaction]), configuration)
    let reception = set.receive(ReceivedRequest(.get, "http://\(client)/a").onListener())
    defer { reception.finish(.completed) }
    let plan = try #require(reception.outcome.plan)
    #expect(
      plan.head?.headers[.location] == reference.followed.replacing("CLIENT", with: client))
  }
}
