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
    /// For the gate, then for `release(at:)`.
    case gate(HTTPStubGate)
    /// For more of the body to come.
    case tail(BodyTail)
    case finished(keepsAlive: Bool)
    case failed(StubFailure)
    case ended(FaultEnding)
    /// The response cannot be sent as planned, and nothing has been sent.
    case unsendable(String)
  }

  /// Output that is kept before the next step of a body is made.
  static let outputLimit = 256 * 1_024

  private let plan: ResponsePlan
  private var start: Duration
  private var timeline: Timeline
  private var nextStep: TimedStep?
  private var head: EncodedHead?
  private var headSent = 0
  private var body: BodyPlayback
  /// What the client has of a response that goes wrong; `nil` for a sound one.
  private var faulty: FaultyDelivery?

  /// Plays a plan whose times count from `start`, on the monotonic clock.
  init(_ plan: ResponsePlan, method: HTTPMethod, start: Duration) {
    self.plan = plan
    faulty = FaultyDelivery(plan, method: method)
    self.start = start
    body = BodyPlayback(links: plan.links)
    timeline = plan.timeline
    nextStep = timeline.next()
  }

  /// What the journal says of a response that ends as planned.
  var reportedEnding: ResponseEnding { faulty?.ending ?? .completed }

  /// Goes on after a gate: the times of the steps that are left count on from now.
  func release(at now: Duration) {
    if let nextStep { start = now - nextStep.at }
    nextStep = timeline.next()
  }

  /// Plays on; `context` is read when the head goes out.
  func play(into socket: SocketBuffer, context: () -> EncodedHead.Context) -> Pause {
    while let step = nextStep {
      let due = start + step.at
      if step.at > .zero, due > MonotonicClock.now { return .until(due) }
      switch step.step {
      case .hold(let gate):
        return .gate(gate)
      case .head(let head):
        if let problem = send(head, upTo: .max, socket, context) { return .unsendable(problem) }
        faulty?.takeHead()
      case .headBytes(let head, let count):
        if let problem = send(head, upTo: count, socket, context) { return .unsendable(problem) }
      case .bytes(let range):
        if let pause = body.send(range, due: due, socket) { return pause }
        faulty?.take(range)
      case .raw(let data):
        socket.write(data)
      case .finish:
        guard plan.head != nil else { return .failed(.network(.zeroByteResource)) }
        if let tail = plan.tail, let pause = body.relay(tail, socket) { return pause }
        body.finish(socket)
        return .finished(keepsAlive: head?.keepsAlive ?? false)
      case .fail(let failure):
        if headSent == 0, let bytes = failure.wireBytes { socket.write(bytes) }
        return .failed(failure)
      case .end(let ending):
        return .ended(ending)
      }
      nextStep = timeline.next()
    }
    return .finished(keepsAlive: false)
  }

  /// Sends the head up to a byte, once everything that could stop the response has been tried.
  private func send(
    _ head: ResponseHead, upTo end: Int, _ socket: SocketBuffer,
    _ context: () -> EncodedHead.Context
  ) -> String? {
    do {
      let encoded = try self.head ?? encode(head, context())
      self.head = encoded
      let range = headSent..<max(headSent, min(end, encoded.bytes.count))
      socket.write(encoded.bytes.span.extracting(range))
      headSent = range.upperBound
      return nil
    } catch {
      return "\(error)"
    }
  }

  private func encode(
    _ head: ResponseHead, _ context: EncodedHead.Context
  ) throws -> EncodedHead {
    var context = context
    context.bodyCount = plan.tail == nil ? plan.body.count : nil
    // What a fault leaves behind must never be taken for the next response.
    if plan.fault != nil { context.keepsAlive = false }
    let encoded = try EncodedHead(head, context)
    try body.begin(plan.body, encoded.framing)
    return encoded
  }
}
