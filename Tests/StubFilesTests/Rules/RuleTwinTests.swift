import CoreTestSupport
import StubCore
import Testing

@testable import StubCassettes
@testable import StubDocuments
@testable import StubRules
@testable import StubTools

@Suite struct RuleTwinTests {
  private static let yaml = """
    # a comment
    unhandled: optin
    stubs:
      - match: &get { method: GET, path: /a }
        respond: { json: { n: 1.50, t: "x", z: ~, b: true, l: [1, two] }, delay: 1.5s }
      - match: { <<: *get, path: /b }
        respond: [{ text: "one" }, { status: 404 }]
      - match: { headers: { X-Id: 007 } }
        respond:
          any: { text: "é\\u00e9" }
    """

  private static let json = """
    {"unhandled": "optin", "stubs": [
    {"match": {"method": "GET", "path": "/a"}, "respond":
    {"json": {"n": 1.50, "t": "x", "z": null, "b": true, "l": [1, "two"]}, "delay": "1.5s"}},
    {"match": {"method": "GET", "path": "/b"}, "respond": [{"text": "one"}, {"status": 404}]},
    {"match": {"headers": {"X-Id": "007"}}, "respond": {"any": {"text": "é\\u00e9"}}}]}
    """

  private static let jsonc = """
    // a comment
    {"unhandled": "optin", /* another */ "stubs": [
    {"match": {"method": "GET", "path": "/a"}, "respond":
    {"json": {"n": 1.50, "t": "x", "z": null, "b": true, "l": [1, "two"]}, "delay": "1.5s"}},
    {"match": {"method": "GET", "path": "/b"}, "respond": [{"text": "one"}, {"status": 404},]},
    {"match": {"headers": {"X-Id": "007"}}, "respond": {"any": {"text": "é\\u00e9",}}}]}
    """

  private static let requests = [
    ReceivedRequest(.get, "/a"), ReceivedRequest(.get, "/b"), ReceivedRequest(.get, "/b"),
    ReceivedRequest(.post, "/", headers: ["X-Id": "007"]),
    ReceivedRequest(.post, "/", headers: ["X-Id": "7"]), ReceivedRequest(.post, "/a"),
  ]

  private func plans(_ text: String, as name: String) throws -> [ResponsePlan?] {
    let set = try StubSet.reading(text, as: name)
    return Self.requests.map { set.plan(for: $0) }
  }

  @Test(
    "The same rules in another notation answer alike",
    arguments: [(json, "a.json"), (jsonc, "a.jsonc"), (json, "a.yaml")])
  func twins(text: String, name: String) throws {
    let expected = try plans(Self.yaml, as: "a.yaml")
    #expect(expected.map { $0 != nil } == [true, true, true, true, false, false])
    #expect(try plans(text, as: name) == expected)
  }
}
