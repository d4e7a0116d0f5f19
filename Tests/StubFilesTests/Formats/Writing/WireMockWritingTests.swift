import Foundation
import StubCore
import Testing

@testable import StubFiles

@Suite("Cassettes as WireMock's mappings")
struct WireMockWritingTests {
  private func stubs(_ tracks: [Cassette.Track]) throws -> StubSet {
    let written = WritableFormat.wireMock.write(Cassette(tracks: tracks))
    return try Definition.set(String(decoding: written.bytes, as: UTF8.self))
  }

  private func track(_ path: String, _ text: String, body: String? = nil) -> Cassette.Track {
    CassetteSample.track(
      body == nil ? .get : .post, path, body: body.map { Data($0.utf8) }, Data(text.utf8))
  }

  @Test("Equal requests are answered in their order, the last answer stays")
  func scenarios() throws {
    let set = try stubs([
      track("/a?x=1", "one"), track("/b", "other"), track("/a?x=1", "two"),
      track("/a?x=1", "three"),
    ])
    let answers = (1...4).map { _ in set.text(for: ReceivedRequest(.get, "/a?x=1")) }
    #expect(answers == ["one", "two", "three", "three"])
    #expect(set.text(for: ReceivedRequest(.get, "/b")) == "other")
    #expect(!set.answers(ReceivedRequest(.get, "/a")))
  }

  @Test("Bodies of requests are told apart, JSON by what it means")
  func bodies() throws {
    let set = try stubs([
      track("/a", "json", body: #"{"a":1,"b":[2]}"#), track("/a", "text", body: "plain"),
      CassetteSample.track(.post, "/a", Data("none".utf8)),
      track("/a", "hidden", body: "pw=REDACTED-password-1&x=1"),
    ])
    let answer = { (body: String) in
      set.text(for: ReceivedRequest(.post, "/a", body: Data(body.utf8)))
    }
    #expect(answer(#"{ "b": [2], "a": 1.0 }"#) == "json")
    #expect(answer("plain") == "text")
    #expect(answer("pw=s3cret+/.&x=1") == "hidden")
    #expect(answer("else") == "none")
  }

  @Test("Errors become faults, and the notes say so")
  func errors() throws {
    let failed = { (code: Int, response: RecordedResponse?) in
      Cassette.Track(
        RecordedRequest(.get, "https://a.example/\(code)"),
        .failure(RecordedFailure(code: code, message: "why"), after: response))
    }
    let tracks = [
      failed(-1001, nil), failed(-1011, nil), failed(-1017, nil),
      failed(-1005, RecordedResponse(200)),
    ]
    let written = WritableFormat.wireMock.write(Cassette(tracks: tracks))
    let mappings = try JSONValue(parsing: Array(written.bytes))["mappings"]?.array
    #expect(
      mappings?.map { $0["response"]?["fault"] } == [
        "CONNECTION_RESET_BY_PEER", "EMPTY_RESPONSE", "RANDOM_DATA_THEN_CLOSE",
        "MALFORMED_RESPONSE_CHUNK",
      ])
    #expect(
      written.losses == [
        "WireMock has no place for the server that was asked, whose place it takes "
          + "(4 of 4 tracks).",
        "WireMock has no place for what errors said and what came before them; each becomes the "
          + "nearest fault (4 of 4 tracks).",
      ])
    _ = try stubs(tracks)
  }

  @Test(
    "Recorded times become delays of whole milliseconds",
    arguments: [
      (RecordedTiming(wait: .milliseconds(40)), 8, .atOnce),
      (RecordedTiming(wait: .zero, receive: .milliseconds(30)), 8, dribble(3, 30)),
      (RecordedTiming(wait: .zero, receive: .seconds(9)), 8, dribble(8, 9_000)),
      (RecordedTiming(wait: .zero, receive: .milliseconds(5)), 8, dribble(1, 5)),
      (RecordedTiming(wait: .milliseconds(7), chunks: [.init(at: .zero, count: 8)]), 8, .atOnce),
      (
        RecordedTiming(
          wait: .zero, receive: .milliseconds(90),
          chunks: (1...4).map { .init(at: .milliseconds(20 * $0), count: 2) }),
        8, dribble(4, 80)
      ),
    ] as [(RecordedTiming, Int, ResponseTiming.Pacing)])
  func delays(timing: RecordedTiming, bytes: Int, pacing: ResponseTiming.Pacing) throws {
    var track = track("/a", String(repeating: "x", count: bytes))
    track.timing = timing
    let plan = try #require(try stubs([track]).plan(for: .get("/a")))
    #expect(plan.timing == ResponseTiming(beforeHead: timing.wait, body: pacing))
    let losses = WritableFormat.wireMock.write(Cassette(tracks: [track])).losses
    #expect(losses.count == 1, "the server")
  }

  private static func dribble(_ chunks: Int, _ milliseconds: Int) -> ResponseTiming.Pacing {
    .dribble(chunks: chunks, over: .milliseconds(milliseconds))
  }

  @Test("Times that WireMock has no place for are told")
  func inexactTimes() throws {
    var uneven = track("/uneven", "12345678")
    uneven.timing = RecordedTiming(
      wait: .microseconds(1_600),
      chunks: [.init(at: .zero, count: 1), .init(at: .milliseconds(6), count: 7)])
    var empty = CassetteSample.track(.get, "/empty")
    empty.timing = RecordedTiming(wait: .milliseconds(1), receive: .milliseconds(2))
    var failed = empty
    failed.outcome = .failure(RecordedFailure(code: -1005))
    failed.request.url += "/failed"
    let losses = WritableFormat.wireMock.write(Cassette(tracks: [uneven, empty, failed])).losses
    let details = [
      "what errors said and what came before them; each becomes the nearest fault",
      "fractions of milliseconds of how long responses took",
      "how long responses without a body took after their head",
      "pieces of bodies that differ in size or pace; there are as many of one size",
    ]
    let sentences = details.map { "WireMock has no place for \($0) (1 of 3 tracks)." }
    #expect(Array(losses.dropFirst()) == sentences)
    let set = try stubs([uneven, empty, failed])
    let timings = ["/uneven", "/empty", "/empty/failed"].map { set.plan(for: .get($0))?.timing }
    let short = ResponseTiming(beforeHead: .milliseconds(1))
    let dribbled = ResponseTiming(beforeHead: .milliseconds(2), body: Self.dribble(2, 6))
    #expect(timings == [dribbled, short, short])
  }

  @Test("That repeated fields were apart, and that empty bodies were there, is told")
  func quietLosses() {
    var track = CassetteSample.track(
      .get, "/", receiving: ["Set-Cookie": "a=1", "X": "y"], Data("x".utf8))
    track.request.body = Data()
    guard case .response(var response) = track.outcome else {
      Issue.record("expected a response, found \(track.outcome)")
      return
    }
    response.headers.append("Set-Cookie", "b=2")
    track.outcome = .response(response)
    let details = [
      "an empty body of a request, which is the same as none",
      "the order of repeated header fields among the others",
    ]
    let sentences = details.map { "WireMock has no place for \($0) (1 of 1 tracks)." }
    let losses = WritableFormat.wireMock.write(Cassette(tracks: [track])).losses
    #expect(Array(losses.prefix(2)) == sentences)
  }

  @Test("Of several servers each request names its own")
  func servers() throws {
    let tracks = ["http://a.example/x", "https://b.example:8443/x"].map {
      Cassette.Track(
        RecordedRequest(.get, $0), .response(RecordedResponse(200, body: Data($0.utf8))))
    }
    let set = try stubs(tracks)
    #expect(set.text(for: ReceivedRequest(.get, "http://a.example/x")) == "http://a.example/x")
    #expect(
      set.text(for: ReceivedRequest(.get, "https://b.example:8443/x"))
        == "https://b.example:8443/x")
    #expect(!set.answers(ReceivedRequest(.get, "http://c.example/x")))
  }
}
