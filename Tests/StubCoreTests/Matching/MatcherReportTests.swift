import CoreTestSupport
import Foundation
import StubCore
import Testing

@Suite("Matchers in the report")
struct MatcherReportTests {
  @Test("The report has one readable line for each matcher of a stub")
  func lines() throws {
    let set = StubSet()
    set.add(
      stub: HTTPStubRequest(file: "Tests/Users.swift", line: 3)
        .match(method: .post)
        .match(URI: "http://api.test/users/{id}")
        .match(header: .accept, .contains("json"))
        .match(json: ["name": "Mark", "roles": ["admin"]])
        .match(anyOf: .query("debug"), .cookie("session", "x"))
        .stub(.text("x")))
    let request = ReceivedRequest(
      .post, "http://api.test/users/7", headers: [.accept: "text/html"],
      body: Data(#"{"name":"Mark","roles":["user"]}"#.utf8))
    let report = try #require(set.receive(request).outcome.report?.description)
    let expected = """
        ✓ method is POST
        ✓ URI matches http://api.test/users/{id}
        ✗ header Accept contains "json" (got "text/html")
        ✗ JSON body is {"name":"Mark","roles":["admin"]} (expected "admin" at /roles/0, got "user")
        ✗ any of: query parameter debug is present; cookie session is "x" (got no query parameter \
      debug; no cookie session)
      """
    #expect(report.contains(expected), "\(report)")
  }
}
