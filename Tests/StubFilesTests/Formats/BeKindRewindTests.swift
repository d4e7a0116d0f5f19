import Foundation
import StubCore
import TestSupport
import Testing

@testable import StubCassettes
@testable import StubDocuments
@testable import StubRules
@testable import StubTools

/// A cassette with one scene of these frames, each as its class, its time and its other members.
private func cassette(_ frames: [(class: String, time: String, members: String)]) -> String {
  let texts = frames.map { frame in
    """
    <dict><key>class</key><string>BKR\(frame.class)Frame</string>
    <key>creationDate</key>\(frame.time)\(frame.members)</dict>
    """
  }
  return """
    <plist version="1.0"><dict><key>scenes</key><array><dict><key>frames</key><array>
    \(texts.joined(separator: "\n"))
    </array></dict></array></dict></plist>
    """
}

private func real(_ seconds: Double) -> String { "<real>\(seconds)</real>" }

private let toA = "<key>URL</key><string>http://a/</string>"
private let fromA = toA + "<key>statusCode</key><integer>200</integer>"

@Suite("BeKindRewind") struct BeKindRewindTests {
  @Test("Frames are in order of time, and a response recorded twice starts the body again")
  func order() throws {
    let text = cassette([
      ("Data", real(3), "<key>data</key><data>YWI=</data>"),
      ("OriginalRequest", real(0), toA + "<key>HTTPBody</key><data>eg==</data>"),
      ("Data", real(1.5), "<key>data</key><data>YWI=</data>"),
      ("Response", real(1.25), fromA),
      ("Response", real(2), fromA),
      ("Data", real(2.5), "<key>data</key><data>Yw==</data>"),
      (
        "CurrentRequest", real(0.5),
        toA + "<key>allHTTPHeaderFields</key><dict><key>A</key><string>b</string></dict>"
      ),
    ])
    let interaction = try VCRReading.interaction(text, as: "a.plist")
    #expect(
      interaction.request
        == RecordedRequest(.get, "http://a/", headers: ["A": "b"], body: Data("z".utf8))
    )
    #expect(interaction.text == "cab")
    #expect(interaction.recordedAt == Date(timeIntervalSince1970: 0))
    #expect(
      interaction.timing
        == RecordedTiming(
          wait: .seconds(1.5), receive: .seconds(1),
          chunks: [
            ResponseTiming.ScriptedChunk(at: .seconds(0.5), count: 1),
            ResponseTiming.ScriptedChunk(at: .seconds(1), count: 2),
          ]))
  }

  @Test("A scene answers the original request and the current one")
  func originals() throws {
    let made = "<key>URL</key><string>http://a/made</string>"
    let text = cassette([
      ("OriginalRequest", real(1), made), ("CurrentRequest", real(2), toA),
      ("Response", real(3), fromA), ("Data", real(3), "<key>data</key><data>YWI=</data>"),
    ])
    let cassette = try VCRReading.cassette(text, as: "a.plist")
    let set = StubSet()
    let inserted = set.insert(cassette)
    #expect(
      set.replies(.get("http://a/made"), .get("http://a/"), .get("http://a/b")) == [
        "ab", "ab", nil,
      ])
    #expect(inserted.playCount(ofInteraction: 0) == 2)
    #expect(cassette.interactions.count == 1)
  }

  @Test("Whole seconds of the old dialect tell no timing")
  func dates() throws {
    let text = cassette([
      ("Request", "<date>2016-02-12T00:29:20Z</date>", toA),
      ("Response", "<date>2016-02-12T00:29:22Z</date>", fromA),
    ])
    let interaction = try VCRReading.interaction(text, as: "a.plist")
    #expect(interaction.recordedAt == RecordedDate.read("2016-02-12T00:29:20Z"))
    #expect(interaction.timing == nil)
  }

  @Test(
    "The request after a redirect is the one recorded, else the one its Location leads to",
    arguments: [
      ("http://b/x", "http://b/x"), ("//b/x", "http://b/x"), ("/x", "http://a/x"),
      ("x", "http://a/c/x"),
    ])
  func redirects(location: String, url: String) throws {
    let redirect = """
      <key>response</key><dict><key>URL</key><string>http://a/c/d</string>
      <key>statusCode</key><integer>302</integer><key>allHeaderFields</key>
      <dict><key>Location</key><string>\(location)</string></dict></dict>
      """
    let text = cassette([
      ("OriginalRequest", real(1), "<key>URL</key><string>http://a/c/d</string>"),
      ("Redirect", real(2), redirect), ("Response", real(4), fromA),
    ])
    let interactions = try VCRReading.cassette(text, as: "a.plist").interactions
    #expect(interactions.map(\.request.url) == ["http://a/c/d", url])
    #expect(interactions.map(\.response?.status) == [302, 200])
    #expect(interactions[0].response?.headers["Location"] == location)
    #expect(interactions.map(\.timing?.wait) == [.seconds(1), .seconds(2)])
  }

  @Test("Each hop of a chain of redirects is a interaction")
  func chain() throws {
    func redirect(to place: String) -> String {
      """
      <key>response</key><dict>\(toA)<key>statusCode</key><integer>302</integer>
      <key>allHeaderFields</key><dict><key>Location</key><string>\(place)</string></dict></dict>
      """
    }
    let text = cassette([
      ("OriginalRequest", real(1), toA), ("Redirect", real(2), redirect(to: "/1")),
      ("Redirect", real(2.5), redirect(to: "/2")), ("Redirect", real(4), redirect(to: "/3")),
      ("Response", real(5), fromA),
    ])
    let interactions = try VCRReading.cassette(text, as: "a.plist").interactions
    #expect(
      interactions.map(\.request.url) == ["http://a/", "http://a/1", "http://a/2", "http://a/3"])
    #expect(interactions.map { $0.response?.status } == [302, 302, 302, 200])
    #expect(
      interactions.map(\.timing?.wait) == [.seconds(1), .seconds(0.5), .seconds(1.5), .seconds(1)])
  }

  @Test("A cancelled request is an error, with the time it took")
  func cancelled() throws {
    let error = """
      <key>domain</key><string>NSURLErrorDomain</string><key>code</key><integer>-999</integer>
      <key>userInfo</key><dict><key>NSLocalizedDescription</key><string>cancelled</string></dict>
      """
    let text = cassette([("OriginalRequest", real(1), toA), ("Error", real(1.75), error)])
    let interaction = try VCRReading.interaction(text, as: "a.plist")
    #expect(interaction.failure == RecordedFailure(code: -999, message: "cancelled"))
    #expect(interaction.timing?.wait == .seconds(0.75))
  }

  @Test("A cassette without scenes has its recorder and no interactions")
  func empty() throws {
    let text = """
      <plist version="1.0"><dict><key>version</key><string>0.9.5</string>
      <key>creationDate</key><real>1</real>      <key>scenes</key><array/></dict></plist>
      """
    let cassette = try VCRReading.cassette(text, as: "a.plist")
    #expect(cassette.recorder == "BeKindRewind 0.9.5")
    #expect(cassette.interactions.isEmpty)
  }

  @Test("A redirect that is itself the last answer is one")
  func lastRedirect() throws {
    let text = cassette([
      ("OriginalRequest", real(1), toA),
      ("Response", real(2), toA + "<key>statusCode</key><integer>302</integer>"),
    ])
    #expect(try VCRReading.interaction(text, as: "a.plist").response?.status == 302)
  }

  @Test("An error after a response keeps the bytes before it")
  func errors() throws {
    let text = cassette([
      ("OriginalRequest", real(1), toA), ("Response", real(2), fromA),
      ("Data", real(3), "<key>data</key><data>YQ==</data>"),
      ("Error", real(4), "<key>domain</key><string>D</string><key>code</key><integer>-1</integer>"),
    ])
    let interaction = try VCRReading.interaction(text, as: "a.plist")
    #expect(interaction.response == RecordedResponse(200, body: Data("a".utf8)))
    #expect(interaction.failure == RecordedFailure(domain: "D", code: -1))
  }
}

@Suite("Recordings of BeKindRewind", .outside("cassettes"))
struct BeKindRewindFixtureTests {
  private func cassette(_ name: String) throws -> Cassette {
    let path = OutsideFixtures.path("cassettes/bekindrewind/Example/Tests/Fixtures/\(name).plist")
    let reading = VCRReading(try SourceText(path: path))
    #expect(reading.diagnostics.description == "")
    return try #require(reading.cassettes.first)
  }

  @Test("The body of a chunked response is whole, and each chunk has its time")
  func chunks() throws {
    let interaction = try #require(try cassette("testPlayingChunkedDataRequest").interactions.first)
    #expect(interaction.response?.body.count == 30_000)
    let chunks = try #require(interaction.timing).chunks
    #expect(chunks.map(\.count) == [8_192, 7_888, 88, 8_192, 5_640])
    #expect(chunks.map(\.at) == chunks.map(\.at).sorted())
    #expect(interaction.timing?.receive == chunks.last?.at)
  }

  @Test("Each hop of a chain of redirects is an interaction")
  func redirects() throws {
    let interactions = try cassette("testPlayingRedirectRequest").interactions
    #expect(
      interactions.map(\.request.url) == [
        "https://httpbin.org/relative-redirect/3", "https://httpbin.org/relative-redirect/2",
        "https://httpbin.org/relative-redirect/1", "https://httpbin.org/get",
      ])
    #expect(interactions.map { $0.response?.status } == [302, 302, 302, 200])
    #expect(interactions.allSatisfy { ($0.timing?.wait ?? .zero) > .zero })
  }

  @Test("A cancelled request is an error")
  func cancelled() throws {
    let interaction = try #require(
      try cassette("testPlayingOneCancelledGETRequest").interactions.first)
    #expect(interaction.response == nil)
    let failure = try #require(interaction.failure)
    #expect(failure.code == -999)
    #expect(failure.message == "cancelled")
    #expect(interaction.timing?.wait == .microseconds(550_855))
  }

  @Test("The old dialect and a cassette without scenes are read")
  func dialects() throws {
    let old = try cassette("BKRDefaultTestCase.bundle/testDefaultPlayingCassette")
    #expect(old.recorder == nil)
    #expect(old.interactions.first?.request.headers["Accept-Language"] == "en-us")
    #expect(old.interactions.first?.response?.body.count == 338)
    let empty = try cassette("testPlayingNoMockingWhenVCRIsNotSentPlay")
    #expect(empty.recorder == "BeKindRewind 0.9.5")
    #expect(empty.interactions.isEmpty)
  }
}
