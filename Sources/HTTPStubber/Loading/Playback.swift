import StubCore

/// A plan while it is played: says what is to be done now or how long there is nothing to do.
struct Playback {
  enum Action: Hashable {
    case perform(PlanStep)
    case wait(until: Duration)
    case timeOut
  }

  /// A step, or a piece of one, with its time on the host's clock.
  private struct Move {
    let timed: TimedStep
    var due: Duration
    var isOnLine = false
  }

  /// When the plan's time 0 is, on the host's clock.
  private var start: Duration
  private let idle: Duration
  /// When the task must be over.
  private let deadline: Duration
  private let link: NetworkLink?
  private var timeline: Timeline
  /// What is left of a stretch that goes through the line piece by piece.
  private var rest: TimedStep?
  private var upcoming: Move?
  private var lastActivity: Duration
  /// When the line has let the last piece through.
  private var lineTime: Duration
  /// The plan's time at which it stands still, until it is released if it ever is.
  private var heldAt: Duration?

  init(_ plan: ResponsePlan, from start: Duration, idle: Duration, deadline: Duration) {
    self.start = start
    self.idle = idle
    self.deadline = deadline
    link = plan.link
    timeline = plan.timeline
    lastActivity = start
    lineTime = start
  }

  /// The next thing to do at the time `now`; `nil` when the plan has been played.
  mutating func next(at now: Duration) -> Action? {
    let limit = min(lastActivity + idle, deadline)
    guard heldAt == nil else { return now < limit ? .wait(until: limit) : .timeOut }
    guard var move = upcoming ?? nextMove() else { return nil }
    if !move.isOnLine, move.due <= min(now, limit) { putOnLine(&move) }
    upcoming = move
    if move.due > limit { return now < limit ? .wait(until: limit) : .timeOut }
    if move.due > now { return .wait(until: move.due) }
    upcoming = nil
    switch move.timed.step {
    case .hold:
      heldAt = move.timed.at
    case .end(.stall):
      heldAt = move.timed.at
      return next(at: now)
    default:
      // The planned time, not the real one: who is late must not time out for it.
      lastActivity = move.due
    }
    return .perform(move.timed.step)
  }

  /// Goes on after a `hold` that was released at that time, from which later times count.
  mutating func release(at time: Duration) {
    guard let heldAt else { return }
    start = time - heldAt
    self.heldAt = nil
  }

  /// Goes on after a `hold` that did not hold.
  mutating func pass() { heldAt = nil }

  private mutating func nextMove() -> Move? {
    guard var timed = rest ?? timeline.next() else { return nil }
    rest = nil
    if case .bytes(let range) = timed.step, let most = link?.turn(.download), range.count > most {
      let middle = range.lowerBound + most
      rest = TimedStep(at: timed.at, step: .bytes(middle..<range.upperBound))
      timed = TimedStep(at: timed.at, step: .bytes(range.lowerBound..<middle))
    }
    return Move(timed: timed, due: max(start + timed.at, lineTime))
  }

  /// Takes the line for a piece whose time has come, and no sooner: others may use it until then.
  private mutating func putOnLine(_ move: inout Move) {
    guard let link, case .bytes(let range) = move.timed.step else { return }
    move.due = max(move.due, link.reserve(range.count, .download, at: move.due))
    move.isOnLine = true
    lineTime = move.due
  }
}
