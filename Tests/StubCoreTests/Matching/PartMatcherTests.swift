import Foundation
import StubCore
import Testing

@Suite("Conditions on a part of a request")
struct PartMatcherTests {
  /// A part, with a way to make requests that have it with a value, or do not have it.
  struct Place: Sendable, CustomTestStringConvertible {
    let subject: String
    let part: MatchedPart
    /// A value of the part, and another one.
    var values = (one: "abc", other: "xyz")
    /// The words of a report about a request without the part; `nil` for `no` and the subject.
    var missing: String?
    /// Whether every request has the part.
    var isEverywhere = false
    let request: @Sendable (String?) -> ReceivedRequest

    var testDescription: String { subject }
  }

  static let places: [Place] = [
    Place(
      subject: "method", part: .method, values: ("PUT", "GET"), isEverywhere: true,
      request: { ReceivedRequest(HTTPMethod(rawValue: $0 ?? "GET"), "/") }),
    Place(
      subject: "host", part: .host,
      request: { .to($0.map { "http://\($0)/" } ?? "/") }),
    Place(
      subject: "path", part: .path, values: ("/abc", "/xyz"), isEverywhere: true,
      request: { .to($0 ?? "/") }),
    Place(
      subject: "path extension", part: .pathExtension,
      request: { .to($0.map { "/a.\($0)" } ?? "/a") }),
    Place(
      subject: "header X-A", part: .header("X-A"),
      request: { .with($0.map { ["X-A": $0] } ?? [:]) }),
    Place(
      subject: "header whose name starts with \"x-\"", part: .headers(named: .hasPrefix("X-")),
      request: { .with($0.map { ["X-A": $0] } ?? [:]) }),
    Place(
      subject: "cookie a", part: .cookie("a"),
      request: { .with($0.map { [.cookie: "b=1; a=\($0)"] } ?? [:]) }),
    Place(
      subject: "bearer token", part: .bearer, missing: "no header Authorization",
      request: { .with($0.map { [.authorization: "Bearer \($0)"] } ?? [:]) }),
    Place(
      subject: "query parameter a", part: .query("a"),
      request: { .to($0.map { "/?b=1&a=\($0)" } ?? "/?b=1") }),
    Place(
      subject: "form field a", part: .form("a"),
      request: { .form($0.map { "b=1&a=\($0)" } ?? "b=1") }),
    Place(
      subject: "form field a", part: .item("a", in: .formOfAnyType),
      request: { ReceivedRequest(.post, "/", body: Data(($0.map { "a=\($0)" } ?? "b=1").utf8)) }),
    Place(
      subject: "body", part: .body,
      request: { ReceivedRequest(.post, "/", body: $0.map { Data($0.utf8) }) }),
    Place(
      subject: "JSON $.a", part: .json(JSONSelection(literal: "$.a")),
      request: { .json($0.map { "{\"a\":\"\($0)\"}" } ?? "{}") }),
    Place(
      subject: "XML /a/@b", part: .xml(XMLSelection(literal: "/a/@b")),
      request: {
        ReceivedRequest(.post, "/", body: Data(($0.map { "<a b=\"\($0)\"/>" } ?? "<a/>").utf8))
      }),
    Place(
      subject: "length", part: .derived("length") { PartValues($0.headers["X-A"]) },
      request: { .with($0.map { ["X-A": $0] } ?? [:]) }),
  ]

  /// Conditions that accept the one value of a place, or not.
  private static func tests(of place: Place) -> [ValueMatcher] {
    let value = place.values.one
    return [
      .equals(value), .present, .absent, .contains(String(value.suffix(2))),
      .hasPrefix(String(value.prefix(2))), .hasSuffix(String(value.suffix(1))),
      .not(.equals(value)), .exactly([value]), .any(of: .absent, .equals(value)),
      ValueMatcher("is long") { $0.count > 2 },
    ]
  }

  @Test(
    "Every test decides by the values of every part, and reports name part and value",
    arguments: places)
  func decisions(place: Place) throws {
    for test in Self.tests(of: place) {
      let matcher = PartMatcher(place.part, test)
      let values: [String?] = [place.values.one, place.values.other, nil]
      for value in place.isEverywhere ? [place.values.one, place.values.other] : values {
        let request = place.request(value)
        let result = matcher.evaluate(request, for: .stubRequest)
        let isAccepted = test.accepts(value.map { [$0] } ?? [])
        #expect(result.isMatch == isAccepted, "\(matcher) \(value ?? "nil")")
        #expect(
          (matcher.captures(of: request) != nil) == isAccepted, "\(matcher) \(value ?? "nil")")
        guard let mismatch = result.mismatch else { continue }
        #expect(matcher.description.hasPrefix(place.subject + " "), "\(matcher)")
        #expect(mismatch.expected.contains(place.subject), "\(mismatch.expected)")
        let missing = place.missing ?? "no \(place.subject)"
        #expect(mismatch.found == value.map { "\(place.subject) \"\($0)\"" } ?? missing)
      }
    }
  }

  @Test("The example of a condition meets it", arguments: places)
  func samples(place: Place) throws {
    var count = 0
    for test in Self.tests(of: place) {
      let matcher = PartMatcher(place.part, test)
      guard let sample = matcher.sample else { continue }
      count += 1
      let request = ReceivedRequest(
        sample.method ?? .get,
        "http://\(sample.host ?? "a.test")\(sample.path ?? "/")"
          + (sample.query.map { "?\($0)" } ?? ""),
        headers: sample.headers, body: sample.body)
      #expect(matcher.evaluate(request, for: .stubRequest).isMatch, "\(matcher)")
    }
    let hasNone = ["method", "header whose name", "XML", "length"].contains {
      place.subject.hasPrefix($0)
    }
    #expect((count == 0) == hasNone)
  }

  @Test(
    "Among many stubs that differ in a part, the index finds the one that is asked for",
    arguments: places)
  func index(place: Place) {
    let set = StubSet()
    for number in 0..<300 {
      let other = place.values.other + String(number)
      set.add(
        stub: HTTPStubRequest().match(PartMatcher(place.part, .equals(other))).stub(.text("")))
    }
    for test in Self.tests(of: place) where test.accepts([place.values.one]) {
      let stub = set.add(
        stub: HTTPStubRequest().match(PartMatcher(place.part, test)).stub(.text("")))
      let found = set.stub(answering: place.request(place.values.one))
      #expect(found?.id == stub.id, "\(test)")
      set.remove(stub: stub.id)
    }
  }
}

extension ReceivedRequest {
  fileprivate static func form(_ text: String) -> ReceivedRequest {
    ReceivedRequest(
      .post, "/", headers: [.contentType: "application/x-www-form-urlencoded"],
      body: Data(text.utf8))
  }

  fileprivate static func json(_ text: String) -> ReceivedRequest {
    ReceivedRequest(.post, "/", body: Data(text.utf8))
  }
}
