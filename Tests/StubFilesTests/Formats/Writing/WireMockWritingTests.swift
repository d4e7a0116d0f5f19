import Foundation
import StubCore
import Testing

@testable import StubFiles

@Suite("Cassettes as WireMock's mappings")
struct WireMockWritingTests {
  private func stubs(_ tracks: [Cassette.Track]) throws -> StubSet {
    let written = WireMockFormat.write(Cassette(tracks: tracks))
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
    let written = WireMockFormat.write(Cassette(tracks: tracks))
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
        "WireMock has no place for what errors said; each becomes the nearest fault "
          + "(4 of 4 tracks).",
      ])
    _ = try stubs(tracks)
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
