import Foundation
import StubCore
import StubLanguages
import StubServer
import TestSupport
import Testing

@testable import StubAdmin

@Suite("An unmatched request is shown beside the nearest stub of WireMock's form")
struct UnmatchedDiffTests {
  private let client = AdminClient()

  private func text(
    _ method: HTTPMethod, _ path: String, _ headers: HTTPHeaders = [:], body: String? = nil
  ) throws -> String {
    var headers = headers
    headers["X-WireMock-Console-Width"] = "69"
    let request = ReceivedRequest(
      method, "http://127.0.0.1:8080\(path)", headers: headers, body: body.map { .init($0.utf8) })
    let report = client.stubs.explain(request).report
    return try #require(client.stubs.unmatchedText?(report))
  }

  private static func table(_ rows: String) -> String {
    let rule = String(repeating: "-", count: 69)
    return """

                            Request was not matched
                            =======================

      \(rule)
      | Closest stub                    | Request                         |
      \(rule)
                                        |
      \(rows)
      \(rule)

      """
  }

  @Test("Name, method, address, fields, query, cookies and body have lines, wrong ones a mark")
  func everything() async throws {
    await client(
      .post, "/mappings",
      #"{"name": "A stub with a name that is too long for its column", "request": {"#
        + #""method": "POST", "urlPath": "/thing", "headers": {"A": {"contains": "x"}}, "#
        + #""queryParameters": {"q": {"equalTo": "1"}}, "cookies": {"s": {"matches": "a.*"}}, "#
        + #""bodyPatterns": [{"equalToJson": {"a": [1, {"b": {}}]}}]}}"#)
    let rows = """
      A stub with a name that is too    |
      long for its column               |
                                        |
      POST                              | POST
      [path] /thing                     | /thin?q=1                  <<<<< URL does not match
                                        |
      A [contains] : x                  |                            <<<<< Header is not present
                                        |
      Query: q = 1                      | q: 1
                                        |
      Cookie: s [matches] a.*           | b                          <<<<< Cookie does not match
                                        |
      {                                 | {                          <<<<< Body does not match
        "a" : [ 1, {                    |   "a" : [ ]
          "b" : { }                     | }
        } ]                             |
      }                                 |
                                        |
      """
    #expect(
      try text(.post, "/thin?q=1", [.cookie: "s=b"], body: #"{"a": []}"#) == Self.table(rows))
  }

  @Test("A scenario in another state is told, and members that are null have no lines")
  func scenario() async throws {
    await client(
      .post, "/mappings",
      #"{"request": {"url": "/s", "host": null, "urlPath": null, "headers": null}, "#
        + #""scenarioName": "n", "requiredScenarioState": "two"}"#)
    let rows = """
      ANY                               | GET
      /s                                | /s
                                        |
      [Scenario 'n' state: two]         | [Scenario 'n' state: Started]<<<<< Scenario does not match
                                        |
      """
    #expect(try text(.get, "/s") == Self.table(rows))
  }

  @Test(
    "A value that is missing is told apart from an empty one, in each request anew",
    arguments: [
      ("s=", "Cookie does not match"), ("t=1", "Cookie is not present"), ("s=a", nil),
    ])
  func missing(sent: String, problem: String?) async throws {
    await client(
      .post, "/mappings",
      #"{"request": {"url": "/a", "method": "PUT", "cookies": {"s": {"equalTo": "a"}}}}"#)
    for cookie in ["s=b", sent] {
      let text = try text(.get, "/a", ["Cookie": cookie])
      #expect(text.contains("<<<<< HTTP method does not match"))
      let isMissing = cookie == sent ? problem?.contains("not present") ?? false : false
      #expect(text.contains("<<<<< Cookie is not present") == isMissing)
      let isWrong = cookie == sent ? problem?.contains("not match") ?? false : true
      #expect(text.contains("<<<<< Cookie does not match") == isWrong)
    }
  }

  @Test("A long body is quoted up to 2 KB")
  func longBody() async throws {
    await client(
      .post, "/mappings", #"{"request": {"url": "/a", "bodyPatterns": [{"equalTo": "x"}]}}"#)
    let text = try text(.post, "/a", body: String(repeating: "y", count: 100_000))
    #expect(text.filter { $0 == "y" }.count == 2_048 + "Body".filter { $0 == "y" }.count)
  }

  @Test(
    "Clients get the table; those that ask for JSON, and stubs of another form, the report",
    .needs("curl"))
  func clients() async throws {
    let listener = try Listener(stubs: client.stubs, port: 0)
    try listener.start()
    defer { listener.stop() }
    await client(.post, "/mappings", #"{"request": {"url": "/a"}}"#)
    guard let curl = Tool.curl else { return }
    func get(_ path: String, _ options: String...) async throws -> String {
      try await curl.run(["--silent"] + options + [listener.url + path]).output
    }
    #expect(try await get("/b").contains("| Closest stub "))
    #expect(try await get("/b", "-H", "Accept: application/json").contains("nearMisses"))
    await client(.delete, "/mappings")
    await client(.post, "/stubs", "stubs:\n  - match: { path: /a }\n    respond: { GET: hi }\n")
    #expect(try await get("/b").contains("No stub matches GET"))
  }
}
