import Foundation
import StubCore
import Testing

@Suite struct BodyNeedTests {
  private static let kept = 1_000

  private static func needed(
    _ stubs: [HTTPStubRequest], limit: Int = kept,
    _ change: (StubSet) -> Void = { _ in }
  ) -> Int {
    let set = StubSet(journal: Journal(limits: Journal.Limits(bodyBytes: limit)))
    for stub in stubs { set.add(stub: stub) }
    change(set)
    return set.neededBodyCount(of: ReceivedRequest("POST", "/upload"))
  }

  private static var plain: HTTPStubRequest {
    HTTPStubRequest().match(path: "/upload").stub(.text("ok"))
  }

  @Test("A stub that looks at nothing of the body needs what the journal keeps")
  func unneeded() {
    #expect(Self.needed([Self.plain]) == Self.kept)
    // A stub that is asked later does not count.
    let others = HTTPStubRequest().match(body: .contains("a")).stub(.text("other"))
    #expect(Self.needed([others, Self.plain]) == Self.kept)
  }

  @Test("A condition or responder that reads the body needs all of it")
  func needed() {
    let conditions = [
      HTTPStubRequest().match(body: .contains("a")), HTTPStubRequest().match(json: ["a": 1]),
      HTTPStubRequest().match { $0.body?.isEmpty == true },
    ]
    for condition in conditions {
      #expect(Self.needed([Self.plain, condition.stub(.text("b"))]) == .max)
    }
    let template = HTTPStubRequest().match(path: "/upload").stub(for: .post) {
      $0.usesTemplates = true
    }
    #expect(Self.needed([template]) == .max)
    #expect(Self.needed([]) == .max)
  }

  @Test("A journal that keeps whole bodies needs them")
  func journal() {
    #expect(Self.needed([Self.plain], limit: .max) == .max)
  }

  @Test("A request that passes through needs its body")
  func ignored() {
    #expect(
      Self.needed([Self.plain]) { $0.add(ignore: HTTPStubIgnoreRule { $0.match(path: "/upload") }) }
        == .max)
  }
}
