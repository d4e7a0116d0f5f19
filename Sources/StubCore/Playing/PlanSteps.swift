package import StubPlatform

/// The steps of a plan in their order, created one at a time so that a large body takes no memory.
///
/// Times count from the start of the plan, so that a late step does not delay the next one.
package struct PlanSteps: Sequence, IteratorProtocol, Sendable {
  /// The largest number of bytes in one step, so that a file is never read as a whole.
  package static let largestStep = 256 * 1_024

  private let plan: ResponsePlan
  private let count: Int
  private let acts: [FaultStep]
  private var pace: BodyPace
  private var act = 0
  private var sent = 0
  private var headSent = 0
  /// The time when the current fault step began.
  private var time: Duration
  /// The time from which the pace of the body counts: the time of the head, plus later waits.
  private var headTime: Duration
  private var isHeld: Bool

  /// Creates the steps of a plan; with `isBodiless`, the body has no steps and takes no time.
  package init(_ plan: ResponsePlan, isBodiless: Bool = false) {
    self.plan = plan
    count = isBodiless ? 0 : plan.bodyCount
    acts = plan.acts
    pace = BodyPace(isBodiless ? .atOnce : plan.timing.body, count: count)
    time = plan.timing.beforeHead
    headTime = time
    isHeld = plan.timing.gate != nil
  }

  package mutating func next() -> TimedStep? {
    if isHeld, let gate = plan.timing.gate {
      isHeld = false
      return TimedStep(at: time, step: .hold(gate))
    }
    while act < acts.count {
      if let step = nextStep(of: acts[act]) { return step }
      act += 1
    }
    return nil
  }

  /// Returns the next step within a fault step; `nil` when the fault step is complete.
  private mutating func nextStep(of current: FaultStep) -> TimedStep? {
    switch current {
    case .wait(let wait):
      time += wait
      // The pace of the rest of the body continues after the wait.
      headTime += wait
      return nil
    case .head:
      act += 1
      headTime = time
      return plan.head.map { TimedStep(at: time, step: .head($0, upTo: nil)) }
    case .headBytes(let count):
      act += 1
      return plan.head.map { TimedStep(at: time, step: .head($0, upTo: count)) }
    case .dribbledHead(let interval):
      guard let head = plan.head, headSent < head.encodedCount else { return nil }
      headSent += 1
      if headSent > 1 { time += interval }
      return TimedStep(at: time, step: .head(head, upTo: headSent))
    case .body(let share):
      let end = pace.count(of: share)
      guard sent < end else {
        let due =
          if case .time(let time) = share { time.clampedToDelayRange } else {
            end == count ? pace.end : pace.time(of: sent)
          }
        time = Swift.max(time, headTime + due)
        return nil
      }
      let range = pace.step(after: sent, upTo: end)
      sent = range.upperBound
      time = Swift.max(time, headTime + pace.time(of: sent))
      return TimedStep(at: time, step: .bytes(range))
    case .raw(let data):
      act += 1
      return TimedStep(at: time, step: .raw(data))
    case .finish:
      act += 1
      return TimedStep(at: time, step: .finish(plan.failure))
    case .end(let ending):
      act += 1
      return TimedStep(at: time, step: .end(ending))
    }
  }
}

/// A step with its time, counted from the start of the plan; the times of steps never decrease.
package struct TimedStep: Sendable, Hashable {
  package let at: Duration
  package let step: PlanStep

  package init(at: Duration, step: PlanStep) {
    self.at = at
    self.step = step
  }
}

/// One step of a plan.
package enum PlanStep: Sendable, Hashable {
  /// Wait until the gate opens; the times of later steps count from then.
  case hold(HTTPStubGate)
  /// Send the encoded head up to this number of bytes from its start; `nil` for all of it.
  case head(ResponseHead, upTo: Int?)
  /// Send bytes of the plan's body.
  case bytes(Range<Int>)
  /// Send these bytes unchanged and without framing.
  case raw(Data)
  /// End the response regularly, or with a failure.
  case finish(StubFailure?)
  /// End the connection or stream with a fault; in-process clients get an error instead.
  case end(FaultEnding)
}

extension ResponsePlan {
  /// The steps for a client that gets the whole body.
  package var steps: PlanSteps { PlanSteps(self) }

  /// The steps of the fault; without a fault, the steps of a whole response.
  fileprivate var acts: [FaultStep] {
    if let fault { return fault.steps }
    return head == nil ? [.body(.all), .finish] : [.head, .body(.all), .finish]
  }
}

extension Duration {
  /// The duration in seconds.
  package var seconds: Double {
    Double(components.seconds) + Double(components.attoseconds) / 1e18
  }
}
