import Foundation
import StubCore
import Testing

@testable import StubCassettes
@testable import StubDocuments
@testable import StubRules
@testable import StubTools

/// A cassette with one kind of thing that formats treat differently.
struct CassetteSample: Sendable, CustomTestStringConvertible {
  let testDescription: String
  let cassette: Cassette

  init(_ name: String, _ interactions: [Interaction]) {
    testDescription = name
    cassette = Cassette(interactions: interactions)
  }

  init(_ name: String, _ cassette: Cassette) {
    testDescription = name
    self.cassette = cassette
  }

  static func interaction(
    _ method: HTTPMethod = .get, _ path: String = "/", sending headers: HTTPHeaders = [:],
    body requestBody: Data? = nil, status: HTTPStatusCode = 200,
    receiving fields: HTTPHeaders = [:], _ body: Data = Data()
  ) -> Interaction {
    Interaction(
      RecordedRequest(method, "https://a.example\(path)", headers: headers, body: requestBody),
      RecordedResponse(status, headers: fields, body: body))
  }

  /// An interaction of a body with its type, sent and received.
  static func interaction(_ body: Data, _ type: String?) -> Interaction {
    let headers: HTTPHeaders = type.map { ["Content-Type": $0] } ?? [:]
    return interaction(.post, "/body", sending: headers, body: body, receiving: headers, body)
  }

  private static let bytes = Data((0...255).map { UInt8($0) })

  /// Texts that formats with guessed types, line folding or escapes may take for something else.
  private static let texts = [
    "yes", "No", "null", "~", "123", "1e3", "0x1F", "1:20", "2001-01-01", "=", "<<", ".inf", "- a",
    "? b", "# c", ": d", "e: f", "g #h", "i:", "'j'", "\"k\"", "l'm", "*/*", "@n", "%o", "!p", "&q",
    "|", ">", "`r", "[s", "{t", "u]", "v\\w", "---", "...", "<%= x %>", "é", "ß: ü", "日本", "👍",
    "a, b", "m #️⃣ n", "o: \u{301}p", "q 'r'\u{301} s", "[t\u{301},\u{200D}u]",
    String(repeating: "long ", count: 60) + "end", "<a>&amp;</a>",
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
        interaction(bytes, $0)
      }),
    CassetteSample(
      "text in every encoding",
      ["text/plain", "text/plain; charset=iso-8859-1", "text/html; charset=utf-8", nil].flatMap {
        [
          interaction(Data("é".utf8), $0), interaction(Data([0x61, 0xE9]), $0),
          interaction(Data("a".utf8), $0),
        ]
      }),
    CassetteSample(
      "empty bodies",
      [
        interaction(), interaction(.post, "/empty", body: Data()),
        interaction(.head, "/head", receiving: ["Content-Length": "5"]),
        interaction(.delete, "/gone", status: 204),
      ]),
    CassetteSample(
      "repeated header fields",
      [
        interaction(
          sending: ["Accept": "a", "X-One": "1", "accept": "b"],
          receiving: [
            "Set-Cookie": "a=1; Path=/", "X-Empty": "", "set-cookie": "b=2; HttpOnly",
            "Vary": "a", "vary": "b",
          ])
      ]),
    CassetteSample(
      "header values and bodies that look like something else",
      texts.map { text in
        interaction(
          .post, "/text?a=1", sending: ["X-Text": text], body: Data(text.utf8),
          receiving: ["X-Text": text, "Content-Type": "text/plain"], Data(text.utf8))
      }),
    CassetteSample(
      "bodies with blanks, line ends and control characters",
      bodies.flatMap { text in
        ["text/plain", nil].map { interaction(Data(text.utf8), $0) }
      }),
    CassetteSample(
      "JSON",
      [
        #"{"b":1,"a":[1.50,1e3,{}]}"#, "{\n  \"b\" : [ ],\n  \"a\" : \"\\u00e9\"\n}\n", "[1, 2]",
        "null", "12", #""text""#, "{broken", "",
      ].flatMap { text in
        ["application/json", "application/json; charset=utf-8", "application/vnd.a+json", nil]
          .map { interaction(Data(text.utf8), $0) }
      }),
    CassetteSample("errors", errors),
    CassetteSample("times", times),
    CassetteSample("overlapping requests", overlapping),
    CassetteSample(
      "redirects",
      [
        interaction(.get, "/old", status: 302, receiving: ["Location": "/new"]),
        interaction(.get, "/new"),
        Interaction(
          RecordedRequest(.get, "https://a.example/far"),
          RecordedResponse(200, url: "https://b.example/near")),
      ]),
    CassetteSample("first lines", firstLines),
    CassetteSample(
      "names",
      Cassette(name: "Ann's: \"x\" # y", recorder: "VCR 6.2.0", interactions: [interaction()])),
  ]

  private static var errors: [Interaction] {
    let failures = [
      RecordedFailure(code: -1001, message: "The request timed out."),
      RecordedFailure(code: -1004), RecordedFailure(code: -999, message: "cancelled"),
      RecordedFailure(code: -1206, message: "ö", details: ["a": [1, nil], "b": nil]),
      RecordedFailure(code: -7, details: ["NSErrorFailingURLKey": "http://a/?b&<c>"]),
      RecordedFailure(domain: "NSPOSIXErrorDomain", code: 54, details: "bytes"),
    ]
    let begun = RecordedResponse(200, headers: ["A": "b"], body: Data("begin".utf8))
    return [interaction()]
      + failures.flatMap { failure in
        [nil, begun].map { (response: RecordedResponse?) in
          Interaction(
            RecordedRequest(.get, "https://a.example/error"), response,
            failure: failure)
        }
      }
  }

  private static var firstLines: [Interaction] {
    let lines: [(String?, String?, String?)] = [
      ("1.0", nil, "OK"), ("1.1", "1.1", "Made: 'so'"), ("2", "2", nil), ("3", "3", nil),
      (nil, "1.1", nil),
    ]
    let interactions = lines.map { sent, received, reason in
      Interaction(
        RecordedRequest(.get, "https://a.example/", httpVersion: sent),
        RecordedResponse(200, reason: reason, httpVersion: received))
    }
    return interactions + [
      interaction("get"), interaction("PURGE"), interaction("Mixed"), interaction(.options, "*"),
      interaction(.get, "/%7Ea/é?x=[1]&y=a%20b+c&&z#f", status: 599),
    ]
  }

  private static var times: [Interaction] {
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
      .flatMap { (date: String?) -> [Interaction] in
        ([nil] + timings).map { (timing: RecordedTiming?) -> Interaction in
          var interaction = interaction(.get, "/time", Data("abcde".utf8))
          interaction.recordedAt = date.flatMap { RecordedInstant.date($0) }
          interaction.timing = timing
          return interaction
        }
      }
  }

  /// Requests 0 and 1, then the response to each: two events of a head and its end, with a body.
  private static var overlapping: [Interaction] {
    var interactions = [
      interaction(.get, "/a", Data("a".utf8)), interaction(.get, "/b", Data("b".utf8)),
    ]
    interactions[0].position = RecordedPosition(request: 0, response: 2...4)
    interactions[1].position = RecordedPosition(request: 1, response: 5...7)
    return interactions
  }
}
