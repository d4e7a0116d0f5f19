import CoreTestSupport
import Foundation
import StubCore
import Testing

@Suite("Compressed bodies of requests")
struct CodedBodyTests {
  /// `{"a":1}`, as gzip and zlib write it, and without the end.
  private static let gzip = "H4sIAAAAAAACA6tWSlSyMqwFAK+sG1YHAAAA"
  private static let zlib = "eJyrVkpUsjKsBQAIKgIJ"
  private static let cutShort = "H4sIAAAAAAACA6tWSlSyMqwFAK+s"
  /// The same in gzip twice, and behind 3,000 spaces.
  private static let twice = "H4sIAAAAAAACA5Pv5mAAASbm1WFeIZuM1rAyrF8jHcYOFAIAe60FqBsAAAA="
  private static let spacious =
    "H4sIAAAAAAACA1NQGAWjYBSMglEwCkbBKBgFo2AUDHZQrZSoZGVYCwAo79CFvwsAAA=="
  private static let form = "H4sIAAAAAAACA0u0NVRLsjUCAPjrPfgHAAAA"
  private static let xml = "H4sIAAAAAAACA7NJtDO00U+0AwBoKNsMCAAAAA=="
  private static let multipart =
    "H4sIAAAAAAACA9PVTeLlcs7PK0nNK9F1ySwuyC/OLMnMz7NSSMsvytVNSSxJtFbIS8xNtVXKU+Ll4uUq4+XS1U3S1"
    + "eXlAgCyFzocOwAAAA=="

  private static func post(
    _ body: String, in coding: String = "gzip", type: String = "application/json"
  ) -> ReceivedRequest {
    ReceivedRequest(
      .post, "/", headers: [.contentEncoding: coding, .contentType: type],
      body: Data(base64Encoded: body))
  }

  @Test(
    "Conditions read a body in gzip or deflate decoded; one on bytes compares those that were sent",
    arguments: [
      MatcherCase.yes(.body(#"{"a":1}"#), post(gzip)),
      .yes(.body(.contains("a")), post(zlib, in: "deflate")),
      .yes(.json(["a": 1]), post(gzip)),
      .yes(.json(["a": 1]), post(gzip, in: "x-gzip")),
      .yes(.json(["a": 1]), post(twice, in: "gzip, GZIP")),
      .yes(.jsonPath("$.a", "1"), post(zlib, in: "deflate")),
      .yes(.form("b", "2"), post(form, type: "application/x-www-form-urlencoded")),
      .yes(.xml("<a>1</a>"), post(xml)),
      .yes(.xpath("/a", "1"), post(xml)),
      .yes(.part("n", body: "v"), post(multipart, type: "multipart/form-data; boundary=b")),
      .yes(.body(Data(base64Encoded: gzip) ?? Data()), post(gzip)),
      .no(.jsonPath("$.a", "2"), post(gzip), #"JSON $.a "2""#, #"JSON $.a "1""#),
    ])
  func decoded(_ example: MatcherCase) { example.check() }

  @Test("A body that is not in the coding that the field names is read as it is")
  func notCoded() {
    var request = ReceivedRequest(.post, "/", body: Data(#"{"a":1}"#.utf8))
    for coding in ["gzip", "br", "identity"] {
      request.headers[.contentEncoding] = coding
      MatcherCase.yes(.json(["a": 1]), request).check()
    }
  }

  @Test(
    "A body that cannot be decoded stays as it is, and the coding is named",
    arguments: [
      (HTTPStubJSONMatcher(["a": 1]), "JSON body"),
      (PartMatcher(.body, .contains("a\":")), #"body that contains "a":""#),
      (HTTPStubXMLMatcher(literal: "<a/>"), "XML body"),
    ] as [(any HTTPStubMatcher, String)])
  func undecodable(matcher: any HTTPStubMatcher, expected: String) {
    for (body, coding) in [(Self.cutShort, "gzip"), (Self.gzip, "br")] {
      #expect(
        matcher.evaluate(Self.post(body, in: coding), for: .stubRequest)
          == .mismatched(
            expected: expected, found: "a body in the coding \(coding) that cannot be decoded"))
    }
  }

  @Test(
    "A body that is larger than is parsed once it is decoded leaves conditions undecided",
    arguments: [
      (HTTPStubJSONMatcher(["a": 1]), "JSON body"),
      (PartMatcher(.body, .contains("a")), #"body that contains "a""#),
      (
        PartMatcher(.form("a"), .absent), "no form field a"
      ),
    ] as [(any HTTPStubMatcher, String)])
  func tooLarge(matcher: any HTTPStubMatcher, expected: String) {
    let set = StubSet()
    set.evaluationLimits = EvaluationLimits(parsedBytes: 2_000)
    set.add(stub: HTTPStubRequest().match(matcher).stub(for: .post, .text("x")))
    let request = Self.post(Self.spacious, type: "application/x-www-form-urlencoded")
    #expect(set.receive(request).outcome.plan == nil)
    #expect(
      matcher.evaluate(request, for: .stubRequest)
        == .undecided(
          expected: expected,
          found: "a body in the coding gzip, larger than the 2 KB that are parsed"))
  }

  @Test("Templates read the body decoded, echoes and the journal have what was sent")
  func responses() throws {
    let set = StubSet()
    set.add(
      stub: HTTPStubRequest().match(path: "/").match(json: ["a": 1]).stub(for: .post) {
        $0.usesTemplates = true
        $0.body = "{{json.a}} {{body}}"
      })
    let request = Self.post(Self.gzip)
    let plan = try #require(set.receive(request).outcome.plan)
    guard case .data(let data) = plan.body else {
      Issue.record("expected text, got \(plan.body)")
      return
    }
    #expect(String(decoding: data, as: UTF8.self) == #"1 {"a":1}"#)
    #expect(set.journal.entries.first?.request.body == Data(base64Encoded: Self.gzip))
  }

  @Test("A request with a compressed body is not decided on where others wait for it")
  func threads() {
    let set = StubSet()
    set.add(stub: HTTPStubRequest().match(json: ["a": 1]).stub(for: .post, .text("x")))
    let plain = ReceivedRequest(.post, "/", body: Data(#"{"a":1}"#.utf8))
    #expect(set.receiveBriefly(plain) != nil)
    #expect(set.receiveSynchronously(plain) != nil)
    #expect(set.receiveBriefly(Self.post(Self.gzip)) == nil)
    #expect(set.receiveSynchronously(Self.post(Self.gzip)) == nil)
  }
}
