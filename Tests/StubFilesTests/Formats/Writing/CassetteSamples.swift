import Foundation
import StubCore
import Testing

@testable import StubFiles

/// A cassette with one kind of thing that formats treat differently.
struct CassetteSample: Sendable, CustomTestStringConvertible {
  let testDescription: String
  let cassette: Cassette

  init(_ name: String, _ tracks: [Cassette.Track]) {
    testDescription = name
    cassette = Cassette(tracks: tracks)
  }

  init(_ name: String, _ cassette: Cassette) {
    testDescription = name
    self.cassette = cassette
  }

  static func track(
    _ method: HTTPMethod = .get, _ path: String = "/", sending headers: HTTPHeaders = [:],
    body requestBody: Data? = nil, status: HTTPStatusCode = 200,
    receiving fields: HTTPHeaders = [:], _ body: Data = Data()
  ) -> Cassette.Track {
    Cassette.Track(
      RecordedRequest(method, "https://a.example\(path)", headers: headers, body: requestBody),
      .response(RecordedResponse(status, headers: fields, body: body)))
  }

  /// A track of a body with its type, sent and received.
  static func track(_ body: Data, _ type: String?) -> Cassette.Track {
    let headers: HTTPHeaders = type.map { ["Content-Type": $0] } ?? [:]
    return track(.post, "/body", sending: headers, body: body, receiving: headers, body)
  }

  private static let bytes = Data((0...255).map { UInt8($0) })

  /// Texts that formats with guessed types, line folding or escapes may take for something else.
  private static let texts = [
    "yes", "No", "null", "~", "123", "1e3", "0x1F", "1:20", "2001-01-01", "=", "<<", ".inf", "- a",
    "? b", "# c", ": d", "e: f", "g #h", "i:", "'j'", "\"k\"", "l'm", "*/*", "@n", "%o", "!p", "&q",
    "|", ">", "`r", "[s", "{t", "u]", "v\\w", "---", "...", "<%= x %>", "é", "ß: ü", "日本", "👍",
    "a, b", String(repeating: "long ", count: 60) + "end", "<a>&amp;</a>",
  ]

  private static let bodies = [
    " ", "\n", "\n\n", "\t", "a\n", "a\n\n", "\na", " a\nb", "a \n b\n", "a\r\nb\r\n", "a\rb",
    "\ta\n\tb\n", "# a\nb: c\n", "---\na\n...\n", "a\u{0}b", "a\u{1}b\n", "a\u{7F}", "a\u{85}b\n",
    "a\u{2028}b\nc", "\u{FEFF}a", "\u{FEFF}a\nb", "\u{FFFE}", "a\u{200D}b", "👍\n👎\n",
  ]

  static let all: [CassetteSample] = [
    CassetteSample(
      "bytes that are no text",
      [nil, "application/octet-stream", "text/plain", "application/json", "image/png"].map {
        track(bytes, $0)
      }),
    CassetteSample(
      "text in every encoding",
      ["text/plain", "text/plain; charset=iso-8859-1", "text/html; charset=utf-8", nil].flatMap {
        [track(Data("é".utf8), $0), track(Data([0x61, 0xE9]), $0), track(Data("a".utf8), $0)]
      }),
    CassetteSample(
      "empty bodies",
      [
        track(), track(.post, "/empty", body: Data()),
        track(.head, "/head", receiving: ["Content-Length": "5"]),
        track(.delete, "/gone", status: 204),
      ]),
    CassetteSample(
      "repeated header fields",
      [
        track(
          sending: ["Accept": "a", "X-One": "1", "accept": "b"],
          receiving: [
            "Set-Cookie": "a=1; Path=/", "X-Empty": "", "set-cookie": "b=2; HttpOnly",
            "Vary": "a", "vary": "b",
          ])
      ]),
    CassetteSample(
      "header values and bodies that look like something else",
      texts.map { text in
        track(
          .post, "/text?a=1", sending: ["X-Text": text], body: Data(text.utf8),
          receiving: ["X-Text": text, "Content-Type": "text/plain"], Data(text.utf8))
      }),
    CassetteSample(
      "bodies with blanks, line ends and control characters",
      bodies.flatMap { text in
        ["text/plain", nil].map { track(Data(text.utf8), $0) }
      }),
    CassetteSample(
      "JSON",
      [
        #"{"b":1,"a":[1.50,1e3,{}]}"#, "{\n  \"b\" : [ ],\n  \"a\" : \"\\u00e9\"\n}\n", "[1, 2]",
        "null", "12", #""text""#, "{broken", "",
      ].flatMap { text in
        ["application/json", "application/json; charset=utf-8", "application/vnd.a+json", nil]
          .map { track(Data(text.utf8), $0) }
      }),
    CassetteSample("errors", errors),
    CassetteSample("times", times),
    CassetteSample("overlapping requests", overlapping),
    CassetteSample(
      "redirects",
      [
        track(.get, "/old", status: 302, receiving: ["Location": "/new"]), track(.get, "/new"),
        Cassette.Track(
          RecordedRequest(.get, "https://a.example/far"),
          .response(RecordedResponse(200, url: "https://b.example/near"))),
      ]),
    CassetteSample("first lines", firstLines),
    CassetteSample(
      "names", Cassette(name: "Ann's: \"x\" # y", recorder: "VCR 6.2.0", tracks: [track()])),
  ]

  private static var errors: [Cassette.Track] {
    let failures = [
      RecordedFailure(code: -1001, message: "The request timed out."),
      RecordedFailure(code: -1004), RecordedFailure(code: -999, message: "cancelled"),
      RecordedFailure(code: -1206, message: "ö", details: ["a": [1, nil], "b": nil]),
      RecordedFailure(code: -7, details: ["NSErrorFailingURLKey": "http://a/?b&<c>"]),
      RecordedFailure(domain: "NSPOSIXErrorDomain", code: 54, details: "bytes"),
    ]
    let begun = RecordedResponse(200, headers: ["A": "b"], body: Data("begin".utf8))
    return [track()]
      + failures.flatMap { failure in
        [nil, begun].map { (response: RecordedResponse?) in
          Cassette.Track(
            RecordedRequest(.get, "https://a.example/error"), .failure(failure, after: response))
        }
      }
  }

  private static var firstLines: [Cassette.Track] {
    let lines: [(String?, String?, String?)] = [
      ("1.0", nil, "OK"), ("1.1", "1.1", "Made: 'so'"), ("2", "2", nil), ("3", "3", nil),
      (nil, "1.1", nil),
    ]
    let tracks = lines.map { sent, received, reason in
      Cassette.Track(
        RecordedRequest(.get, "https://a.example/", httpVersion: sent),
        .response(RecordedResponse(200, reason: reason, httpVersion: received)))
    }
    return tracks + [
      track("get"), track("PURGE"), track("Mixed"), track(.options, "*"),
      track(.get, "/%7Ea/é?x=[1]&y=a%20b+c&&z#f", status: 599),
    ]
  }

  private static var times: [Cassette.Track] {
    let timings = [
      RecordedTiming(wait: .milliseconds(12)), RecordedTiming(wait: .zero),
      RecordedTiming(
        wait: .nanoseconds(12_345_678), receive: .microseconds(1_500),
        chunks: [
          ResponseTiming.ScriptedChunk(at: .zero, count: 2),
          ResponseTiming.ScriptedChunk(at: .milliseconds(1), count: 3),
        ]),
    ]
    return [nil, "1970-01-01T00:00:00Z", "2026-01-31T12:00:00.123Z", "2025-01-17T11:21:26Z"]
      .flatMap { (date: String?) -> [Cassette.Track] in
        ([nil] + timings).map { (timing: RecordedTiming?) -> Cassette.Track in
          var track = track(.get, "/time", Data("abcde".utf8))
          track.recordedAt = date.flatMap { RecordedInstant.date($0) }
          track.timing = timing
          return track
        }
      }
  }

  /// Requests 0 and 1, then the response to each: two events of a head and its end, with a body.
  private static var overlapping: [Cassette.Track] {
    var tracks = [track(.get, "/a", Data("a".utf8)), track(.get, "/b", Data("b".utf8))]
    tracks[0].place = TapePlace(request: 0, response: 2...4)
    tracks[1].place = TapePlace(request: 1, response: 5...7)
    return tracks
  }
}
