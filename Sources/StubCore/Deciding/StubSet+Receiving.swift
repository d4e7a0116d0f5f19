extension StubSet {
  /// Decides on a request, gets the response, adds both to the journal and calls the hooks.
  ///
  /// `webhooks` sends the stub's webhooks when the response has ended. The response goes through
  /// the network link of the set and through `links`. `answered` is set before the journal shows
  /// the request.
  package func receive(
    _ request: ReceivedRequest, webhooks: WebhookSender? = nil, through links: [NetworkLink] = [],
    answered: Flag? = nil
  ) -> ReceivedExchange {
    let snapshot = snapshot
    request.resetSteps()
    let decision = snapshot.decide(request, .claim, within: .unlimited)
    return receive(request, decision, snapshot, webhooks, links, answered)
  }

  /// Receives a request if that takes at most a few milliseconds.
  ///
  /// The result is `nil`, without side effects, if it could take longer. This is so if the body is
  /// compressed, or is large and has arrived, or if conditions take many steps, for the decision or
  /// for the report on an unmatched request.
  package func receiveBriefly(
    _ request: ReceivedRequest, webhooks: WebhookSender? = nil, through links: [NetworkLink] = []
  ) -> ReceivedExchange? {
    let isLong = request.hasBody(over: BriefLimits.bodySize) || request.isCoded
    guard request.wholeBodyCount != nil || !isLong else { return nil }
    let snapshot = snapshot
    request.resetSteps(allowance: BriefLimits.steps)
    let decision = snapshot.decide(request, .claim, within: .brief)
    if case .undecided = decision { return nil }
    var report: UnmatchedReport?
    if case .unmatched = decision {
      report = UnmatchedReport(request, stack: snapshot.value.stack, allowance: BriefLimits.steps)
      if request.isOverdue { return nil }
    }
    request.resetSteps()
    return receive(request, decision, snapshot, webhooks, links, report: report)
  }

  private func receive(
    _ request: ReceivedRequest, _ decision: Decision, _ snapshot: Shared<Contents>,
    _ webhooks: WebhookSender?, _ others: [NetworkLink], _ answered: Flag? = nil,
    report: UnmatchedReport? = nil
  ) -> ReceivedExchange {
    let links = snapshot.value.link.map { [$0] + others } ?? others
    switch decision {
    case .stub(let claim): return receive(claim, snapshot, webhooks, links, answered)
    case .passThrough(recorder: nil):
      return finish(request, .passedThrough, .passedThrough, snapshot, links, answered)
    case .passThrough(let recorder?):
      let outcome = Outcome.recorded(recorder.begin(request))
      return finish(request, outcome, .passedThrough, snapshot, links, answered)
    // With unlimited patience there is always a decision.
    case .unmatched, .undecided:
      let report = report ?? UnmatchedReport(request, stack: snapshot.value.stack)
      let outcome = Outcome.unmatched(report, snapshot.value.unmatchedResponse)
      let exchange = finish(request, outcome, .unmatched(report), snapshot, links, answered)
      snapshot.value.hooks.missing(request, report)
      return exchange
    }
  }

  /// Receives a request without blocking.
  ///
  /// The result is `nil`, without side effects, if that could block. It cannot block if the whole
  /// response can be sent at once, and no caller code runs, such as a matcher or a hook.
  package func receiveSynchronously(
    _ request: ReceivedRequest, webhooks: WebhookSender? = nil
  ) -> ReceivedExchange? {
    let snapshot = snapshot
    guard snapshot.value.link == nil, snapshot.value.delays.isEmpty,
      !snapshot.value.hooks.observeStubs, !journal.isAwaited,
      request.hasSmallBody,
      case .stub(let claim) = snapshot.decide(request, .claim, within: .none)
    else { return nil }
    return receive(claim, snapshot, webhooks, [])
  }

  /// Adds to the journal a request that the client itself sends to the network;
  /// its end stays unknown.
  package func notePassed(_ request: ReceivedRequest) {
    _ = finish(request, .passedThrough, .passedThrough, snapshot, [])
  }

  private func receive(
    _ claim: Claim, _ snapshot: Shared<Contents>, _ sender: WebhookSender?,
    _ links: [NetworkLink], _ answered: Flag? = nil
  ) -> ReceivedExchange {
    let (installed, request, hooks) = (claim.installed, claim.request, snapshot.value.hooks)
    var answer = answer(claim)
    // The delays come before the links, because the latency of a link does not count as a
    // delay of the response.
    if !snapshot.value.delays.isEmpty {
      let (delays, random) = (snapshot.value.delays, templateEnvironment.random)
      answer = answer.map { $0.delayed(by: delays, random: random) }
    }
    if !links.isEmpty {
      let random = templateEnvironment.random
      answer = answer.map { $0.through(links, random: random) }
    }
    answered?.set()
    let id: Int
    switch answer {
    case .ready(let plan):
      hooks.tellDecided(request, .stubbed(installed, request, answer))
      id = journal.record(request, .stubbed(installed), plan)
    case .pending(let make):
      let number = journal.record(request, .stubbed(installed))
      answer = .pending { [journal] in
        let plan = await make()
        journal.note(plan, for: number)
        hooks.tellDecided(request, .stubbed(installed, request, .ready(plan)))
        return plan
      }
      id = number
    }
    let outcome = Outcome.stubbed(installed, request, answer)
    hooks.tellActivated(request, installed)
    let end = claim.leave?.finish
    guard end != nil || installed.sendsWebhooks || hooks.observeEnds else {
      return ReceivedExchange(
        outcome: outcome, tellsOthers: hooks.observeIncomplete,
        finish: ResponseReport(journal, id, of: request, hooks))
    }
    let told = hooks.end(of: request, installed)
    let due =
      installed.sendsWebhooks
      ? sender.map { announce(installed.stub, after: request, number: id, hooks, $0) } : nil
    let report = ResponseReport(journal, id) { sent in
      told?(sent)
      guard let ending = sent.newEnding else { return }
      // The next calls come after the report, because they may start another response, whose end
      // must be reported later.
      end?(ending)
      due?.send()
    }
    return ReceivedExchange(outcome: outcome, tellsOthers: true, finish: report)
  }

  private func finish(
    _ request: ReceivedRequest, _ outcome: Outcome, _ entry: JournaledOutcome,
    _ snapshot: Shared<Contents>, _ links: [NetworkLink], _ answered: Flag? = nil
  ) -> ReceivedExchange {
    answered?.set()
    snapshot.value.hooks.tellDecided(request, outcome)
    let id = journal.record(request, entry)
    return ReceivedExchange(
      outcome: outcome, links: links, finish: ResponseReport(journal, id))
  }
}

extension StubSet {
  /// Returns how many bytes of the body are needed, from the head of the request alone.
  ///
  /// The result is the size of the whole body, or at most what the journal keeps. To find out, the
  /// stubs are asked with a body that notes whether a condition reads it. A stub that is added
  /// before the rest of the body arrives may see a shortened body.
  package func neededBodyCount(of head: ReceivedRequest) -> Int {
    let kept = journal.limits.bodyBytes
    let snapshot = snapshot
    guard kept < .max, snapshot.value.recorders.isEmpty else { return .max }
    let isRead = AtomicBool(false)
    let body = RequestBody {
      isRead.store(true)
      return nil
    }
    let decision = snapshot.decide(head.with(body: body), .peek, within: .unlimited)
    guard case .stub(let claim) = decision, !isRead.load(), !claim.installed.readsBody(claim)
    else { return .max }
    return kept
  }
}
