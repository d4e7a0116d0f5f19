import StubCore

/// A plan while it is played: says what is to be done now or how long there is nothing to do.
struct Playback {
  enum Action: Hashable {
    case perform(PlanStep)
    case wait(until: Duration)
    case timeOut
  }

  /// When the plan's time 0 is, on the host's clock.
  private let start: Duration
  private let idle: Duration
  /// When the task must be over.
  private let deadline: Duration
  private var timeline: Timeline
  private var upcoming: TimedStep?
  private var lastActivity: Duration

  init(_ plan: ResponsePlan, from start: Duration, idle: Duration, deadline: Duration) {
    self.start = start
    self.idle = idle
    self.deadline = deadline
    timeline = plan.timeline
    lastActivity = start
  }

  /// The next thing to do at the time `now`; `nil` when the plan has been played.
  mutating func next(at now: Duration) -> Action? {
    guard let step = upcoming ?? timeline.next() else { return nil }
    upcoming = step
    let due = start + step.at
    let limit = min(lastActivity + idle, deadline)
    if due > limit { return now < limit ? .wait(until: limit) : .timeOut }
    if due > now { return .wait(until: due) }
    upcoming = nil
    // The planned time, not the real one: who is late must not time out for it.
    lastActivity = due
    return .perform(step.step)
  }
}
