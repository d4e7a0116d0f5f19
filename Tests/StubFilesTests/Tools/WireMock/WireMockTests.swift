import CoreTestSupport
import Foundation
import StubCore
import TestSupport
import Testing

@testable import StubCassettes
@testable import StubDocuments
@testable import StubRules
@testable import StubTools

@Suite struct WireMockTests {
  private func stub(_ response: String) -> String {
    #"{"request": {}, "response": {\#(response)}}"#
  }

  @Test("A recorded length is that of the body that is sent; with HEAD it stays")
  func lengths() throws {
    let fields = #""headers": {"content-length": "99", "X": "y"}"#
    for body in [
      #""body": "hi", "#, #""body": "{{request.method}}", "transformers": ["response-template"], "#,
      "",
    ] {
      let set = try Definition.set(stub(body + fields))
      let head = set.plan(for: .get("/"))?.head
      let length = body.isEmpty ? "0" : body.contains("{{") ? "3" : "2"
      #expect(head?.headers[.contentLength] == length)
      #expect(head?.headers["X"] == "y")
    }
    let head = try Definition.set(
      #"{"request": {"method": "HEAD"}, "response": {\#(fields)}}"#)
    #expect(head.plan(for: .init(.head, "/"))?.head?.headers[.contentLength] == "99")
  }

  @Test("Several stubs of a file: the least priority number, then the last of equals")
  func priorities() throws {
    let definition = try Definition(
      #"""
      {"mappings": [
        {"id": "x", "name": "low", "priority": 9, "request": {}, "response": {"body": "low"}},
        {"request": {"urlPath": "/a"}, "response": {"body": "first"}, "metadata": {"a": 1}},
        {"request": {"urlPath": "/a"}, "response": {"body": "second"}, "persistent": true},
        {"priority": 1, "request": {"urlPath": "/top"}, "response": {"body": "top"}}
      ], "meta": {"total": 4}}
      """#)
    #expect(definition.findings == [])
    #expect(definition.stubs.map(\.origin.line) == [2, 3, 4, 5])
    #expect(definition.stubs.map(\.name) == ["low", nil, nil, nil])
    let set = StubSet()
    set.replaceAll(with: definition.rules)
    #expect(set.text(for: .get("/a")) == "second")
    #expect(set.text(for: .get("/b")) == "low")
    #expect(set.text(for: .get("/top")) == "top")
  }

  @Test("A stub without a request answers each one; with a key of no stub it is none of WireMock's")
  func anyRequest() throws {
    let text = #"{"priority": 10, "response": {"status": 418}}"#
    #expect(try Definition.set(text).plan(for: .post("x"))?.head?.status == 418)
    let findings = try Definition(text.replacing("priority", with: "match")).findings
    #expect(findings.contains { $0.contains(#"unknown key "response""#) }, "\(findings)")
  }

  @Test("A response has the head, the body and the timing that are written")
  func response() throws {
    let set = try Definition.set(
      stub(
        #""status": 0, "statusMessage": "Fine", "headers": {"A": "1", "B": ["2", "3"]}, "#
          + #""base64Body": "aGk=", "fixedDelayMilliseconds": 250, "#
          + #""chunkedDribbleDelay": {"numberOfChunks": 4, "totalDuration": 800}"#))
    let plan = try #require(set.plan(for: .get("/")))
    #expect(plan.head?.status == 200)
    #expect(plan.head?.reason == "Fine")
    #expect(plan.head?.headers.values(of: "B") == ["2", "3"])
    #expect(plan.head?.headers.contains(.contentType) == false)
    #expect(plan.body == .data(Data("hi".utf8)))
    #expect(plan.timing.beforeHead == .milliseconds(250))
    #expect(plan.timing.body == .dribble(chunks: 4, over: .milliseconds(800)))
  }

  @Test(
    "Delays are drawn from a distribution in milliseconds",
    arguments: [
      (#"{"type": "uniform", "lower": 100, "upper": 200}"#, 0.1...0.2),
      (#"{"type": "fixed", "milliseconds": 300}"#, 0.3...0.3),
      (#"{"type": "lognormal", "median": 90, "sigma": 0.1, "maxValue": 95}"#, 0.02...0.095),
    ])
  func delays(distribution: String, range: ClosedRange<Double>) throws {
    let set = try Definition.set(stub(#""delayDistribution": \#(distribution)"#))
    for _ in 1...20 {
      let plan = try #require(set.plan(for: .get("/")))
      let seconds = plan.timing.beforeHead / .seconds(1)
      #expect(range.contains(seconds) || abs(seconds - range.lowerBound) < 1e-6)
    }
  }

  @Test(
    "The four faults are faults of the same effect",
    arguments: [
      ("EMPTY_RESPONSE", "emptyResponse"), ("MALFORMED_RESPONSE_CHUNK", "malformedChunk"),
      ("RANDOM_DATA_THEN_CLOSE", "garbage"), ("CONNECTION_RESET_BY_PEER", "reset"),
    ])
  func brokenResponses(name: String, fault: String) throws {
    let definition = try Definition(stub(#""fault": "\#(name)""#))
    let script = definition.stubs.first?.responses[ResponseKey(method: nil)]
    let responder = try #require(script?.responders.first as? ImpairedResponder)
    #expect(responder.impairment.fault?.name == fault)
  }

  @Test("JSON bodies are sent as JSON, and tags stay as they are without a transformer")
  func plainTags() throws {
    let set = try Definition.set(stub(#""jsonBody": {"a": ["{{request.path}}"]}"#))
    #expect(set.text(for: .get("/x")) == #"{"a":["{{request.path}}"]}"#)
  }

  @Test(
    "Templates see the request as WireMock names its parts",
    arguments: [
      ("{{request.url}}", "/a/b?q=1&q=2"), ("{{request.path}}", "/a/b"),
      ("{{request.path.1}}", "b"), ("{{request.pathSegments.[0]}}", "a"),
      ("{{request.query.q}}", "1"), ("{{request.query.q.[1]}}", "2"),
      ("{{request.headers.X-One}}", "1"), ("{{request.headers.x-one}}", "1"),
      ("{{request.cookies.c}}", "d"), ("{{request.method}}", "POST"),
      ("{{request.baseUrl}}", "https://h.com:81"), ("{{request.host}}", "h.com"),
      ("{{jsonPath request.body '$.n'}}", "7"), ("{{request.bodyAsBase64}}", "eyJuIjo3fQ=="),
      ("{{parameters.p}}", "v"), ("{{request.query.none}}", ""),
      ("{{upper request.method}}{{lower 'A'}}", "POSTa"), ("{{base64 'aGk=' decode=true}}", "hi"),
      ("{{urlEncode 'a b'}}", "a+b"), ("{{request.query.q.0}}::{{request.query.q.1}}", "1::2"),
    ])
  func templates(text: String, rendered: String) throws {
    let set = try Definition.set(
      stub(
        #""body": "\#(text)", "headers": {"H": "\#(text)"}, "transformers": ["response-template"], "#
          + #""transformerParameters": {"p": "v"}"#))
    let plan = try #require(
      set.plan(
        for: ReceivedRequest(
          .post, "https://h.com:81/a/b?q=1&q=2", headers: ["X-One": "1", "Cookie": "c=d"],
          body: Data(#"{"n":7}"#.utf8))))
    #expect(plan.body == .data(Data(rendered.utf8)))
    #expect(plan.head?.headers["H"] == rendered)
  }

  @Test("A templated JSON body stays JSON, and path variables are filled in")
  func templatedJSON() throws {
    let set = try Definition.set(
      #"""
      {"request": {"urlPathTemplate": "/u/{id}"}, "response": {
        "jsonBody": {"id": "{{request.path.id}}", "n": 1, "q": ["{{request.query.q}}"]},
        "transformers": ["response-template"]}}
      """#)
    #expect(set.text(for: .get("/u/7?q=%22")) == #"{"id":"7","n":1,"q":["\""]}"#)
  }

  @Test("A folder with mappings and __files is read, and bodies come from __files")
  func folder() throws {
    let folder = try TemporaryFolder([
      "mappings/a/one.json": #"""
      {"request": {"urlPath": "/one"}, "response": {"bodyFileName": "deep/one.txt"}}
      """#,
      "mappings/two.json": #"""
      {"request": {"urlPathPattern": "/two/.*"}, "response": {
        "bodyFileName": "{{request.query.f}}", "transformers": ["response-template"]}}
      """#,
      "__files/deep/one.txt": "one", "__files/two.txt": "two {{request.path}}",
      "secret.txt": "secret",
    ])
    let rules = try RuleSet(contentsOf: [folder.path], formats: .all)
    #expect(rules.files.count == 2)
    #expect(
      RuleCheck(of: [folder.path], context: RuleContext(formats: .all)).diagnostics.description
        == "")
    let set = StubSet()
    set.replaceAll(with: rules)
    #expect(
      set.plan(for: .get("/one"))?.body
        == .file(path: "\(folder.path)/__files/deep/one.txt", offset: 0, count: 3))
    #expect(set.text(for: .get("/two/x?f=two.txt")) == "two /two/x")
    // A name from a request cannot lead out of the folder.
    #expect(set.plan(for: .get("/two/x?f=../secret.txt"))?.head?.status == 500)
  }

  /// Two stubs of one request: the first answers once, and then the second does.
  private static let twoStates = """
    {"mappings": [
      {"scenarioName": "two", "requiredScenarioState": "Started", "newScenarioState": "s-2",
        "request": {"urlPath": "/"}, "response": {"body": "first"}},
      {"scenarioName": "two", "requiredScenarioState": "s-2",
        "request": {"urlPath": "/"}, "response": {"body": "second"}}
    ]}
    """

  @Test("To look at stubs and explain requests moves no scenario")
  func peeking() throws {
    let set = StubSet()
    set.replaceAll(with: try RuleSet(text: Self.twoStates))
    let request = ReceivedRequest(.get, "/")
    for _ in 0..<3 {
      let explanation = set.explain(request)
      let claim = try #require(explanation.claim)
      _ = set.answer(claim)
      #expect(set.handles(request))
      #expect(set.stub(answering: request) != nil)
    }
    #expect(set.text(for: request) == "first")
    #expect(set.text(for: request) == "second")
  }

  @Test("A scenario is moved by one of many requests at a time, and each gets an answer")
  func manyAtOnce() async throws {
    let set = StubSet()
    set.replaceAll(with: try RuleSet(text: Self.twoStates))
    let texts = await withTaskGroup(of: String?.self) { group in
      for _ in 0..<64 { group.addTask { set.text(for: ReceivedRequest(.get, "/")) } }
      return await group.reduce(into: []) { $0.append($1) }
    }
    #expect(texts.count { $0 == "first" } == 1)
    #expect(texts.count { $0 == "second" } == 63)
  }

  @Test("A scenario starts in its first state and moves as stubs of any file say")
  func scenarios() throws {
    let folder = try TemporaryFolder([
      "mappings/a.json": #"""
      {"scenarioName": "cart", "requiredScenarioState": "Started", "newScenarioState": "full",
       "request": {"method": "POST"}, "response": {"status": 201}}
      """#,
      "mappings/b.json": #"""
      {"mappings": [
        {"scenarioName": "cart", "requiredScenarioState": "Started",
         "request": {"method": "GET"}, "response": {"body": "empty"}},
        {"scenarioName": "cart", "requiredScenarioState": "full",
         "request": {"method": "GET"}, "response": {"body": "full"}},
        {"scenarioName": "cart", "newScenarioState": "Started",
         "request": {"method": "DELETE"}, "response": {"status": 204}}]}
      """#,
    ])
    let set = StubSet()
    set.replaceAll(with: try RuleSet(contentsOf: [folder.path], formats: .all))
    #expect(set.text(for: .get("/")) == "empty")
    #expect(set.answers(ReceivedRequest(.post, "/")))
    #expect(!set.answers(ReceivedRequest(.post, "/")))
    #expect(set.text(for: .get("/")) == "full")
    #expect(set.answers(ReceivedRequest(.delete, "/")))
    #expect(set.text(for: .get("/")) == "empty")
  }

  @Test("Unsupported parts are errors with their positions", arguments: mistakes)
  func errors(mistake: Mistake) throws {
    let definition = try Definition(mistake.text)
    #expect(definition.stubs.isEmpty)
    #expect(definition.findings.joined(separator: "\n") == mistake.printed)
  }

  private static let mistakes: [Mistake] = [
    Mistake(
      #"{"request": {}, "response": {"proxyBaseUrl": "a"}}"#,
      #"1:46: "proxyBaseUrl" must be the URL of a server, with a path or none, not "a"; "#
        + "use http://HOST or https://HOST"),
    Mistake(
      #"{"request": {"urlPaht": "/a"}, "response": {}}"#,
      #"1:14: unknown key "urlPaht"; did you mean "urlPath"?"#),
    Mistake(
      #"{"request": {"urlPattern": "/a("}, "response": {}}"#,
      "1:32: invalid regular expression: missing closing parenthesis; close the group with "
        + #"`)`, or write `\(` for a parenthesis"#),
    Mistake(
      #"{"request": {}, "response": {"bodyFileName": "../a"}}"#,
      #"1:46: "bodyFileName" must be a path inside __files, not "../a"; use a name without "..""#),
    Mistake(
      #"{"request": {}, "response": {"transformers": ["mine"]}}"#,
      #"1:47: "transformers" must be "response-template", not "mine""#),
    Mistake(
      #"{"request": {}, "response": {"body": "a {{request.id}}", "#
        + #""transformers": ["response-template"]}}"#,
      #"1:43: unknown name "request.id" in a template; available: "baseUrl", "body", "#
        + #""bodyAsBase64", "clientIp", "cookies", "headers", "host", "method", "path", "#
        + #""pathSegments", "port", "query", "scheme", "url""#),
    Mistake(
      #"{"newScenarioState": "s", "request": {}, "response": {}}"#,
      #"1:1: this mapping needs "scenarioName""#),
    Mistake(
      #"{"request": {"bodyPatterns": [{"equalToJson": {"a": "${json-unit.matches:x}"}}]}, "#
        + #""response": {}}"#,
      #"1:47: "${json-unit.matches:x}" is none of the placeholders ignore, ignore-element, "#
        + "any-string, any-number, any-boolean and regex; use matchesJsonPath on the parts that "
        + "matter"),
  ]
}
