extension StubSet {
  /// Decides on a request, asks the stub that answers, writes it into the journal and tells the hooks.
  package func receive(_ request: ReceivedRequest) -> ReceivedExchange {
    let contents = snapshot.value
    switch contents.decide(request, .claim) ?? .unmatched {
    case .stub(let claim): return receive(claim, contents)
    case .passThrough(recorder: nil):
      return finish(request, .passedThrough, .passedThrough, contents)
    case .passThrough(let recorder?):
      return finish(request, .recorded(recorder.begin(request)), .passedThrough, contents)
    case .unmatched:
      let report = UnmatchedReport(request, stack: contents.stack)
      let exchange = finish(
        request, .unmatched(report, contents.unmatchedResponse), .unmatched(report), contents)
      contents.hooks.missing(request, report)
      return exchange
    }
  }

  /// Receives a request without blocking; `nil`, without any effect, when that could block.
  ///
  /// It cannot where no caller code runs, neither to decide nor because somebody is to be told, and
  /// the whole response goes out at once.
  package func receiveSynchronously(_ request: ReceivedRequest) -> ReceivedExchange? {
    let contents = snapshot.value
    guard contents.link == nil, !contents.hooks.areToldOfStubs, !journal.isAwaited,
      request.hasSmallBody, case .stub(let claim)? = contents.decide(request, .claimSynchronously)
    else { return nil }
    return receive(claim, contents)
  }

  private func receive(_ claim: Claim, _ contents: Contents) -> ReceivedExchange {
    let (installed, request, hooks) = (claim.installed, claim.request, contents.hooks)
    var answer = answer(claim)
    if let link = contents.link {
      let random = templateEnvironment.random
      answer = answer.map { $0.through(link, random: random) }
    }
    let outcome = Outcome.stubbed(installed, request, answer)
    hooks.tellDecided(request, outcome)
    let id = journal.record(request, .stubbed(installed))
    hooks.tellActivated(request, installed)
    let end = claim.leave?.finish
    guard end != nil || hooks.isToldOfEnds else {
      return ReceivedExchange(outcome: outcome, finish: ResponseReport(journal, id))
    }
    let report = ResponseReport { [journal] ending in
      journal.finish(id, ending)
      hooks.finished(request, installed.stub, ending)
      // Last, so that ends are told in their order.
      end?(ending)
    }
    return ReceivedExchange(outcome: outcome, tellsOthers: true, finish: report)
  }

  private func finish(
    _ request: ReceivedRequest, _ outcome: Outcome, _ entry: JournaledOutcome,
    _ contents: Contents
  ) -> ReceivedExchange {
    contents.hooks.tellDecided(request, outcome)
    let id = journal.record(request, entry)
    return ReceivedExchange(outcome: outcome, finish: ResponseReport(journal, id))
  }

  /// The stubs that have answered no request so far, in the order they are asked.
  public var unusedStubs: [HTTPStub] {
    snapshot.value.stack.inOrder.filter { $0.answered == 0 }.map(\.stub)
  }

  /// Checks how many requests the stub has answered.
  ///
  /// - Throws: `VerificationFailure` with the requests received.
  public func verify(stub id: HTTPStub.ID, count expected: Int) throws(VerificationFailure) {
    let requests = journal.entries.map(\.request)
    guard let stub = stubs.first(where: { $0.id == id }) else {
      throw VerificationFailure(
        expected: "a stub of this set", found: "one that was removed or never added",
        requests: requests)
    }
    let found = answeredCount(of: id)
    if found == expected { return }
    throw VerificationFailure(
      expected: "\(expected) requests answered by \(stub.title)", found: String(found),
      requests: requests)
  }
}
