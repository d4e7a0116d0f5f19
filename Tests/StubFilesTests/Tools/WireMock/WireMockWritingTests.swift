import CoreTestSupport
import Foundation
import StubCore
import Testing

@testable import StubCassettes
@testable import StubDocuments
@testable import StubRules
@testable import StubTools

@Suite("Cassettes as WireMock's mappings")
struct WireMockWritingTests {
  private func stubs(_ interactions: [Interaction]) throws -> StubSet {
    let written = WritableFormat.wireMock.write(Cassette(interactions: interactions))
    return try Definition.set(String(decoding: written.bytes, as: UTF8.self))
  }

  private func interaction(_ path: String, _ text: String, body: String? = nil) -> Interaction {
    CassetteSample.interaction(
      body == nil ? .get : .post, path, body: body.map { Data($0.utf8) }, Data(text.utf8))
  }

  @Test("Equal requests are answered in their order, the last answer stays")
  func scenarios() throws {
    let set = try stubs([
      interaction("/a?x=1", "one"), interaction("/b", "other"), interaction("/a?x=1", "two"),
      interaction("/a?x=1", "three"),
    ])
    let answers = (1...4).map { _ in set.text(for: ReceivedRequest(.get, "/a?x=1")) }
    #expect(answers == ["one", "two", "three", "three"])
    #expect(set.text(for: ReceivedRequest(.get, "/b")) == "other")
    #expect(!set.answers(ReceivedRequest(.get, "/a")))
  }

  @Test(
    "Requests that differ in a secret only are equal, as patterns see them",
    arguments: [
      ("/t?token=REDACTED-token-1", "/t?token=REDACTED-token-2", "/t?token=x", nil, nil, nil),
      ("/t", "/t", "/t", "t=REDACTED-token-1", "t=REDACTED-token-2", "t=x"),
      ("/t", "/t", "/t", #"{"pin":73322833}"#, #"{"pin":73322833}"#, #"{"pin":1234}"#),
    ] as [(String, String, String, String?, String?, String?)])
  func secrets(
    path: String, second: String, asked: String, body: String?, other: String?, sent: String?
  ) throws {
    let set = try stubs([
      interaction(path, "first", body: body), interaction(second, "second", body: other),
    ])
    let request = ReceivedRequest(
      sent == nil ? .get : .post, asked, body: sent.map { Data($0.utf8) })
    #expect((1...3).map { _ in set.text(for: request) } == ["first", "second", "second"])
  }

  @Test("Bodies of requests are distinguished, JSON by its value")
  func bodies() throws {
    let set = try stubs([
      interaction("/a", "json", body: #"{"a":1,"b":[2]}"#),
      interaction("/a", "text", body: "plain"),
      CassetteSample.interaction(.post, "/a", Data("none".utf8)),
      interaction("/a", "hidden", body: "pw=REDACTED-password-1&x=1"),
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
      Interaction(
        RecordedRequest(.get, "https://a.example/\(code)"),
        response, failure: RecordedFailure(code: code, message: "why"))
    }
    let interactions = [
      failed(-1001, nil), failed(-1011, nil), failed(-1017, nil),
      failed(-1005, RecordedResponse(200)),
    ]
    let written = WritableFormat.wireMock.write(Cassette(interactions: interactions))
    let mappings = try JSONValue(parsing: Array(written.bytes))["mappings"]?.array
    #expect(
      mappings?.map { $0["response"]?["fault"] } == [
        "CONNECTION_RESET_BY_PEER", "EMPTY_RESPONSE", "RANDOM_DATA_THEN_CLOSE",
        "MALFORMED_RESPONSE_CHUNK",
      ])
    #expect(
      written.losses == [
        "WireMock cannot store the address of the server (4 of 4 interactions).",
        "WireMock cannot store exact errors and partial responses; each becomes the "
          + "closest fault (4 of 4 interactions).",
      ])
    _ = try stubs(interactions)
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
    var interaction = interaction("/a", String(repeating: "x", count: bytes))
    interaction.timing = timing
    let plan = try #require(try stubs([interaction]).plan(for: .get("/a")))
    #expect(plan.timing == ResponseTiming(beforeHead: timing.wait, body: pacing))
    let losses = WritableFormat.wireMock.write(Cassette(interactions: [interaction])).losses
    #expect(losses.count == 1, "the server")
  }

  private static func dribble(_ chunks: Int, _ milliseconds: Int) -> ResponseTiming.Pacing {
    .dribble(chunks: chunks, over: .milliseconds(milliseconds))
  }

  @Test("Times that WireMock cannot store are named")
  func inexactTimes() throws {
    var uneven = interaction("/uneven", "12345678")
    uneven.timing = RecordedTiming(
      wait: .microseconds(1_600),
      chunks: [.init(at: .zero, count: 1), .init(at: .milliseconds(6), count: 7)])
    var empty = CassetteSample.interaction(.get, "/empty")
    empty.timing = RecordedTiming(wait: .milliseconds(1), receive: .milliseconds(2))
    var failed = empty
    failed.response = nil
    failed.failure = RecordedFailure(code: -1005)
    failed.request.url += "/failed"
    let losses = WritableFormat.wireMock.write(Cassette(interactions: [uneven, empty, failed]))
      .losses
    let details = [
      "exact errors and partial responses; each becomes the closest fault",
      "fractions of milliseconds of response times",
      "the time after the head of responses without a body",
      "chunks of different sizes or paces; they become equal",
    ]
    let sentences = details.map { "WireMock cannot store \($0) (1 of 3 interactions)." }
    #expect(Array(losses.dropFirst()) == sentences)
    let set = try stubs([uneven, empty, failed])
    let timings = ["/uneven", "/empty", "/empty/failed"].map { set.plan(for: .get($0))?.timing }
    let short = ResponseTiming(beforeHead: .milliseconds(1))
    let dribbled = ResponseTiming(beforeHead: .milliseconds(2), body: Self.dribble(2, 6))
    #expect(timings == [dribbled, short, short])
  }

  @Test("Joined fields and dropped empty bodies are reported")
  func quietLosses() {
    var interaction = CassetteSample.interaction(
      .get, "/", receiving: ["Set-Cookie": "a=1", "X": "y"], Data("x".utf8))
    interaction.request.body = Data()
    interaction.response?.headers.append("Set-Cookie", "b=2")
    let details = [
      "empty request bodies",
      "the order of repeated header fields among the others",
    ]
    let sentences = details.map { "WireMock cannot store \($0) (1 of 1 interactions)." }
    let losses = WritableFormat.wireMock.write(Cassette(interactions: [interaction])).losses
    #expect(Array(losses.prefix(2)) == sentences)
  }

  @Test("Of several servers each request names its own")
  func servers() throws {
    let interactions = ["http://a.example/x", "https://b.example:8443/x"].map {
      Interaction(
        RecordedRequest(.get, $0), RecordedResponse(200, body: Data($0.utf8)))
    }
    let set = try stubs(interactions)
    #expect(set.text(for: ReceivedRequest(.get, "http://a.example/x")) == "http://a.example/x")
    #expect(
      set.text(for: ReceivedRequest(.get, "https://b.example:8443/x"))
        == "https://b.example:8443/x")
    #expect(!set.answers(ReceivedRequest(.get, "http://c.example/x")))
  }
}
