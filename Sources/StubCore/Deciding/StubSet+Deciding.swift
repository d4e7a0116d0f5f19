extension StubSet {
  /// Whether this set answers for every request, be it with an error.
  package var handlesEverything: Bool {
    let contents = snapshot
    return contents.value.ignoreRules.isEmpty && contents.value.unhandledMode == .optout
  }

  /// Whether this set answers for the request, be it with an error; asks nothing of any responder.
  package func handles(_ request: ReceivedRequest) -> Bool {
    let contents = snapshot
    if contents.value.ignoreRules.contains(where: { $0.ignores(request) }) { return false }
    if contents.value.unhandledMode == .optout { return true }
    if contents.value.recorder(for: request, beforeStubs: true) != nil { return true }
    if contents.value.recorder(for: request, beforeStubs: false) != nil { return true }
    return contents.value.stack.candidates(for: request).contains { $0.wouldHandle(request) }
  }

  /// Decides what becomes of a request and counts it.
  ///
  /// No lock is held while matchers and responders run.
  package func fate(of request: ReceivedRequest) -> Fate { decide(on: request, snapshot).fate }

  /// The fate of a request by these contents, and who wants to know of the end of its response.
  func decide(
    on request: ReceivedRequest, _ contents: Shared<Contents>
  ) -> (fate: Fate, turn: ResponseTurn?) {
    if contents.value.ignoreRules.contains(where: { $0.ignores(request) }) {
      return (.passedThrough, nil)
    }
    if let recorder = contents.value.recorder(for: request, beforeStubs: true) {
      return (.recorded(recorder.begin(request)), nil)
    }
    var refusal = StubStack.Refusal()
    repeat {
      switch contents.value.stack.firstClaim(for: request) {
      case .claimed(let installed, let captures, let claim):
        let fate = fate(
          of: request, by: installed, captures, claim, through: contents.value.link)
        return (fate, claim.turn)
      case .refused(let refused): refusal = refused
      }
    } while refusal.hasPassed
    if let recorder = contents.value.recorder(for: request, beforeStubs: false) {
      return (.recorded(recorder.begin(request)), nil)
    }
    if refusal.consequence == .passThrough
      || (refusal.consequence != .fail && contents.value.unhandledMode == .optin)
    {
      return (.passedThrough, nil)
    }
    let report = UnmatchedReport(request, stack: contents.value.stack)
    return (.unmatched(report, contents.value.unmatchedResponse), nil)
  }

  /// The fate of a request that a stub has given a response for.
  func fate(
    of request: ReceivedRequest, by installed: InstalledStub, _ captures: Captures,
    _ claim: InstalledStub.Claim, through link: NetworkLink?
  ) -> Fate {
    let request = request.with(captures)
    let answer = installed.answer(to: request, claim, templates: templateEnvironment)
      .held(by: claim.turn?.gate)
    return .stubbed(installed, request, through(link, answer))
  }

  /// The stub that would answer, whatever is ignored or recorded; nothing is counted.
  package func stub(answering request: ReceivedRequest) -> HTTPStub? {
    snapshot.value.stack.candidates(for: request).first { $0.wouldAnswer(request) }?.stub
  }

  /// Why no stub would answer, or which one would: nothing is counted.
  package func explain(_ request: ReceivedRequest, nearMissLimit: Int = 10) -> Explanation {
    let contents = snapshot
    let winner = contents.value.stack.candidates(for: request).first { $0.wouldAnswer(request) }
    return Explanation(
      isIgnored: contents.value.ignoreRules.contains { $0.ignores(request) },
      winner: winner.map { NearMiss($0, request) },
      report: UnmatchedReport(
        request, stack: contents.value.stack, besides: winner, limit: nearMissLimit))
  }

  /// How many stubs are asked at most whether they answer the request.
  package func candidateCount(for request: ReceivedRequest) -> Int {
    snapshot.value.stack.candidates(for: request).reduce(0) { count, _ in count + 1 }
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
}

extension Answer {
  /// The answer as it waits for a gate to open.
  fileprivate func held(by gate: HTTPStubGate?) -> Answer {
    guard let gate else { return self }
    switch self {
    case .ready(var plan):
      plan.timing.gate = gate
      return .ready(plan)
    case .pending(let make):
      return .pending {
        var plan = await make()
        plan.timing.gate = gate
        return plan
      }
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
