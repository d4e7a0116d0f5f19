import StubCore
import Testing

@testable import StubServer

@Suite("Encoded forms of a plan")
struct EncodedFormsTests {
  private static let kinds = [(false, true), (false, false), (true, true), (true, false)]

  private func form(
    of plan: ResponsePlan, _ kind: (isHTTP10: Bool, keepsAlive: Bool) = (false, true)
  ) throws -> EncodedResponse {
    try plan.encodedAnswer(isHTTP10: kind.isHTTP10, keepsAlive: kind.keepsAlive) {
      try EncodedResponse(
        plan, EncodedHead.Context(isHTTP10: kind.isHTTP10, keepsAlive: kind.keepsAlive))
    }
  }

  @Test("A plan for many requests keeps a form for each kind of connection")
  func kept() throws {
    let plan = ResponsePlan.ok("a").kept()
    let first = try Self.kinds.map { try form(of: plan, $0) }
    let second = try Self.kinds.map { try form(of: plan, $0) }
    #expect(zip(first, second).allSatisfy { $0 === $1 })
    #expect(Set(first.map(ObjectIdentifier.init)).count == 4)
    let fields = try plan.encodedFields { try EncodedFields(plan, EncodedHead.Context()) }
    #expect(try plan.encodedFields { try EncodedFields(plan, EncodedHead.Context()) } === fields)
  }

  @Test("A plan for one request is encoded for each response")
  func notKept() throws {
    let plan = ResponsePlan.ok("a")
    let first = try form(of: plan)
    #expect(try form(of: plan) !== first)
  }

  @Test("A plan that cannot be encoded keeps nothing")
  func failing() throws {
    let plan = ResponsePlan.ok("a").kept()
    #expect(throws: HeadFault.self) {
      try plan.encodedAnswer(isHTTP10: false, keepsAlive: true) {
        throw HeadFault(description: "cannot be sent")
      }
    }
    _ = try form(of: plan)
  }
}
