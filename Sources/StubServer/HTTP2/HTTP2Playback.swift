import StubCore

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// One plan on its way out on a stream: says what is due, when more will be, and how it ends.
final class HTTP2Playback {
  enum Opening {
    /// Nothing before this time, on the monotonic clock.
    case until(Duration)
    case head(ResponseHead)
    /// There is no head.
    case end(HTTP2Ending)
  }

  enum Piece {
    /// That many bytes have been put in the room; the last ones of the response, or not.
    case bytes(Int, isLast: Bool)
    case until(Duration)
    case end(HTTP2Ending)
  }

  let plan: ResponsePlan
  private let start: Duration
  private var timeline: Timeline
  private var nextStep: TimedStep?
  /// What is left of the step that is being sent.
  private var rest = 0..<0
  private var reader: BodyReader?
  private(set) var isBodiless = false

  /// Plays a plan whose times count from `start`, on the monotonic clock.
  init(_ plan: ResponsePlan, start: Duration) {
    self.plan = plan
    self.start = start
    timeline = plan.timeline
    nextStep = timeline.next()
  }

  /// Plays up to the head, or to an end without one.
  func open() -> Opening {
    while let step = nextStep {
      if let time = wait(for: step) { return .until(time) }
      nextStep = timeline.next()
      switch step.step {
      case .head(let head): return .head(head)
      case .bytes: continue
      case .finish: return .end(.withoutHead)
      case .fail(let failure): return .end(HTTP2Ending(failure))
      }
    }
    return .end(.withoutHead)
  }

  /// Makes ready for the body, or for none.
  ///
  /// - Throws: `BodyReadError` when its file cannot be opened.
  func begin(isBodiless: Bool) throws(BodyReadError) {
    self.isBodiless = isBodiless
    if !isBodiless { reader = try BodyReader(plan.body) }
  }

  /// Whether the response is complete with its head.
  var endsWithHead: Bool {
    if isBodiless { return plan.failure == nil }
    guard let nextStep, case .finish = nextStep.step else { return false }
    return wait(for: nextStep) == nil
  }

  /// Puts bytes that are due into the room; those of two steps never go out in one frame.
  func fill(_ room: UnsafeMutableBufferPointer<UInt8>) -> Piece {
    while rest.isEmpty {
      guard let step = nextStep else { return .end(.complete) }
      if let time = wait(for: step) { return .until(time) }
      nextStep = timeline.next()
      switch step.step {
      case .head: continue
      case .bytes(let range): if !isBodiless { rest = range }
      case .finish: return .end(.complete)
      case .fail(let failure): return .end(HTTP2Ending(failure))
      }
    }
    let count = min(rest.count, room.count)
    let range = rest.lowerBound..<rest.lowerBound + count
    do {
      guard let bytes = try reader?.read(range) else { return .end(.complete) }
      _ = bytes.copyBytes(to: room)
    } catch {
      // A file that has changed meanwhile ends the response.
      return .end(HTTP2Ending(.error(error)))
    }
    rest = range.upperBound..<rest.upperBound
    return .bytes(count, isLast: rest.isEmpty && isNextTheEnd)
  }

  private var isNextTheEnd: Bool {
    guard let nextStep else { return true }
    guard case .finish = nextStep.step else { return false }
    return wait(for: nextStep) == nil
  }

  /// When the step is due, if that is not yet.
  private func wait(for step: TimedStep) -> Duration? {
    let due = start + step.at
    return step.at > .zero && due > MonotonicClock.now ? due : nil
  }
}

extension HTTP2Ending {
  /// A plan without head or failure.
  fileprivate static let withoutHead = HTTP2Ending(.network(.zeroByteResource))
}
