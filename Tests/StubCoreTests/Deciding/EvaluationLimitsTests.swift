import CoreTestSupport
import Foundation
import StubCore
import Testing

@Suite("Limits of the work for one request")
struct EvaluationLimitsTests {
  /// A new one for each test, as the steps of one request are counted together.
  private static var numbers: ReceivedRequest {
    ReceivedRequest(
      .post, "/", body: Data("[\((0..<1_000).map(String.init).joined(separator: ","))]".utf8))
  }

  private static let selectsX = PartMatcher(JSONSelection(literal: "$..*"), "x")

  private static func set(
    steps: Int, parsedBytes: Int = 1_000_000, _ matchers: any HTTPStubMatcher...
  ) -> StubSet {
    let set = StubSet()
    set.evaluationLimits = EvaluationLimits(
      steps: StepLimit(steps: steps, stepsPerByte: 0), parsedBytes: parsedBytes)
    for matcher in matchers.reversed() {
      set.add(stub: HTTPStubRequest().match(matcher).stub(for: .post, .text("\(matcher)")))
    }
    return set
  }

  private static func lines(_ set: StubSet, _ request: ReceivedRequest) throws -> [String] {
    let report = try #require(set.receive(request).outcome.report)
    #expect(set.explain(request).report.nearMisses == report.nearMisses)
    return report.nearMisses.flatMap(\.verdicts).map(\.line)
  }

  @Test(
    "A condition that takes too many steps fails, and report and explanation say so",
    arguments: [
      (selectsX, #"  ✗ JSON $..* is "x": gave up after 500 steps"#),
      (
        HTTPStubJSONMatcher(["a"], comparison: JSONComparison(ignoresArrayOrder: true)),
        #"  ✗ JSON body is ["a"] (ignoring array order): gave up after 500 steps"#
      ),
      (HTTPStubNotMatcher(selectsX), #"  ✗ not: JSON $..* is "x": gave up after 500 steps"#),
      (
        HTTPStubNotMatcher(PartMatcher(.path, "/a").or(selectsX)),
        #"  ✗ not: any of: path is "/a"; JSON $..* is "x": gave up after 500 steps; path "/""#
      ),
      (
        PartMatcher(JSONSelection(literal: "$..*"), .absent),
        #"  ✗ JSON $..* is absent: gave up after 500 steps"#
      ),
    ] as [(any HTTPStubMatcher, String)])
  func tooManySteps(matcher: any HTTPStubMatcher, line: String) throws {
    #expect(try Self.lines(Self.set(steps: 1_000, matcher), Self.numbers) == [line])
  }

  @Test("A pattern that backtracks without end fails in the same words")
  func patterns() throws {
    let set = Self.set(steps: 1_000, PartMatcher(.body, .matches("(a+)+$")))
    let body = Data((String(repeating: "a", count: 60) + "!").utf8)
    let line = try Self.lines(set, ReceivedRequest(.post, "/", body: body)).joined()
    #expect(line.hasPrefix("  ✗ body matches /(a+)+$/: gave up after "))
    let glob = Self.set(
      steps: 1_000, PartMatcher(.body, try .glob(String(repeating: "*a", count: 40) + "b")))
    let long = Data(String(repeating: "a", count: 500_000).utf8)
    #expect(
      try Self.lines(glob, ReceivedRequest(.post, "/", body: long)).joined()
        .contains("b: gave up after 12000000 steps, on "))
    #expect(line.hasSuffix(", on body \"\(String(decoding: body, as: UTF8.self))\""))
  }

  @Test(
    "A condition that gave up is not fulfilled by the opposite either",
    arguments: [
      HTTPStubMultipartMatcher(.any, name: "a", body: endless),
      HTTPStubMultipartMatcher(.every, body: endless),
      PartMatcher(.path, "/").and(PartMatcher(.body, endless)),
      HTTPStubBasicAuthMatcher(user: "a", password: endless),
      PartMatcher(.headers(named: endless), .present),
    ] as [any HTTPStubMatcher])
  func opposites(matcher: any HTTPStubMatcher) {
    let text = String(repeating: "a", count: 60) + "!"
    let request = ReceivedRequest(
      .post, "/",
      headers: [
        .contentType: "multipart/form-data; boundary=b", HTTPHeaderName(text): "",
        .authorization: "Basic \(Data("a:\(text)".utf8).base64EncodedString())",
      ],
      body: Data("--b\r\nContent-Disposition: form-data; name=a\r\n\r\n\(text)\r\n--b--\r\n".utf8))
    guard case .undecided = matcher.evaluate(request, for: .stubRequest) else {
      Issue.record("decided: \(matcher.evaluate(request, for: .stubRequest))")
      return
    }
    #expect(!HTTPStubNotMatcher(matcher).evaluate(request, for: .stubRequest).isMatch)
  }

  private static let endless = ValueMatcher.matches("(a+)+$")

  @Test("Of several matchers that all have to accept, one that rejects outweighs one that gave up")
  func rejections() {
    let matcher = PartMatcher(.body, Self.endless).and(PartMatcher(.path, "/b"))
    let body = Data((String(repeating: "a", count: 60) + "!").utf8)
    let request = ReceivedRequest(.post, "/", body: body)
    #expect(HTTPStubNotMatcher(matcher).evaluate(request, for: .stubRequest).isMatch)
  }

  @Test("Costly conditions leave steps for others, and the next request has all of them")
  func sharing() {
    let costly = Self.selectsX
    let cheap = PartMatcher(JSONSelection(literal: "$[7]"), "7")
    let set = Self.set(steps: 10_000, costly, costly, costly, costly, costly, costly, cheap)
    for _ in 0..<3 {
      let request = ReceivedRequest(.post, "/", body: Self.numbers.body)
      #expect(set.receive(request).outcome.text == #"JSON $[7] is "7""#)
    }
  }

  @Test("A request in the journal is found however often it was asked about")
  func manyQuestions() async throws {
    let last = PartMatcher(JSONSelection(literal: "$..*"), "999")
    let set = Self.set(steps: 20_000, last)
    let request = Self.numbers
    _ = set.receive(request)
    for _ in 0..<200 { try set.journal.verify(count: 1, matching: last) }
    #expect(set.explain(request).claim != nil)
    try set.journal.verifyOrder(last)
    try await set.journal.waitForRequests(matching: last, timeout: .seconds(300))
    for _ in 0..<200 { #expect(set.journal.requests(matching: last).count == 1) }
  }

  @Test("A condition that gives up neither counts nor passes for one that rejects")
  func undecidedVerification() throws {
    let set = Self.set(steps: 1_000, Self.selectsX)
    _ = set.receive(Self.numbers)
    #expect {
      try set.journal.verifyNever(matching: Self.selectsX, fileID: "M/F.swift", line: 7)
    } throws: { error in
      "\(error)" == """
        expected 0 requests where JSON $..* is "x", got 0 and 1 undecided: gave up after 500 steps
        received:
          POST /
        at M/F.swift:7
        """
    }
    try set.journal.verify(count: 0...1, matching: Self.selectsX)
    try set.journal.verifyNever(matching: Self.selectsX, PathIs("/b"))
  }

  @Test(
    "A larger body than is parsed is not, and its conditions say so",
    arguments: [
      (PartMatcher(JSONSelection(literal: "$"), .present), "JSON $"),
      (HTTPStubJSONMatcher([1]), "JSON body"),
      (PartMatcher(.xml(XMLSelection(literal: "//a")), .present), "XML //a"),
      (HTTPStubXMLMatcher(literal: "<a/>"), "XML body"),
      (PartMatcher(.form("a"), .present), "form field a"),
      (PartMatcher(.form("a"), .absent), "no form field a"),
    ] as [(any HTTPStubMatcher, String)])
  func largeBodies(matcher: any HTTPStubMatcher, expected: String) {
    let set = Self.set(steps: 1_000, parsedBytes: 2_000, matcher)
    let request = ReceivedRequest(
      .post, "/", headers: [.contentType: HTTPContentType.formURLEncoded.rawValue],
      body: Self.numbers.body)
    _ = set.receive(request)
    #expect(
      matcher.evaluate(request, for: .stubRequest)
        == .undecided(
          expected: expected,
          found: "a body of 3 KB, which is larger than the 2 KB that are parsed"))
    #expect(!HTTPStubNotMatcher(matcher).evaluate(request, for: .stubRequest).isMatch)
    guard case .failure(let error) = request.json else {
      Issue.record("expected no JSON")
      return
    }
    #expect(error.reason == "a body of 3 KB, which is larger than the 2 KB that are parsed")
    #expect(request.formItems == [])
  }

  @Test("A session has the limits of the set that it follows")
  func sessions() throws {
    let set = StubSet()
    let sessions = StubSessions(of: set)
    let session = try #require(sessions.begin("a")).session
    set.evaluationLimits.parsedBytes = 7
    #expect(session.stubs.evaluationLimits.parsedBytes == 7)
  }

  @Test("A body is parsed once, however many conditions ask for it")
  func parsedOnce() throws {
    let body = RequestBody(Data("<a>1</a>".utf8))
    #expect(try body.xml.get() === body.xml.get())
  }
}
