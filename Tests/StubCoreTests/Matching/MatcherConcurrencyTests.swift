import Foundation
import StubCore
import Testing

@Suite("Matchers on several threads")
struct MatcherConcurrencyTests {
  @Test("One set of matchers judges one request from many threads alike")
  func together() async {
    let matchers: [any HTTPStubMatcher] = [
      .urlRegex("^http://a\\.test/(\\w+)$"), .uri("/{name}"), .path(.glob("/u*")),
      .xml("<a><b id='1'>x</b></a>"), .xpath("//b[@id='1']", "x"), .xpath("count(//b)", "1"),
      .not(.xpath("//c")), .not(.jsonPath("$.a")), .body(.contains("<b")),
    ]
    let body = Data("<a><b id='1'>x</b></a>".utf8)
    let request = ReceivedRequest(.post, "http://a.test/users", body: body)
    let mismatches = await withTaskGroup(of: Int.self) { group in
      for _ in 0..<8 {
        group.addTask {
          (0..<200).reduce(0) { count, _ in
            let fresh = ReceivedRequest(.post, "http://a.test/users", body: body)
            return count
              + matchers.count { !$0.evaluate(request, for: .stubRequest).isMatch }
              + matchers.count { !$0.evaluate(fresh, for: .stubRequest).isMatch }
          }
        }
      }
      return await group.reduce(0, +)
    }
    #expect(mismatches == 0)
  }
}
