/// The steps of a plan in order, made one at a time, so that a large body costs no memory.
///
/// Times are absolute: a host that is late with one step is not late with the next.
public struct Timeline: Sequence, IteratorProtocol, Sendable {
  /// The most bytes in one step, so that a file is never read whole.
  public static let largestStep = 256 * 1_024

  private let plan: ResponsePlan
  private let pace: BodyPace
  private let acts: [FaultStep]
  private var act = 0
  private var sent = 0
  private var headSent = 0
  /// When the act began.
  private var time: Duration
  /// When the head was out: the time that the pace of the body counts from.
  private var headTime: Duration
  private var isHeld: Bool

  public init(_ plan: ResponsePlan) {
    self.plan = plan
    pace = BodyPace(plan.timing.body, count: plan.body.count)
    acts = plan.acts
    time = plan.timing.beforeHead
    headTime = time
    isHeld = plan.timing.gate != nil
  }

  public mutating func next() -> TimedStep? {
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

  /// The next step of an act; `nil` when it is over.
  private mutating func nextStep(of current: FaultStep) -> TimedStep? {
    switch current {
    case .wait(let wait):
      time += wait
      return nil
    case .head:
      act += 1
      headTime = time
      return plan.head.map { TimedStep(at: time, step: .head($0)) }
    case .headBytes(let count):
      act += 1
      return plan.head.map { TimedStep(at: time, step: .headBytes($0, upTo: count)) }
    case .dribbledHead(let interval):
      guard let head = plan.head, headSent < head.encodedCount else { return nil }
      headSent += 1
      if headSent > 1 { time += interval }
      return TimedStep(at: time, step: .headBytes(head, upTo: headSent))
    case .body(let share):
      let end = share.count(of: plan.body.count)
      guard sent < end else {
        time = Swift.max(time, headTime + (end == plan.body.count ? pace.end : pace.time(of: sent)))
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
      return TimedStep(at: time, step: plan.failure.map(PlanStep.fail) ?? .finish)
    case .end(let ending):
      act += 1
      return TimedStep(at: time, step: .end(ending))
    }
  }
}

extension ResponsePlan {
  public var timeline: Timeline { Timeline(self) }

  /// What happens, in order: the fault's script, or a whole response.
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
