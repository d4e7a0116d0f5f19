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

/// The body of a request on its way out through the links of its response, piece by piece.
struct Upload: ~Copyable {
  private var pacer: LinkPacer
  private let start: Duration
  let count: Int
  private(set) var sent = 0
  /// When what was sent so far is through.
  private(set) var time: Duration

  /// `nil` when nothing holds the body up.
  init?(_ count: Int, through links: [NetworkLink], from start: Duration) {
    // A delegate hears of each piece, so they are what goes through in 50 ms.
    let pacer = LinkPacer(links, .upload, slotTime: 0.05)
    guard count > 0, !pacer.isUnlimited else { return nil }
    self.pacer = pacer
    self.count = count
    self.start = start
    time = start
  }

  enum Step: Sendable, Hashable {
    case wait(until: Duration)
    /// That many bytes are out.
    case sent(Int)
    case done
  }

  /// What has come of it at the time `now`.
  mutating func next(at now: Duration) -> Step {
    guard sent < count else { return .done }
    let slice = pacer.reserve(count - sent, due: start, at: now)
    guard slice.count > 0 else { return .wait(until: slice.time) }
    sent += slice.count
    time = slice.time
    return .sent(slice.count)
  }
}
