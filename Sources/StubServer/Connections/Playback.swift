import StubCore

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// One plan on its way out: does every step whose time has come, and says what to wait for.
final class Playback {
  enum Pause {
    /// For this time, on the monotonic clock.
    case until(Duration)
    /// For the client to read what has been written.
    case output
    case finished(keepsAlive: Bool)
    case failed(StubFailure)
    /// The response cannot be sent as planned, and nothing has been sent.
    case unsendable(String)
  }

  /// Output that is kept before the next step of a body is made.
  static let outputLimit = 256 * 1_024

  private let plan: ResponsePlan
  private let start: Duration
  private var timeline: Timeline
  private var nextStep: TimedStep?
  private var reader: BodyReader?
  private var framing = EncodedHead.BodyFraming.none
  private var keepsAlive = false

  /// Plays a plan whose times count from `start`, on the monotonic clock.
  init(_ plan: ResponsePlan, start: Duration) {
    self.plan = plan
    self.start = start
    timeline = plan.timeline
    nextStep = timeline.next()
  }

  /// Plays on; `context` is read when the head goes out.
  func play(into socket: SocketBuffer, context: () -> EncodedHead.Context) -> Pause {
    while let step = nextStep {
      let due = start + step.at
      if step.at > .zero, due > MonotonicClock.now { return .until(due) }
      switch step.step {
      case .head(let head):
        if let problem = begin(head, socket, context()) { return .unsendable(problem) }
      case .bytes(let range):
        if framing != .none {
          guard socket.outputCount < Self.outputLimit else { return .output }
          if let failure = send(range, socket) { return .failed(failure) }
        }
      case .finish:
        guard plan.head != nil else { return .failed(.network(.zeroByteResource)) }
        if framing == .chunked { write("0\r\n\r\n", socket) }
        return .finished(keepsAlive: keepsAlive)
      case .fail(let failure):
        return .failed(failure)
      case .hold, .headBytes, .raw, .end:
        break
      }
      nextStep = timeline.next()
    }
    return .finished(keepsAlive: false)
  }

  /// Sends the head once everything that could stop the response has been tried.
  private func begin(
    _ head: ResponseHead, _ socket: SocketBuffer, _ context: EncodedHead.Context
  ) -> String? {
    do {
      var context = context
      context.bodyCount = plan.body.count
      let encoded = try EncodedHead(head, context)
      framing = encoded.framing
      keepsAlive = encoded.keepsAlive
      if framing != .none { reader = try BodyReader(plan.body) }
      socket.write(encoded.bytes.span)
      return nil
    } catch {
      return "\(error)"
    }
  }

  /// Sends a part of the body; a file that has changed meanwhile ends the response.
  private func send(_ range: Range<Int>, _ socket: SocketBuffer) -> StubFailure? {
    do {
      guard let bytes = try reader?.read(range) else { return nil }
      if framing == .chunked { write("\(String(range.count, radix: 16))\r\n", socket) }
      socket.write(bytes)
      if framing == .chunked { write("\r\n", socket) }
      return nil
    } catch {
      return .error(error)
    }
  }

  private func write(_ text: String, _ socket: SocketBuffer) { socket.write(Array(text.utf8).span) }
}
