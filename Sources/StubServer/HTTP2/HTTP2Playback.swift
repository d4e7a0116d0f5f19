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
    /// Nothing before the gate opens, and then `release(at:)`.
    case gate(HTTPStubGate)
    case head(ResponseHead)
    /// There is no head.
    case end(HTTP2Ending)
  }

  enum Piece {
    /// That many bytes have been put in the room; the last ones of the response, or not.
    case bytes(Int, isLast: Bool)
    case until(Duration)
    /// None before more of the body has come.
    case tail(BodyTail)
    case end(HTTP2Ending)
  }

  /// Bytes that have their place on the lines, and when the last of them is through.
  private struct Turn {
    let count: Int
    let time: Duration
  }

  let plan: ResponsePlan
  private var start: Duration
  private var timeline: Timeline
  private var nextStep: TimedStep?
  /// What is left of the step that is being sent.
  private var rest = 0..<0
  /// What has come of the tail and has not gone out.
  private var relayed = Data()
  /// Whether all has been played but the tail.
  private var isRelaying = false
  private var reader: BodyReader?
  private var turn: Turn?
  /// When the lines can have the next part.
  private var ready = Duration.zero
  private(set) var isBodiless = false
  /// What the client has of a response that goes wrong; `nil` for a sound one.
  private var faulty: FaultyDelivery?
  /// Bytes of the plan's body that are out.
  private var sent = 0
  /// Whether something was left out that HTTP/2 does not have, so that no end is a sound one.
  private var isIncomplete = false

  /// Plays a plan whose times count from `start`, on the monotonic clock.
  init(_ plan: ResponsePlan, method: HTTPMethod, start: Duration) {
    self.plan = plan
    faulty = FaultyDelivery(plan, method: method)
    self.start = start
    timeline = plan.timeline
    nextStep = timeline.next()
  }

  /// What the journal says of a response that ends in order.
  var reportedEnding: ResponseEnding { faulty?.markedEnding ?? .completed }

  /// Plays up to the head, or to an end without one.
  func open() -> Opening {
    while let step = nextStep {
      if let time = wait(for: step) { return .until(time) }
      nextStep = timeline.next()
      switch step.step {
      case .hold(let gate): return .gate(gate)
      case .head(let head):
        faulty?.takeHead()
        return .head(head)
      // Parts of a head and bytes outside of any frame are things that HTTP/2 does not have.
      case .bytes, .headBytes, .raw: continue
      case .finish: return .end(.withoutHead)
      case .fail(let failure): return .end(HTTP2Ending(failure))
      case .end(let ending):
        return .end(HTTP2Ending(ending, of: plan.fault, isBehindWholeBody: false))
      }
    }
    return .end(.withoutHead)
  }

  /// Goes on after a gate: the times of the steps that are left count on from now.
  func release(at now: Duration, from held: Duration) { start += now - held }

  /// Makes ready for the body, or for none.
  ///
  /// - Throws: `BodyReadError` when its file cannot be opened.
  func begin(isBodiless: Bool) throws(BodyReadError) {
    self.isBodiless = isBodiless
    if !isBodiless { reader = try BodyReader(plan.body) }
  }

  /// Whether the response is complete with its head.
  var endsWithHead: Bool {
    isBodiless ? plan.failure == nil : isNextTheEnd
  }

  /// Puts bytes that are due into the room; those of two steps never go out in one frame.
  func fill(_ room: UnsafeMutableBufferPointer<UInt8>) -> Piece {
    if isRelaying { return relay(into: room) }
    while rest.isEmpty {
      guard let step = nextStep else { return .end(.complete) }
      if let time = wait(for: step) { return .until(time) }
      nextStep = timeline.next()
      switch step.step {
      case .raw: isIncomplete = true
      case .head, .headBytes, .hold: continue
      case .bytes(let range): if !isBodiless { rest = range }
      case .finish:
        guard plan.tail != nil, !isBodiless else { return .end(.complete) }
        isRelaying = true
        return relay(into: room)
      case .fail(let failure): return .end(HTTP2Ending(failure))
      case .end(let ending):
        return .end(HTTP2Ending(ending, of: plan.fault, isBehindWholeBody: isWholeBodySent))
      }
    }
    if let time = waitForTurn(rest.count, room.count) { return .until(time) }
    let count = min(turn?.count ?? rest.count, room.count)
    let range = rest.lowerBound..<rest.lowerBound + count
    do {
      guard let reader else { return .end(.complete) }
      try reader.read(range, into: UnsafeMutableRawBufferPointer(room))
    } catch {
      // A file that has changed meanwhile ends the response.
      return .end(HTTP2Ending(.error(error)))
    }
    rest = range.upperBound..<rest.upperBound
    sent = range.upperBound
    faulty?.take(range)
    turn = nil
    return .bytes(count, isLast: rest.isEmpty && isNextTheEnd)
  }

  /// Puts bytes of the tail into the room.
  private func relay(into room: UnsafeMutableBufferPointer<UInt8>) -> Piece {
    if relayed.isEmpty, let tail = plan.tail {
      switch tail.take() {
      case .bytes(let bytes): relayed = bytes
      case .nothingYet: return .tail(tail)
      case .failure(let failure): return .end(HTTP2Ending(failure))
      case .end: return .end(.complete)
      }
    }
    if let time = waitForTurn(relayed.count, room.count) { return .until(time) }
    let count = min(turn?.count ?? relayed.count, room.count)
    _ = relayed.prefix(count).copyBytes(to: room)
    relayed = relayed.dropFirst(count)
    turn = nil
    return .bytes(count, isLast: false)
  }

  /// When the next bytes are through the lines that the plan goes through, if that is not yet.
  ///
  /// A turn counts from the end of the one before, so being late once does not slow the line.
  private func waitForTurn(_ rest: Int, _ room: Int) -> Duration? {
    guard !plan.links.isEmpty else { return nil }
    let turn = turn ?? nextTurn(rest, room)
    self.turn = turn
    ready = turn.time
    return turn.time > MonotonicClock.now ? turn.time : nil
  }

  private func nextTurn(_ rest: Int, _ room: Int) -> Turn {
    let most = plan.links.compactMap { $0.turn(.download) }.min() ?? .max
    let count = min(rest, room, most)
    let begin = ready == .zero ? MonotonicClock.now : ready
    let time = plan.links.map { $0.reserve(count, .download, at: begin) }.max() ?? begin
    return Turn(count: count, time: time)
  }

  private var isWholeBodySent: Bool { sent == plan.body.count && !isIncomplete }

  /// Whether the response ends in order now, without another byte.
  private var isNextTheEnd: Bool {
    guard let nextStep else { return true }
    switch nextStep.step {
    case .finish: return (plan.tail == nil || isBodiless) && wait(for: nextStep) == nil
    case .end(.close), .end(.halfClose): return isWholeBodySent && wait(for: nextStep) == nil
    default: return false
    }
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
