import Foundation
import StubCore
import StubFiles
import Testing

@Suite("Matching requests with recordings") struct CassetteMatchingTests {
  private static let url = "https://api.test/books?page=2&tag=a&tag=b"

  private struct Case: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let configuration: CassetteConfiguration
    let recorded: RecordedRequest
    let fits: [ReceivedRequest]
    let doesNotFit: [ReceivedRequest]

    init(
      _ description: String, _ configuration: CassetteConfiguration, _ recorded: RecordedRequest,
      fits: [ReceivedRequest], doesNotFit: [ReceivedRequest]
    ) {
      testDescription = description
      self.configuration = configuration
      self.recorded = recorded
      self.fits = fits
      self.doesNotFit = doesNotFit
    }
  }

  private static func matching(_ parts: RequestPart...) -> CassetteConfiguration {
    CassetteConfiguration(matching: parts)
  }

  private static func ignoring(
    _ configuration: CassetteConfiguration, query: Set<String>? = nil, body: Set<String>? = nil,
    headers: Set<HTTPHeaderName>? = nil
  ) -> CassetteConfiguration {
    var configuration = configuration
    configuration.ignoredQueryParameters = query
    configuration.ignoredBodyKeys = body
    configuration.ignoredHeaders = headers
    return configuration
  }

  private static let cases: [Case] = [
    Case(
      "Method and URL unless told otherwise, the query in any order", .init(), .get(url),
      fits: [
        .get(url), .get("https://api.test/books?tag=a&page=2&tag=b"),
        .get("https://API.test:443/b%6Foks?tag=a&page=2&tag=b", headers: ["X-A": "1"]),
      ],
      doesNotFit: [
        .get("https://api.test/books?page=2&tag=b&tag=a"), .get("https://api.test/books"),
        .get("http://api.test/books?page=2&tag=a&tag=b"),
        .get("https://api.test:8443/books?page=2&tag=a&tag=b"),
        .get("https://other.test/books?page=2&tag=a&tag=b"),
        .post(url, ""), ReceivedRequest(.head, url),
      ]),
    Case(
      "The method alone", matching(.method), .post(url, "a"),
      fits: [.post("https://other.test/", "b")], doesNotFit: [.get(url)]),
    Case(
      "The scheme alone", matching(.scheme), .get(url),
      fits: [
        .post("https://other.test/", ""), .get("http://other.test/").onListener(),
        .get("http://other.test/").onListener(scheme: "https"),
      ], doesNotFit: [.get("http://api.test/")]),
    Case(
      "The host alone", matching(.host), .get(url),
      fits: [.post("http://api.test:81/x", "")], doesNotFit: [.get("https://other.test/books")]),
    Case(
      "The port alone, on a listener only one that is written", matching(.port), .get(url),
      fits: [
        .get("https://a.test/"), .get("http://a.test:443/"),
        .get("http://127.0.0.1:8080/").onListener(),
      ], doesNotFit: [.get("http://a.test/"), .get("https://a.test:8443/")]),
    Case(
      "A port that the recording names", matching(.port), .get("http://api.test:81/"),
      fits: [.get("http://a.test:81/"), .get("http://a.test:81/").onListener()],
      doesNotFit: [.get("http://a.test/"), .get("http://a.test:82/").onListener()]),
    Case(
      "A listener's own port is none", .init(), .get("http://api.test:81/"),
      fits: [
        .get("http://api.test:9090/").onListener(ownPort: 9090),
        .get("https://api.test:9090/").onListener(scheme: "https", ownPort: 9090),
        .get("http://api.test/").onListener(),
      ], doesNotFit: [.get("http://api.test:9091/").onListener(ownPort: 9090)]),
    Case(
      "A listener's own port where the port alone counts", matching(.port),
      .get("http://api.test:81/"),
      fits: [.get("http://a.test:9090/").onListener(ownPort: 9090)],
      doesNotFit: [.get("http://a.test:9091/").onListener(ownPort: 9090)]),
    Case(
      "The path alone", matching(.path), .get(url),
      fits: [.post("http://other.test/books", "")], doesNotFit: [.get("https://api.test/book")]),
    Case(
      "The query alone", matching(.query), .get(url),
      fits: [.post("http://other.test/?tag=a&tag=b&page=2", "")],
      doesNotFit: [.get("https://api.test/books?page=2&tag=a")]),
    Case(
      "Path and query", matching(.path, .query), .get("https://api.test/books?a=1&b=2"),
      fits: [.get("http://other.test/books?b=2&a=1")],
      doesNotFit: [.get("http://other.test/books?b=2"), .get("http://other.test/?b=2&a=1")]),
    Case(
      "One header field", matching(.header("Accept")), .get(url, headers: ["Accept": "a, b"]),
      fits: [.get("/", headers: ["accept": "a", "Accept": "b"])],
      doesNotFit: [.get(url), .get(url, headers: ["Accept": "a"])]),
    Case(
      "A header field that was not there", matching(.header("X-A")), .get(url),
      fits: [.get(url)], doesNotFit: [.get(url, headers: ["X-A": ""])]),
    Case(
      "All header fields but those of connections",
      ignoring(matching(.headers), headers: ["X-Request-Id"]),
      .get(url, headers: ["Accept": "a", "X-Request-Id": "1", "User-Agent": "recorder"]),
      fits: [.get(url, headers: ["X-Request-Id": "2", "Accept": "a", "Host": "x"])],
      doesNotFit: [.get(url), .get(url, headers: ["Accept": "a", "X-More": "1"])]),
    Case(
      "The body's bytes", matching(.body), .post(url, #"{"a": 1}"#, type: .json),
      fits: [.post("/", #"{"a": 1}"#)], doesNotFit: [.post("/", #"{"a":1}"#), .get(url)]),
    Case(
      "No body", matching(.body), .get(url), fits: [.get("/"), .post("/", "")],
      doesNotFit: [.post("/", "a")]),
    Case(
      "A form's fields in any order", ignoring(matching(.body), body: ["nonce"]),
      .post(url, "a=1&b=1&b=2&nonce=7", type: .formURLEncoded),
      fits: [.post("/", "b=1&nonce=8&b=2&a=1", type: .formURLEncoded)],
      doesNotFit: [
        .post("/", "a=1&b=2&b=1", type: .formURLEncoded), .post("/", "a=1&b=1&b=2&nonce=7"),
      ]),
    Case(
      "The JSON body", matching(.jsonBody), .post(url, #"{"a": 1, "b": [1, 2]}"#),
      fits: [.post("/", #"{"b":[1.0,2],"a":1}"#)],
      doesNotFit: [.post("/", #"{"b":[2,1],"a":1}"#), .post("/", "a")]),
    Case(
      "A JSON body that is none", matching(.jsonBody), .post(url, "a"), fits: [.post("/", "a")],
      doesNotFit: [.post("/", "b"), .post("/", "{}")]),
    Case(
      "JSON members that are left out at any depth",
      ignoring(matching(.body), body: ["id"]),
      .post(url, #"{"a": [{"id": 1, "b": 2}], "id": 3}"#, type: .json),
      fits: [.post("/", #"{"a": [{"b": 2, "id": 9}]}"#)],
      doesNotFit: [.post("/", #"{"a": [{"b": 3, "id": 1}]}"#), .post("/", "a")]),
    Case(
      "Query parameters that are left out", ignoring(.init(), query: ["ts"]),
      .get("https://api.test/?a=1&ts=1"),
      fits: [.get("https://api.test/?a=1"), .get("https://api.test/?ts=2&a=1&ts=3")],
      doesNotFit: [.get("https://api.test/?ts=1")]),
    Case(
      "Any host", CassetteConfiguration(answersAnyHost: true), .get(url),
      fits: [
        .get("/books?tag=a&tag=b&page=2"), .get("http://127.0.0.1:8080/books?tag=a&tag=b&page=2"),
      ],
      doesNotFit: [.get("/books"), .post(url, "")]),
    Case(
      "No part at all", matching(), .get(url), fits: [.post("/", "x")], doesNotFit: []),
  ]

  @Test("A recording answers the requests that agree in the chosen parts", arguments: cases)
  private func parts(_ matching: Case) {
    for request in matching.fits {
      let set = StubSet(.numbered(matching.recorded), matching.configuration)
      #expect(set.replies(request) == ["0"], "\(request.summary)")
    }
    for request in matching.doesNotFit {
      let set = StubSet(.numbered(matching.recorded), matching.configuration)
      #expect(set.replies(request) == [nil], "\(request.summary)")
    }
  }

  @Test("On a listener the scheme never matters and the host chooses")
  func listener() {
    let set = StubSet(.numbered(.get("https://a.test/"), .get("http://b.test/")))
    #expect(
      set.replies(
        .get("http://a.test/").onListener(), .get("http://b.test/").onListener(),
        .get("http://a.test/").onListener(scheme: "https"),
        .get("http://b.test/").onListener(scheme: "https"),
        .get("http://c.test/").onListener()) == ["0", "1", "0", "1", nil])
  }

  @Test("On a listener, recordings that differ only in the scheme are played one after the other")
  func schemesOnListener() {
    let cassette = Cassette.numbered(.get("http://a.test/"), .get("https://a.test/"))
    let plain = ReceivedRequest.get("http://a.test/")
    #expect(StubSet(cassette).replies(plain.onListener(), plain.onListener()) == ["0", "1"])
    #expect(
      StubSet(cassette).replies(plain, plain, .get("https://a.test/")) == ["0", "0", "1"])
  }

  @Test("A closure compares requests, and recordings with each other")
  func closure() {
    var configuration = CassetteConfiguration(matching: [.custom("initial")])
    configuration.matchers["initial"] = .closure { recorded, received in
      recorded.received.target.path.dropFirst().first
        == received.target.path.dropFirst().first
    }
    let set = StubSet(
      .numbered(.get("http://a.test/x1"), .get("http://a.test/y"), .get("http://a.test/x2")),
      configuration)
    #expect(set.stubs.count == 2)
    #expect(
      set.replies(.get("/y9"), .get("/xa"), .post("/xb", ""), .get("/z")) == ["1", "0", "2", nil])
  }

  @Test("Registered matchers combine parts and each other; those registered by more layers add up")
  func combination() {
    var outer = CassetteConfiguration()
    outer.matchers["user"] = .closure { $0.headers["X-User"] == $1.headers["X-User"] }
    var inner = CassetteConfiguration(matching: [.custom("mine")])
    inner.matchers["mine"] = .parts([.path, .custom("user"), .custom("mine")])
    let set = StubSet(
      .numbered(.get("http://a.test/x", headers: ["X-User": "ada"])), inner.merged(over: outer))
    #expect(
      set.replies(
        .post("http://b.test/x", ""), .get("/x", headers: ["X-User": "ada"]),
        .get("/y", headers: ["X-User": "ada"])) == [nil, "0", nil])
  }

  @Test("An unknown name is reported when the cassette is inserted, and matches nothing")
  func unknownName() {
    var configuration = CassetteConfiguration(matching: [.custom("usr")])
    configuration.matchers["user"] = .parts([.path])
    let set = StubSet(.numbered(.get("http://a.test/")), configuration)
    #expect(
      set.stubs.flatMap(\.problems) == [
        #"unknown matcher "usr"; available: "user""#
      ])
    #expect(set.replies(.get("http://a.test/")) == [nil])
  }

  @Test("A report names the nearest recording and the part that differs")
  func report() throws {
    let set = StubSet(
      .numbered(
        .get("https://api.test/books?page=1"), .post("https://api.test/orders", "a=1")))
    let report = try set.report(on: .get("https://api.test/books?page=2"))
    #expect(report.contains(#"stub "tape" (tape.har:1)"#), "\(report)")
    #expect(
      report.contains(
        #"✗ URL is https://api.test/books?page=1 (expected query "page=1", got query "page=2")"#),
      "\(report)")
  }
}
