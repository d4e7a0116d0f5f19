extension StubSet {
  /// Decides on a request, writes it into the journal and tells the hooks.
  ///
  /// - Returns: the fate, and what the host calls, once, when the response has ended.
  package func receive(_ request: ReceivedRequest) -> Reception {
    let contents = snapshot
    let (fate, turn) = decide(on: request, contents)
    return receive(request, fate, turn, contents.value.hooks)
  }

  /// The same where nobody may wait; `nil`, and nothing has happened, when somebody might have to.
  ///
  /// Nobody has to when no caller code runs, neither for the decision nor because somebody is to be
  /// told, and when the whole response goes out at once.
  package func receivePromptly(_ request: ReceivedRequest) -> Reception? {
    let contents = snapshot
    guard contents.value.concernsStubsOnly, !journal.isAwaited, request.hasSmallBody,
      let (stub, captures, claim) = contents.value.stack.promptClaim(for: request)
    else { return nil }
    let fate = fate(of: request, by: stub, captures, claim, through: nil)
    return receive(request, fate, nil, contents.value.hooks)
  }

  private func receive(
    _ request: ReceivedRequest, _ fate: consuming Fate, _ turn: ResponseTurn?, _ hooks: StubHooks
  ) -> Reception {
    hooks.tellDecided(request, fate)
    switch consume fate {
    case .stubbed(let installed, let request, let answer):
      let id = journal.record(request, .stubbed(installed))
      hooks.tellActivated(request, installed)
      let fate = Fate.stubbed(installed, request, answer)
      guard turn != nil || hooks.isToldOfEnds else {
        return Reception(fate: fate, finish: ResponseReport(journal, id))
      }
      let report = ResponseReport { [journal] ending in
        journal.finish(id, ending)
        hooks.finished(request, installed.stub, ending)
        // Last, so that whoever is told of ends is told in their order.
        turn?.finish(ending)
      }
      return Reception(fate: fate, tellsOthers: true, finish: report)
    case .passedThrough:
      let id = journal.record(request, .passedThrough)
      return Reception(fate: .passedThrough, finish: ResponseReport(journal, id))
    case .recorded(let ticket):
      let id = journal.record(request, .passedThrough)
      return Reception(fate: .recorded(ticket), finish: ResponseReport(journal, id))
    case .unmatched(let report, let response):
      let id = journal.record(request, .unmatched(report))
      hooks.missing(request, report)
      return Reception(
        fate: .unmatched(report, response), finish: ResponseReport(journal, id))
    }
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

/// A request's fate, and how to report the end of its response.
package struct Reception: Sendable {
  package let fate: Fate
  /// Whether caller code is told of the end.
  package var tellsOthers = false
  package let finish: ResponseReport
}

extension StubSet.Contents {
  /// Whether nothing but stubs has to do with a stubbed response.
  fileprivate var concernsStubsOnly: Bool {
    ignoreRules.isEmpty && recorders.isEmpty && link == nil && !hooks.areToldOfStubs
  }
}
