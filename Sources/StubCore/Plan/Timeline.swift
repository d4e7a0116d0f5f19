/// One thing a host does while it plays a plan.
public enum PlanStep: Sendable, Hashable {
  case head(ResponseHead)
  /// Bytes of the plan's body.
  case bytes(Range<Int>)
  case finish
  case fail(StubFailure)
}

/// A step with its time, counted from the start of the plan; later steps never have earlier times.
public struct TimedStep: Sendable, Hashable {
  public let at: Duration
  public let step: PlanStep

  public init(at: Duration, step: PlanStep) {
    self.at = at
    self.step = step
  }
}

/// The steps of a plan in order, made one at a time, so that a large body costs no memory.
///
/// Times are absolute: a host that is late with one step is not late with the next.
public struct Timeline: Sequence, IteratorProtocol, Sendable {
  /// The longest stretch of a paced body that goes out in one step.
  public static let tick = Duration.milliseconds(5)
  /// The most bytes in one step, so that a file is never read whole.
  public static let largestStep = 256 * 1024

  private enum Stage: Sendable {
    case head, body, ending, over
  }

  private let plan: ResponsePlan
  private let bytesPerStep: Int
  /// Seconds each byte takes; 0 for a body that is not paced.
  private let secondsPerByte: Double
  private var stage = Stage.head
  private var sent = 0

  public init(_ plan: ResponsePlan) {
    self.plan = plan
    secondsPerByte =
      switch plan.timing.body {
      case .atOnce: 0
      case .over(let time): plan.body.count == 0 ? 0 : time.seconds / Double(plan.body.count)
      case .rate(let bytesPerSecond): 1 / bytesPerSecond
      }
    let most = Double(Self.largestStep)
    bytesPerStep =
      secondsPerByte == 0
      ? Self.largestStep : Int(Swift.max(1, Swift.min(most, Self.tick.seconds / secondsPerByte)))
  }

  public mutating func next() -> TimedStep? {
    switch stage {
    case .head:
      stage = .body
      guard let head = plan.head else {
        stage = .ending
        return next()
      }
      return TimedStep(at: plan.timing.beforeHead, step: .head(head))
    case .body:
      guard sent < plan.body.count else {
        stage = .ending
        return next()
      }
      let range = sent..<Swift.min(sent + bytesPerStep, plan.body.count)
      sent = range.upperBound
      return TimedStep(at: time, step: .bytes(range))
    case .ending:
      stage = .over
      return TimedStep(at: time, step: plan.failure.map(PlanStep.fail) ?? .finish)
    case .over:
      return nil
    }
  }

  /// When the last byte sent so far is due.
  private var time: Duration {
    if plan.body.count == 0, case .over(let wait) = plan.timing.body {
      // A body spread over a time takes that time even when it has no bytes.
      return plan.timing.beforeHead + wait
    }
    return plan.timing.beforeHead + .seconds(Double(sent) * secondsPerByte)
  }
}

extension ResponsePlan {
  public var timeline: Timeline { Timeline(self) }
}

extension Duration {
  /// The duration in seconds.
  package var seconds: Double {
    Double(components.seconds) + Double(components.attoseconds) * 1e-18
  }
}
