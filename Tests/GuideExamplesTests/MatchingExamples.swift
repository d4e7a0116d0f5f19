import ExampleSupport
import Foundation
import HTTPStubber
import Testing

@Suite("Matching requests") struct MatchingExamples {
  @Test("A stub answers what all its matchers accept")
  func matchers() async throws {
    // example: matching
    let stub = HTTPStubRequest()
      .match(URI: "https://api.example.com/users/{id}")
      .match(header: .accept, .contains("json"))
      .match(query: "debug", .absent)
      .stub(for: .get, .json(["name": "Ada"]))
    // end of example
    let stubs = StubSet(stub)
    let plan = try await stubs.plan(
      .get, "https://api.example.com/users/7", headers: [.accept: "application/json"])
    #expect(plan.text.contains("Ada"))
    await #expect(throws: UnmatchedReport.self) {
      try await stubs.plan(.get, "https://api.example.com/users/7")
    }
  }
}
