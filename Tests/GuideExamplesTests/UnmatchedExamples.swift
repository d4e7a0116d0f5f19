import ExampleSupport
import Foundation
import HTTPStubber
import TestSupport
import Testing

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

@Suite("Unmatched requests") struct UnmatchedExamples {
  @Test("Modes and ignore rules say which requests a stubber is responsible for")
  func modes() async throws {
    let stubber = HTTPStubber()
    // example: modes
    stubber.unhandledMode = .optin  // only what a stub answers; .optout is everything
    stubber.unmatchedResponse = .status(.notFound)  // .error is the default

    stubber.add(ignore: HTTPStubIgnoreRule { $0.match(host: "localhost") })
    stubber.add(
      ignore: HTTPStubIgnoreRule {
        $0.match(URL: "http://www.apple.com", options: [.ignorePath, .ignoreQueryParameters])
      })
    // end of example
    stubber.unhandledMode = .optout
    await #expect(throws: PassedThrough.self) {
      try await stubber.stubSet.plan(.get, "http://www.apple.com/mac?a=b")
    }
    #expect(
      try await stubber.session.answer("GET", "http://other.example/").response.statusCode == 404)
  }

  @Test("The report is in the hook, the error and the journal")
  func report() async throws {
    let stubber = HTTPStubber()
    let seen = Shared<[String]>([])
    @Sendable func print(_ text: String) { seen.update { $0.append(text) } }
    // example: report hook
    stubber.onStubMissing { request, report in
      print("\(report)")
    }
    // end of example
    let error = await #expect(throws: (any Error).self) {
      try await stubber.session.text(from: "http://other.example/")
    }
    #expect(seen.value.count == 1)
    #expect(seen.value.first?.hasPrefix("No stub matches GET http://other.example/") ?? false)
    #expect(error?.localizedDescription == seen.value.first)
  }
}
