extension StubSet {
  /// Whether this set answers for every request, be it with an error.
  package var handlesEverything: Bool {
    let contents = snapshot
    return contents.value.ignoreRules.isEmpty && contents.value.unhandledMode == .optout
  }

  /// Whether this set answers for the request, be it with an error.
  package func handles(_ request: ReceivedRequest) -> Bool {
    let contents = snapshot.value
    if contents.ignoreRules.contains(where: { $0.ignores(request) }) { return false }
    // Then nothing passes through, whatever the stubs say.
    if contents.unhandledMode == .optout { return true }
    if case .passThrough(recorder: nil)? = contents.decide(request, .peek) { return false }
    return true
  }

  /// The stub that would answer, whatever is ignored or recorded.
  package func stub(answering request: ReceivedRequest) -> HTTPStub? {
    snapshot.value.peek(request)?.installed.stub
  }

  /// Why no stub would answer, or which one would.
  package func explain(_ request: ReceivedRequest, nearMissLimit: Int = 10) -> Explanation {
    let contents = snapshot.value
    let claim = contents.peek(request)
    return Explanation(
      isIgnored: contents.ignoreRules.contains { $0.ignores(request) }, claim: claim,
      winner: claim.map { NearMiss($0.installed, request) },
      report: UnmatchedReport(
        request, stack: contents.stack, besides: claim?.installed, limit: nearMissLimit))
  }

  /// The answer of a stub to a request that it has a response for.
  package func answer(_ claim: Claim) -> Answer {
    let answer = claim.installed.answer(claim, templates: templateEnvironment)
    guard let gate = claim.leave?.gate else { return answer }
    return answer.map { plan in
      var plan = plan
      plan.timing.gate = gate
      return plan
    }
  }

  /// How many stubs are asked at most whether they answer the request.
  package func candidateCount(for request: ReceivedRequest) -> Int {
    snapshot.value.stack.candidates(for: request).reduce(0) { count, _ in count + 1 }
  }
}

extension StubSet.Contents {
  /// Decides what becomes of a request; `nil`, without any effect, where that could block.
  ///
  /// No lock is held while matchers run, and no responder is asked.
  func decide(_ request: ReceivedRequest, _ mode: DecisionMode) -> Decision? {
    if mode == .claimSynchronously, !ignoreRules.isEmpty || !recorders.isEmpty { return nil }
    if ignoreRules.contains(where: { $0.ignores(request) }) { return .passThrough(recorder: nil) }
    if let recorder = recorder(for: request, beforeStubs: true) {
      return .passThrough(recorder: recorder)
    }
    var refusal = StubStack.Refusal()
    repeat {
      switch stack.ask(request, mode) {
      case .answered(let claim): return .stub(claim)
      case .blocked: return nil
      case .refused(let refused): refusal = refused
      }
    } while refusal.hasPassed
    if mode == .claimSynchronously { return nil }
    if let recorder = recorder(for: request, beforeStubs: false) {
      return .passThrough(recorder: recorder)
    }
    let passes =
      refusal.consequence == .passThrough
      || (refusal.consequence != .fail && unhandledMode == .optin)
    return passes ? .passThrough(recorder: nil) : .unmatched
  }

  /// The response that a request would get of a stub, whatever is ignored or recorded.
  fileprivate func peek(_ request: ReceivedRequest) -> Claim? {
    if case .answered(let claim) = stack.ask(request, .peek) { claim } else { nil }
  }
}
