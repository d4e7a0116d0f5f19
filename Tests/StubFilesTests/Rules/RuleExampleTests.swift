import CoreTestSupport
import Foundation
import StubCore
import Testing

@testable import StubCassettes
@testable import StubDocuments
@testable import StubRules
@testable import StubTools

@Suite struct RuleExampleTests {
  static let example = """
    stubs:
      - name: repository
        match:
          uri: https://api.github.com/repos/{owner}/{repo}
          headers: { Accept: { contains: json } }
        respond:
          GET:
            json: { full_name: "{{uri.owner}}/{{uri.repo}}" }
            delay: 120ms
            speed: 3g
          DELETE: { status: 204 }
    ignore:
      - { url: http://www.apple.com, urlOptions: [ignorePath, ignoreQueryParameters] }
    unhandled: optin

    """

  private func request(
    _ method: HTTPMethod, _ url: String = "https://api.github.com/repos/a/b",
    accept: String = "application/json"
  ) -> ReceivedRequest {
    ReceivedRequest(method, url, headers: ["Accept": accept])
  }

  @Test("The example of the documentation answers as it says")
  func answers() throws {
    let set = try StubSet.reading(Self.example)
    let plan = try #require(set.plan(for: request(.get)))
    #expect(plan.body == .data(.init(#"{"full_name":"a/b"}"#.utf8)))
    #expect(plan.head?.status == .ok)
    #expect(plan.head?.headers["Content-Type"] == "application/json")
    #expect(plan.timing == ResponseTiming(beforeHead: .milliseconds(120), body: .rate(400_000)))
    #expect(set.plan(for: request(.delete))?.head?.status == .noContent)
  }

  @Test("Requests that the example does not stub pass through")
  func others() throws {
    let set = try StubSet.reading(Self.example)
    #expect(set.unhandledMode == .optin)
    for other in [
      request(.post), request(.get, accept: "text/html"),
      request(.get, "https://api.github.com/repos/a"),
    ] {
      guard case .passedThrough = set.receive(other).outcome else {
        Issue.record("\(other.summary) was not passed through")
        continue
      }
    }
  }

  @Test("The ignore rule of the example looks at scheme, host and port only")
  func ignores() throws {
    let set = try StubSet.reading(Self.example.replacingOccurrences(of: "optin", with: "optout"))
    guard case .passedThrough = set.receive(request(.get, "http://www.apple.com/mac?a=b")).outcome
    else {
      Issue.record("the request was not ignored")
      return
    }
    guard case .unmatched = set.receive(request(.get, "http://www.apple.org/")).outcome else {
      Issue.record("the request was ignored")
      return
    }
  }

  @Test("A stub knows the file and the line it was read from")
  func origin() throws {
    let rules = try RuleSet(text: Self.example, as: "Stubs/github.yaml")
    #expect(rules.stubs.map(\.origin.description) == ["Stubs/github.yaml:2"])
    #expect(rules.stubs.first?.title == #"stub "repository" (Stubs/github.yaml:2)"#)
  }
}
