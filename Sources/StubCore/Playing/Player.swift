import StubPlatform

/// The interpreter of a plan, which tells the host its next action, or the event to wait for.
///
/// All hosts use it. It has no socket and no clock: the host passes the time and the room for
/// output, performs the action, and asks again.
package struct Player: ~Copyable {
  package let plan: ResponsePlan
  /// Whether the client gets no body, even if the plan has a body (RFC 9110 §6.4.1).
  package let isBodiless: Bool
  /// Whether the response is complete with its head for an HTTP/2 client.
  private let endsWithHead: Bool
  private let transportKind: TransportKind
  private let limits: Limits?
  /// The start of the plan on the host's clock.
  private var start: Duration
  /// The planned time of the last action, and not the actual one, so that a late host causes no
  /// timeout.
  private var lastActivity: Duration
  /// The remaining steps; `nil` if the whole response is sent in one action.
  private var steps: PlanSteps?
  private var upcoming: TimedStep?
  private var mayBeWhole: Bool
  private var pacer: LinkPacer
  /// The current range of the body; `rest` is the part of it that has not been sent.
  private var step = 0..<0
  private var rest = 0..<0
  private var stepDue = Duration.zero
  private var tail: BodyTail?
  private var tailBytes = Data()
  private var hasWaitedForTail = false
  /// The time in the plan since which a gate holds the response; `nil` if none does.
  private var heldAt: Duration?
  private var isStalled = false
  private var ended: End?
  /// The client's view of a response with a fault; `nil` without a fault.
  private var client: ClientView?
  private var hasHead = false
  /// The number of bytes of the plan's body that have been sent.
  private var sent = 0
  /// Whether a step was omitted because the transport cannot send it, so that the response is
  /// incomplete.
  private var isIncomplete = false

  /// Creates a player for a plan, with times that count from `start` on the host's clock.
  ///
  /// `mayBeWhole` says that the host can send head, body and end in one action if all are due at
  /// once.
  package init(
    _ plan: ResponsePlan, to method: HTTPMethod, on transportKind: TransportKind, start: Duration,
    limits: Limits? = nil, mayBeWhole: Bool = true
  ) {
    // Swift 6.3 miscompiles `self` to the right of `&&`, `||` and `??` in this initializer: in
    // release builds it frees a value that is not yet set. The local constants avoid this.
    let isBodiless = plan.isBodiless(to: method)
    let isWhole = mayBeWhole && plan.isPlain && !isBodiless
    self.plan = plan
    self.isBodiless = isBodiless
    let goesOn = plan.failure != nil || method != .head && plan.fault?.breaksOff ?? false
    endsWithHead = isBodiless && !goesOn
    self.transportKind = transportKind
    self.limits = limits
    self.start = start
    lastActivity = start
    self.mayBeWhole = isWhole
    steps = isWhole ? nil : PlanSteps(plan, isBodiless: isBodiless)
    pacer = LinkPacer(isWhole ? [] : plan.links, .download)
    client = isWhole ? nil : ClientView(plan, isBodiless: isBodiless)
  }

  /// Continues after a gate that opened at the time `time`; `nil` if it was open from the
  /// beginning.
  ///
  /// Later times count from the opening, which may be before this call.
  package mutating func gateOpened(at time: Duration?) {
    guard let held = heldAt.take(), let time else { return }
    start = max(start, time - held)
  }

  /// Returns the next action; `room` is the number of body bytes that the host can take.
  ///
  /// A host must pass 0 while its client is too slow. Otherwise, a burst would make up for the lost
  /// time.
  package mutating func next(room: Int = .max, at now: Duration) -> Action {
    if let ended { return .end(ended) }
    if heldAt != nil || isStalled { return wait(.time, now) }
    if mayBeWhole {
      if let pause = pause(until: start + plan.wait, now) { return pause }
      ended = .complete(plan.bodyCount)
      return .whole
    }
    while true {
      if transportKind == .inProcess, client?.isWhole ?? false { return end(.complete) }
      if room <= 0, !rest.isEmpty || tail != nil {
        // The bytes stay in the tail (the body that a real server still sends), which slows
        // down that server.
        pacer.block()
        return wait(.room, now)
      }
      if !rest.isEmpty { return piece(room, now) }
      if let tail {
        if let action = take(from: tail, now) { return action }
        continue
      }
      guard let timed = upcoming ?? steps?.next() else { return end(.complete) }
      upcoming = timed
      let due = due(timed)
      if let pause = pause(until: due, now) { return pause }
      upcoming = nil
      if let action = play(timed, due: due, now) { return action }
    }
  }

  /// Returns the time when a step is due.
  ///
  /// The links set the pace of the body. They delay other steps only during stalls.
  private func due(_ timed: TimedStep) -> Duration {
    let due = start + timed.at
    switch timed.step {
    case .head, .raw: return plan.links.reduce(due) { $1.endOfStall(at: $0) }
    case .hold, .bytes, .finish, .end: return due
    }
  }

  /// Performs a step that is due; returns `nil` if there is nothing for the host to do.
  private mutating func play(_ timed: TimedStep, due: Duration, _ now: Duration) -> Action? {
    switch timed.step {
    case .hold(let gate):
      heldAt = timed.at
      return wait(.gate(gate), now)
    case .end(.stall) where transportKind == .inProcess:
      isStalled = true
      return wait(.time, now)
    case .head(let head, let count):
      lastActivity = max(lastActivity, due)
      if count != nil {
        return transportKind == .http1 ? .head(head, upTo: count, isLast: false) : nil
      }
      return playHead(head, now)
    case .raw(let bytes):
      isIncomplete = true
      lastActivity = max(lastActivity, due)
      return transportKind == .http1 ? .raw(bytes) : nil
    case .bytes(let range):
      // Without a head, there is no response to which these bytes could belong.
      if hasHead { (step, rest, stepDue) = (range, range, due) }
      return nil
    case .finish(let failure?):
      return end(.failed(failure))
    case .finish(nil):
      if !hasHead, plan.fault == nil || transportKind == .http2 {
        return end(.failed(.network(.zeroByteResource)))
      }
      guard let tail = plan.tail, !isBodiless else { return end(.complete) }
      (self.tail, stepDue) = (tail, due)
      return nil
    case .end(let ending):
      return end(.fault(ending))
    }
  }

  private mutating func playHead(_ head: ResponseHead, _ now: Duration) -> Action {
    hasHead = true
    client?.takeHead()
    if transportKind == .inProcess, let failure = client?.headFailure {
      return end(.failed(.network(failure)))
    }
    let isLast = transportKind == .http2 && isBodiless ? endsWithHead : endsNow(now)
    if isLast { _ = end(.complete) }
    return .head(head, upTo: nil, isLast: isLast)
  }

  /// Returns the part of the step that can be sent now, or a wait if the links allow none.
  private mutating func piece(_ room: Int, _ now: Duration) -> Action {
    let slice = pacer.reserve(min(rest.count, room), due: stepDue, at: now)
    if let pause = pause(until: slice.time, now) { return pause }
    let part = rest.lowerBound..<rest.lowerBound + slice.count
    rest = part.upperBound..<rest.upperBound
    lastActivity = max(lastActivity, slice.time)
    var source = Piece.Source.body(part)
    if tail == nil {
      sent += part.count
      let taken = client?.take(part) ?? part
      if transportKind == .inProcess { source = .body(taken) }
    } else {
      source = .tail(tailBytes.dropFirst(part.lowerBound).prefix(part.count))
    }
    let isLast = rest.isEmpty && endsNow(now)
    if isLast { _ = end(.complete) }
    return .body(
      Piece(
        source: source, opens: part.lowerBound == step.lowerBound ? step.count : nil,
        closes: rest.isEmpty, isLast: isLast))
  }

  /// Takes the bytes that have arrived in the tail; if there are none, returns the next action.
  private mutating func take(from tail: BodyTail, _ now: Duration) -> Action? {
    let news = tail.take(upTo: PlanSteps.largestStep)
    // Bytes that had already arrived are due right after the previous bytes; later
    // bytes are due now.
    if hasWaitedForTail { stepDue = now }
    hasWaitedForTail = news == .nothingYet
    switch news {
    case .bytes(let bytes):
      (tailBytes, step, rest) = (bytes, 0..<bytes.count, 0..<bytes.count)
      return nil
    case .nothingYet: return wait(.tail(tail), now)
    case .failure(let failure): return end(.failed(failure))
    case .end: return end(.complete)
    }
  }

  /// The time of the client's timeout; `nil` if it has none.
  private var limit: Duration? {
    limits.map { min(lastActivity + $0.idle, $0.deadline) }
  }

  /// Returns a wait until `due`; `nil` if that time has passed and comes before the timeout.
  ///
  /// A host that is late thus causes no timeout.
  private mutating func pause(until due: Duration, _ now: Duration) -> Action? {
    due <= min(now, limit ?? now) ? nil : wait(.time, until: due, now)
  }

  private mutating func wait(
    _ waiting: Waiting, until due: Duration? = nil, _ now: Duration
  ) -> Action {
    guard let limit else { return .wait(waiting, until: due) }
    if now >= limit { return end(.failed(.network(.timedOut))) }
    return .wait(waiting, until: min(due ?? limit, limit))
  }

  /// Returns whether the response ends regularly now, without another byte.
  private mutating func endsNow(_ now: Duration) -> Bool {
    if upcoming == nil { upcoming = steps?.next() }
    guard tail == nil, let upcoming, start + upcoming.at <= now else { return false }
    switch upcoming.step {
    case .finish(nil): return plan.tail == nil || isBodiless
    case .end(.close), .end(.halfClose): return transportKind == .http2 && isWhole
    default: return false
    }
  }

  /// Whether the whole body of the plan has been sent, and no step was omitted.
  private var isWhole: Bool { hasHead && !isIncomplete && sent == plan.bodyCount }

  private mutating func end(_ cause: End.EndCause) -> Action {
    let ending = client?.ending(isMarked: transportKind == .http2) ?? .completed
    var end = End(cause: cause, reported: ending, count: client?.count ?? sent)
    switch (transportKind, cause) {
    case (_, .failed(let failure)): end.reported = .failed(failure)
    case (.inProcess, _):
      if case .failed(let failure) = ending {
        end.cause = .failed(failure)
      } else {
        end.cause = .complete
      }
    case (_, .complete), (.http1, .fault): break
    case (.http2, .fault(.close)) where isWhole, (.http2, .fault(.halfClose)) where isWhole:
      end.cause = .complete
    case (.http2, .fault(let fault)):
      let failure = plan.fault?.clientError ?? (fault == .stall ? nil : .networkConnectionLost)
      end.reported = failure.map { .failed(.network($0)) } ?? .completed
    }
    ended = end
    return .end(end)
  }
}

extension ResponsePlan {
  /// Returns whether this response to a request with `method` has no body (RFC 9110 §6.4.1).
  package func isBodiless(to method: HTTPMethod) -> Bool {
    if method == .head { return true }
    guard let status else { return false }
    return status.forbidsContent || method == .connect && (200..<300).contains(status.rawValue)
  }
}
