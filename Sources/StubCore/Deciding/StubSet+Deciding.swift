extension StubSet {
  /// Whether this set answers for the request, be it with an error; asks nothing of any responder.
  package func handles(_ request: ReceivedRequest) -> Bool {
    let contents = snapshot
    if contents.ignoreRules.contains(where: { $0.ignores(request) }) { return false }
    if contents.unhandledMode == .optout { return true }
    if contents.recorder(for: request, beforeStubs: true) != nil { return true }
    if contents.recorder(for: request, beforeStubs: false) != nil { return true }
    return contents.stack.inOrder.contains { $0.wouldAnswer(request) }
  }

  /// Decides what becomes of a request and counts it; hosts call this once for each request.
  ///
  /// No lock is held while matchers and responders run.
  package func fate(of request: ReceivedRequest) -> Fate {
    let contents = snapshot
    if contents.ignoreRules.contains(where: { $0.ignores(request) }) { return .passedThrough }
    if let recorder = contents.recorder(for: request, beforeStubs: true) {
      return .recorded(recorder.begin(request))
    }
    for installed in contents.stack.inOrder where installed.stub.answers(request.method) {
      guard let captures = installed.match(request),
        let (responder, number) = installed.claim(request.method)
      else { continue }
      var request = request
      request.captures = captures
      let context = ResponderContext(
        stub: installed.stub, templates: templateEnvironment, number: number)
      let answer = answer(of: responder, to: request, in: context)
      return .stubbed(installed.stub, request, through(contents.link, answer))
    }
    if let recorder = contents.recorder(for: request, beforeStubs: false) {
      return .recorded(recorder.begin(request))
    }
    if contents.unhandledMode == .optin { return .passedThrough }
    return .unmatched(
      UnmatchedReport(request, stack: contents.stack), contents.unmatchedResponse)
  }

  /// Why no stub would answer, or which one would: nothing is counted.
  package func explain(_ request: ReceivedRequest, nearMissLimit: Int = 10) -> Explanation {
    let contents = snapshot
    let winner = contents.stack.inOrder.first { $0.wouldAnswer(request) }
    return Explanation(
      isIgnored: contents.ignoreRules.contains { $0.ignores(request) },
      winner: winner.map { NearMiss($0, request) },
      report: UnmatchedReport(
        request, stack: contents.stack, besides: winner, limit: nearMissLimit))
  }

  /// The answer as it goes through the set's line.
  private func through(_ link: NetworkLink?, _ answer: Answer) -> Answer {
    guard let link else { return answer }
    let random = templateEnvironment.random
    switch answer {
    case .ready(let plan): return .ready(plan.through(link, random: random))
    case .pending(let make): return .pending { await make().through(link, random: random) }
    }
  }

  private func answer(
    of responder: any HTTPStubResponder, to request: ReceivedRequest,
    in context: ResponderContext
  ) -> Answer {
    do {
      return try responder.respond(to: request, in: context)
    } catch {
      return .ready(ResponsePlan(thrown: error, by: context.stub, for: request))
    }
  }
}

/// Which stub would answer a request, and how near the others come.
package struct Explanation: Sendable {
  package let isIgnored: Bool
  /// The stub that would answer, with all its verdicts.
  package let winner: NearMiss?
  /// The nearest of the other stubs.
  package let report: UnmatchedReport
}
