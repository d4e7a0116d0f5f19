import CoreTestSupport
import Foundation
import StubCore
import Testing

@Suite("Decisions that are to be brief")
struct BriefDecisionTests {
  /// Nested as deep as it is long, so that a query for all below all has a lot to do.
  private static var deep: ReceivedRequest {
    let text = String(repeating: "[", count: 60) + String(repeating: "]", count: 60)
    return ReceivedRequest(.post, "/deep", body: Data(text.utf8))
  }

  private static func answer(_ text: String) -> HTTPStubRequest {
    HTTPStubRequest().stub(for: .post, .body(text))
  }

  private static func text(_ exchange: ReceivedExchange?) async -> String? {
    await exchange?.outcome.madePlan?.bodyText
  }

  @Test("A condition that takes many steps is left for later, without any effect")
  func costly() async {
    let set = StubSet()
    set.add(
      stub: Self.answer("costly").match(PartMatcher(JSONSelection(literal: "$..*..*..*"), .present))
    )
    set.add(stub: Self.answer("other").match(URI: "/other"))
    let request = Self.deep
    #expect(set.receiveBriefly(request)?.outcome.plan == nil)
    #expect(set.journal.entries.isEmpty)
    #expect(await Self.text(set.receive(request)) == "costly")
    #expect(set.journal.entries.count == 1)
    let cheap = ReceivedRequest(.post, "/other", body: Data("{}".utf8))
    #expect(await Self.text(set.receiveBriefly(cheap)) == "other")
    #expect(set.journal.entries.count == 2)
  }

  @Test("Large bodies are left for later")
  func others() async {
    let set = StubSet()
    set.add(stub: Self.answer("ok").match(URI: "/a"))
    let large = ReceivedRequest(.post, "/a", body: Data(repeating: 1, count: 64 * 1_024 + 1))
    #expect(set.receiveBriefly(large)?.outcome.plan == nil)
    let small = ReceivedRequest(.post, "/a", body: Data(repeating: 1, count: 64 * 1_024))
    #expect(await Self.text(set.receiveBriefly(small)) == "ok")
  }

  @Test(
    "A report is made at once if its conditions take few steps, otherwise later without any effect",
    arguments: [
      ("/other", true, false), ("/other", false, true), (nil, true, true), (nil, false, true),
    ] as [(String?, Bool, Bool)])
  func misses(path: String?, isDeep: Bool, isBrief: Bool) {
    let set = StubSet()
    let costly = PartMatcher(JSONSelection(literal: "$..*..*..*"), .present)
    let stub = HTTPStubRequest().match(header: "X-A", .present)
    if let path { stub.match(path: .equals(path)).match(costly) }
    set.add(stub: stub.stub(for: .post, .text("")))
    let request = isDeep ? Self.deep : ReceivedRequest(.post, "/deep", body: Data("[1]".utf8))
    #expect((set.receiveBriefly(request)?.outcome.report != nil) == isBrief)
    #expect(set.journal.entries.count == (isBrief ? 1 : 0))
    #expect(set.receive(request).outcome.report != nil)
  }

  @Test("A template that repeats a part is rendered apart, others at once")
  func templates() async {
    let set = StubSet()
    let stub = HTTPStubRequest().stub {
      $0.usesTemplates = true
      $0.body = "{{#if query.list}}{{#each query.list}}{{this}}{{/each}}{{/if}}"
    }
    set.add(stub: stub)
    let outcome = set.receive(ReceivedRequest(.get, "/?list=a&list=b")).outcome
    #expect(outcome.plan == nil)
    #expect(await outcome.madePlan?.head?.status == 200)
    let plain = StubSet()
    plain.add(
      stub: HTTPStubRequest().stub {
        $0.usesTemplates = true
        $0.body = "{{#if query.list}}yes{{/if}}"
      })
    #expect(plain.receive(ReceivedRequest(.get, "/?list=a")).outcome.text == "yes")
  }
}
