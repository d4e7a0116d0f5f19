import StubCore
import Testing

@Suite("What hosts keep with a plan")
struct HostCacheTests {
  private final class OneHost: Sendable {}
  private final class OtherHost: Sendable {}

  private let plan = ResponsePlan(head: ResponseHead())

  @Test("A plan for many requests keeps it for all its copies")
  func kept() throws {
    let plan = plan.kept()
    let copy = plan
    let first = plan.hostCache { OneHost() }
    let second = copy.hostCache { OneHost() }
    #expect(first != nil && first === second)
  }

  @Test("A plan for one request keeps nothing")
  func notKept() { #expect(plan.hostCache { OneHost() } == nil) }

  @Test("A changed plan begins anew")
  func changed() {
    var plan = plan.kept()
    _ = plan.hostCache { OneHost() }
    plan.failure = .network(.timedOut)
    #expect(plan.hostCache { OneHost() } == nil)
  }

  @Test("A host of another kind finds what the first has kept")
  func otherHost() {
    let plan = plan.kept()
    _ = plan.hostCache { OneHost() }
    #expect(!(plan.hostCache { OtherHost() } is OtherHost))
    #expect(plan.hostCache { OtherHost() } is OneHost)
  }
}
