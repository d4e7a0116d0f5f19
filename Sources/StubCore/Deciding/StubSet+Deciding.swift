extension StubSet {
  /// Whether this set handles every request, even if only with an error.
  package var handlesEverything: Bool {
    let contents = snapshot
    return contents.value.ignoreRules.isEmpty && contents.value.unhandledMode == .optout
  }

  /// Returns whether this set handles the request, even if only with an error.
  package func handles(_ request: ReceivedRequest) -> Bool {
    let contents = snapshot
    if contents.value.ignoreRules.contains(where: { $0.ignores(request) }) { return false }
    // In this mode the set handles every request that is not ignored, so the
    // stubs need not be asked.
    if contents.value.unhandledMode == .optout { return true }
    if case .passThrough(recorder: nil) = contents.decide(request, .peek, within: .unlimited) {
      return false
    }
    return true
  }

  /// Returns the stub that would answer; ignore rules and recorders are not considered.
  package func stub(answering request: ReceivedRequest) -> HTTPStub? {
    snapshot.peek(request)?.installed.stub
  }

  /// Returns the stub that would answer and why it would, or why no stub would.
  package func explain(_ request: ReceivedRequest, nearMissLimit: Int = 10) -> Explanation {
    let contents = snapshot
    let claim = contents.peek(request)
    return Explanation(
      isIgnored: contents.value.ignoreRules.contains { $0.ignores(request) }, claim: claim,
      winner: claim.map { NearMiss($0.installed, request) },
      report: UnmatchedReport(
        request, stack: contents.value.stack, excluding: claim?.installed, limit: nearMissLimit))
  }

  /// Returns the stubs closest to a request, closest first, each with its distance.
  ///
  /// The distance of a stub that would answer is 0.
  package func nearest(
    to request: ReceivedRequest, limit: Int
  ) -> [(stub: HTTPStub, distance: Double)] {
    let stack = snapshot.value.stack
    request.resetSteps()
    let comparison = StubComparison(request)
    return stack.nearest(to: request, limit: max(64, 4 * limit))
      .map { (stub: $0.stub, distance: comparison.distance(to: $0)) }
      .sorted { $0.distance < $1.distance }.prefix(limit).map(\.self)
  }

  /// Returns the response to a request that a claim has taken.
  package func answer(_ claim: Claim) -> Answer {
    let answer = claim.installed.answer(claim, templates: templateEnvironment)
    guard let gate = claim.leave?.gate else { return answer }
    return answer.map { plan in
      var plan = plan
      plan.timing.gate = gate
      return plan
    }
  }

  /// Returns the number of stubs that the index does not rule out for the request.
  package func candidateCount(for request: ReceivedRequest) -> Int {
    snapshot.value.stack.candidates(for: request).reduce(0) { count, _ in count + 1 }
  }
}

/// The decision on a request, made without copying the contents: a copy would retain each of their
/// parts.
extension Shared<StubSet.Contents> {
  /// Decides on a request, or gives up when `patience` is exceeded.
  ///
  /// No lock is held while matchers run, and no responder is asked.
  func decide(
    _ request: ReceivedRequest, _ mode: DecisionMode, within patience: Patience
  ) -> Decision {
    if patience == .none, !value.ignoreRules.isEmpty || !value.recorders.isEmpty {
      return .undecided
    }
    if let limits = value.evaluationLimits { request.limit(by: limits) }
    let isIgnored = value.ignoreRules.contains { $0.ignores(request) }
    let recorder = isIgnored ? nil : value.recorder(for: request, beforeStubs: true)
    if patience.isExceeded(by: request) { return .undecided }
    if isIgnored || recorder != nil { return .passThrough(recorder: recorder) }
    var refusal = StubStack.Refusal()
    repeat {
      switch value.stack.ask(request, mode, within: patience) {
      case .answered(let claim): return .stub(claim)
      case .refused(let refused): refusal = refused
      case .undecided: return .undecided
      }
    } while refusal.hasPassed
    if patience == .none { return .undecided }
    let late = value.recorder(for: request, beforeStubs: false)
    if patience.isExceeded(by: request) { return .undecided }
    if late != nil { return .passThrough(recorder: late) }
    let passes =
      refusal.consequence == .passThrough
      || (refusal.consequence != .fail && value.unhandledMode == .optin)
    return passes ? .passThrough(recorder: nil) : .unmatched
  }

  /// Returns the response that a stub would give; ignore rules and recorders are not considered.
  fileprivate func peek(_ request: ReceivedRequest) -> Claim? {
    request.resetSteps()
    if let limits = value.evaluationLimits { request.limit(by: limits) }
    guard case .answered(let claim) = value.stack.ask(request, .peek, within: .unlimited)
    else { return nil }
    return claim
  }
}

extension Patience {
  /// Returns whether the conditions have taken more steps than the request is allowed.
  fileprivate func isExceeded(by request: ReceivedRequest) -> Bool {
    self == .brief && request.isOverdue
  }
}

extension StubStack {
  /// The result of asking the stubs one after the other.
  enum StubLookup {
    /// A stub answers, with a response that was claimed, or found by a peek.
    case answered(Claim)
    case refused(Refusal)
    /// The patience was exceeded before a stub answered.
    case undecided
  }

  /// The refusals of stubs that accept a request, but have no response for it.
  struct Refusal {
    /// The consequence that the first of these stubs specifies; `nil` if none specifies one.
    var consequence: HTTPStubSequenceEnding?
    /// Functions that return whether another claim has changed the state since a stub refused.
    fileprivate var changes: [@Sendable () -> Bool] = []

    /// Whether a stub that refused may have a response now.
    var hasPassed: Bool { changes.contains { $0() } }
  }

  /// Returns the response of the first stub that accepts the request and has one.
  func ask(
    _ request: ReceivedRequest, _ mode: DecisionMode, within patience: Patience
  ) -> StubLookup {
    var refusal = Refusal()
    var candidates = candidates(for: request)
    while let installed = candidates.next() {
      guard let place = installed.place(for: request.method) else { continue }
      if patience == .none, !installed.isSynchronous { return .undecided }
      let captures = installed.match(request)
      if patience.isExceeded(by: request) { return .undecided }
      guard let captures else { continue }
      let installed = counted(installed)
      do throws(ClaimRefusal) {
        let (number, leave) = try installed.response(place, mode)
        return .answered(
          Claim(
            installed: installed, request: request.with(captures), place: place, number: number,
            leave: leave))
      } catch {
        if let hasPassed = error.hasPassed { refusal.changes.append(hasPassed) }
        if refusal.consequence == nil, error.consequence != .fallThrough {
          refusal.consequence = error.consequence
        }
      }
    }
    return .refused(refusal)
  }
}

extension StubSet {
  /// The stubs that have not answered a request yet, in the order in which they are asked.
  public var unusedStubs: [HTTPStub] {
    let stack = snapshot.value.stack
    return stack.inOrder.filter { stack.answeredCount(of: $0) == 0 }.map(\.stub)
  }

  /// Checks how many requests the stub has answered.
  ///
  /// - Throws: An error with the requests received.
  public func verify(
    stub id: HTTPStub.ID, count expected: Int, fileID: String = #fileID,
    filePath: String = #filePath,
    line: Int = #line, column: Int = #column
  ) throws {
    try verify(stubs: [id], count: expected, at: CallSite(fileID, filePath, line, column))
  }

  /// Checks how many requests the stubs with the identities `ids` have answered in total.
  ///
  /// - Throws: `VerificationFailure` with the requests received.
  package func verify(
    stubs ids: [HTTPStub.ID], count expected: Int, at place: CallSite
  ) throws(VerificationFailure) {
    let requests = journal.entries.map(\.request)
    let stack = snapshot.value.stack
    guard let stub = ids.lazy.compactMap({ stack[$0]?.stub }).first else {
      throw VerificationFailure(
        "the stub was removed or never added", requests: requests, at: place)
    }
    let found = ids.reduce(0) { $0 + stack.answeredCount(of: $1) }
    if found == expected {
      if found == 0 { journal.isExpectedEmpty.store(true) }
      return
    }
    throw VerificationFailure(
      "expected \(expected) \(expected == 1 ? "request" : "requests") answered by \(stub.title), "
        + "got \(found)", requests: requests, at: place)
  }
}
