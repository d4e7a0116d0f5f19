import StubCore

extension Exchange {
  /// Lets the request's body go through the links of the plan, then plays the plan.
  func send(before plan: ResponsePlan) {
    while let step = upload?.next(at: endpoint.clock.now) {
      switch step {
      case .sent(let count):
        reportSent(count, total: upload?.sent ?? count, of: upload?.count ?? count)
      case .wait(let time):
        return endpoint.clock.schedule(at: min(time, deadline)) { [weak self] in
          guard let self else { return }
          self.life.proceed {
            if time > self.deadline { return self.fail(.timedOut) }
            self.send(before: plan)
          }
        }
      case .done:
        let end = upload?.time ?? deadline
        upload = nil
        return playResponse(plan, from: end)
      }
    }
  }

  /// Tells the delegate that the whole body is out.
  func reportBodySent() {
    let count = body.data?.count ?? 0
    reportSent(count, total: count, of: count)
  }

  /// Tells the delegate of the body's progress, on the first leg alone.
  private func reportSent(_ count: Int, total: Int, of expected: Int) {
    #if canImport(FoundationNetworking)
    if redirects + refusals == 0 { context.reportSent(count, total: total, of: expected) }
    #endif
  }
}
