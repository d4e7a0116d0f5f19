package import StubCore
import Testing

extension Outcome {
  /// The plan of a stubbed request whose answer is ready.
  package var plan: ResponsePlan? {
    guard case .stubbed(_, _, .ready(let plan)) = self else { return nil }
    return plan
  }

  /// The plan of a stubbed request, now or later.
  package var madePlan: ResponsePlan? {
    get async {
      guard case .stubbed(_, _, .pending(let make)) = self else { return plan }
      return await make()
    }
  }

  /// The body text of a plan that is ready.
  package var text: String? { plan?.bodyText }

  package var report: UnmatchedReport? {
    if case .unmatched(let report, _) = self { report } else { nil }
  }

  package var isPassedThrough: Bool {
    if case .passedThrough = self { true } else { false }
  }
}

extension StubSet {
  /// The plan that a request gets; `nil` when no stub answers or the answer is not ready.
  package func plan(for request: ReceivedRequest) -> ResponsePlan? {
    receive(request).outcome.plan
  }

  /// The plan that a request gets, now or later; `nil` when no stub answers.
  package func madePlan(for request: ReceivedRequest) async -> ResponsePlan? {
    await receive(request).outcome.madePlan
  }

  /// The body text of a plan that is ready.
  package func text(for request: ReceivedRequest) -> String? { receive(request).outcome.text }

  package func answers(_ request: ReceivedRequest) -> Bool { plan(for: request) != nil }
}

extension HTTPStubRequest {
  /// The plan for a request, by default a GET for `/`, when this is the only stub.
  ///
  /// - Throws: when there is no plan, or not yet.
  package func plan(
    for request: ReceivedRequest = ReceivedRequest(.get, "/")
  ) throws -> ResponsePlan {
    let stubs = StubSet()
    stubs.add(stub: self)
    return try #require(stubs.plan(for: request))
  }
}
