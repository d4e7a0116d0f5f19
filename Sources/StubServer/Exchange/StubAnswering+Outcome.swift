import StubCore

extension StubAnswering {
  /// Returns the answer to a request that `stubs` have received, with the outcome `exchange`.
  ///
  /// Requests to pass through go to the upstream server, if there is one.
  func answer(
    to request: ReceivedRequest, _ exchange: consuming ReceivedExchange, of stubs: StubSet
  ) -> ListenerResponse {
    let (outcome, finish) = (exchange.outcome, exchange.finish)
    func noted(_ plan: ResponsePlan) -> ListenerResponse {
      finish.note(instead: plan)
      return ListenerResponse(.ready(plan), finish: finish)
    }
    let answer: ListenerResponse
    switch consume outcome {
    case .stubbed(_, let request, .ready(let plan)) where !plan.isPlain && plan.forwarding != nil:
      return outbound.servers.answer(to: request, plan, finish: finish)
        ?? ListenerResponse(.ready(plan), finish: finish)
    case .stubbed(_, _, let answer): return ListenerResponse(answer, finish: finish)
    case .passedThrough:
      answer = outbound.answer(to: request, finish: finish) ?? noted(.missingUpstream(request))
    case .recorded(let ticket):
      answer =
        outbound.answer(to: request, for: ticket, finish: finish)
        ?? noted(.missingUpstream(request, "would be recorded, but there is no real server"))
    case .unmatched(let report, .error) where report.isAboutTunnel:
      answer = noted(.reporting(report, nil, to: request, status: .methodNotAllowed))
    case .unmatched(var report, let response):
      report.server = outbound.servers.ownAddresses.url(scheme: request.target.scheme)
      let status =
        if case .status(let status) = response { status } else { HTTPStatusCode.notFound }
      let plan = ResponsePlan.reporting(report, stubs.unmatchedText, to: request, status: status)
      answer = ListenerResponse(.ready(plan), finish: finish)
    }
    return answer.through(exchange.links, random: stubs.templateEnvironment.random)
  }
}

extension Outbound {
  /// Returns the answer of the real server; `nil` if there is none.
  fileprivate func answer(
    to request: ReceivedRequest, for ticket: RecordingTicket? = nil, finish: ResponseReport
  ) -> ListenerResponse? {
    servers.server(for: request)?.answer(
      to: request, through: servers.hop, for: ticket, finish: finish)
  }
}
