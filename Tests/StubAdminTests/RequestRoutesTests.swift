import Foundation
import StubCore
import StubLanguages
import Testing

@testable import StubAdmin

@Suite("Requests of the journal are listed, counted, found and forgotten over HTTP")
struct RequestRoutesTests {
  private static let id = "12222222-1111-4111-8111-111111111111"
  private let client = AdminClient()

  init() async {
    await client(
      .post, "/mappings",
      #"{"id": "\#(Self.id)", "request": {"urlPath": "/a"}, "response": {"body": "hi"}}"#)
    client.receive(.get, "/a")
    client.receive(.post, "/a?x=1&x=2", body: "xyz")
    client.receive(.delete, "/none")
  }

  private func urls(_ reply: AdminClient.Reply, _ list: String = "requests") -> [String] {
    (reply.json[list]?.array ?? []).map {
      ($0["request"]?["url"] ?? $0["url"])?.string ?? ""
    }
  }

  @Test(
    "The list begins with the newest, and is cut and filtered by its query",
    arguments: [
      ("", ["/none", "/a?x=1&x=2", "/a"]), ("?limit=1", ["/none"]), ("?limit=0", []),
      ("?unmatched=true", ["/none"]), ("?matchingStub=\(Self.id)", ["/a?x=1&x=2", "/a"]),
      ("?matchingStub=99999999-1111-4111-8111-111111111111", []),
      ("?since=2000-01-01T00:00:00Z", ["/none", "/a?x=1&x=2", "/a"]),
      ("?since=2999-01-01T00:00:00Z", []),
    ] as [(String, [String])])
  func listing(query: String, expected: [String]) async {
    let reply = await client(.get, "/requests\(query)")
    #expect(urls(reply) == expected)
    #expect(reply.json["requestJournalDisabled"] == false)
  }

  @Test(
    "A journal that can keep nothing says so in all lists",
    arguments: [(0, 1 << 20), (5, 0), (5, 255)])
  func disabled(count: Int, bytes: Int) async {
    let client = AdminClient(journal: Journal.Limits(count: count, bytes: bytes))
    client.receive(.get, "/")
    for path in ["/requests", "/requests/unmatched", "/journal", "/journal/unmatched"] {
      let reply = await client(.get, path)
      #expect(reply.json["requests"]?.array?.isEmpty == true, "\(path)")
      #expect(reply.json["requestJournalDisabled"] == true, "\(path)")
    }
  }

  @Test("A request is counted however often costly patterns asked about it before")
  func manyQuestions() async {
    client.stubs.evaluationLimits.steps = StepLimit(steps: 20_000, stepsPerByte: 0)
    client.receive(.post, "/b", body: "[\((0..<1_000).map(String.init).joined(separator: ","))]")
    let pattern = #"{"bodyPatterns": [{"matchesJsonPath": "$[?(@ == 999)]"}]}"#
    for _ in 0..<200 {
      #expect(await client(.post, "/requests/count", pattern).json["count"] == 1)
    }
  }

  @Test("An event has the request, its stub, and the answer")
  func event() async throws {
    let listed = await client(.get, "/requests").json["requests"]
    let event = try #require(listed?[1])
    #expect(event["request"]?["queryParams"] == ["x": ["key": "x", "values": ["1", "2"]]])
    #expect(event["request"]?["body"] == "xyz")
    #expect(event["request"]?["bodyAsBase64"] == "eHl6")
    #expect(event["response"]?["body"] == "hi")
    #expect(event["response"]?["headers"]?["Matched-Stub-Id"] == .string(Self.id))
    #expect(event["stubMapping"]?["id"] == .string(Self.id))
    #expect(event["wasMatched"] == true)
    let id = try #require(event["id"]?.string)
    #expect(await client(.get, "/requests/\(id)").json == event)
    #expect(await client(.delete, "/requests/\(id)").status == 200)
    #expect(await client(.get, "/requests/\(id)").status == 404)
    #expect(urls(await client(.get, "/requests")) == ["/none", "/a"])
  }

  @Test("Patterns count, find and remove")
  func patterns() async {
    let pattern = #"{"method": "POST", "bodyPatterns": [{"contains": "y"}]}"#
    #expect(await client(.post, "/requests/count", pattern).json["count"] == 1)
    #expect(urls(await client(.post, "/requests/find", pattern)) == ["/a?x=1&x=2"])
    #expect(
      urls(await client(.post, "/requests/remove", pattern), "serveEvents") == ["/a?x=1&x=2"])
    #expect(await client(.post, "/requests/count", #"{"method": "ANY"}"#).json["count"] == 2)
    #expect(urls(await client(.get, "/requests/unmatched")) == ["/none"])
    #expect(await client(.post, "/requests/reset").status == 200)
    #expect(urls(await client(.get, "/requests")) == [])
  }

  @Test(
    "What cannot be read is refused with the place of the mistake",
    arguments: [
      ("/requests?limit=x", nil, 400, "limit"), ("/requests?limit=-1", nil, 400, "limit"),
      ("/requests?since=x", nil, 400, "since"), ("/requests?matchingStub=x", nil, 400, nil),
      ("/requests/nope", nil, 400, nil), ("/requests/count", "", 422, "/"),
      ("/requests/find", #"{"urll": 1}"#, 422, "/urll"), ("/requests/remove", "{bad", 422, nil),
    ] as [(String, String?, Int, String?)])
  func refusals(path: String, body: String?, status: Int, pointer: String?) async {
    let reply = await client(body == nil ? .get : .post, path, body)
    #expect(reply.status == status)
    #expect(reply.json["errors"]?[0]?["source"]?["pointer"]?.string == pointer)
  }

  @Test("The nearest stubs and requests are listed, the nearest first")
  func nearMisses() async {
    await client(
      .post, "/mappings", #"{"request": {"url": "/nope", "headers": {"A": {"equalTo": "b"}}}}"#)
    let unmatched = await client(.get, "/requests/unmatched/near-misses").json["nearMisses"]
    #expect(unmatched?.array?.count == 2)
    #expect(unmatched?[0]?["stubMapping"]?["id"] == .string(Self.id))
    let described = await client(.post, "/near-misses/request", #"{"url": "/a", "method": "GET"}"#)
    #expect(described.json["nearMisses"]?[0]?["matchResult"]?["distance"] == 0)
    #expect(described.json["nearMisses"]?[0]?["request"]?["port"] == -1)
    let pattern = await client(.post, "/near-misses/request-pattern", #"{"url": "/nonw"}"#)
    #expect(pattern.json["nearMisses"]?[0]?["request"]?["url"] == "/none")
    #expect(pattern.json["nearMisses"]?[0]?["requestPattern"] == ["url": "/nonw"])
    #expect(await client(.post, "/near-misses/request").status == 422)
  }
}

@Suite("Scenarios are listed, set and reset over HTTP")
struct ScenarioRoutesTests {
  private let client = AdminClient()

  init() async {
    for (required, next) in [("Started", "two"), ("two", "three")] {
      await client(
        .post, "/mappings",
        #"{"request": {"url": "/\#(next)"}, "scenarioName": "turns", "#
          + #""requiredScenarioState": "\#(required)", "newScenarioState": "\#(next)"}"#)
    }
  }

  private var state: String? {
    get async { await client(.get, "/scenarios").json["scenarios"]?[0]?["state"]?.string }
  }

  @Test("The states are known, can be set one by one, and go back to the first")
  func states() async {
    let scenario = await client(.get, "/scenarios").json["scenarios"]?[0]
    #expect(scenario?["possibleStates"] == ["Started", "two", "three"])
    #expect(scenario?["mappings"]?.array?.map { $0["request"]?["url"] } == ["/two", "/three"])
    client.receive(.get, "/two")
    #expect(await state == "two")
    #expect(
      await client(.put, "/scenarios/turns/state", #"{"state": "three"}"#).json == [:])
    #expect(await state == "three")
    #expect(await client(.put, "/scenarios/turns/state").status == 200)
    #expect(await state == "Started")
    await client(.put, "/scenarios/turns/state", #"{"state": "three"}"#)
    #expect(await client(.post, "/scenarios/reset").json == [:])
    #expect(await state == "Started")
  }

  @Test("An unknown scenario and an unknown state are refused")
  func refusals() async {
    let state = await client(.put, "/scenarios/turns/state", #"{"state": "x"}"#)
    #expect(state.status == 422)
    #expect(state.json["errors"]?[0]?["code"] == 11)
    #expect(await client(.put, "/scenarios/turns/state", "{}").status == 422)
    let scenario = await client(.put, "/scenarios/nope/state", #"{"state": "x"}"#)
    #expect(scenario.status == 404)
    #expect(scenario.json["errors"]?[0]?["title"] == "Scenario nope does not exist")
  }
}
