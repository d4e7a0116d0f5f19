import StubCore

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// One plan on its way out over HTTP/1.1: writes what its player says, framed, until it has to wait.
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
    case ended(Player.End, keepsAlive: Bool)
    /// The response cannot be sent as planned, and nothing has been sent.
    case unsendable(String)
  }

  /// Output that is kept before the next piece of a body is made.
  static let outputLimit = 256 * 1_024

  /// The least bytes that are worth asking the system to send from their file; fewer are read, and
  /// go out in one piece with the head.
  private static let leastFilePart = 64 * 1_024

  private var player: Player
  private let isHTTP10: Bool
  private var head: EncodedHead?
  private var headSent = 0
  private var keepsAlive = false
  private var reader: BodyReader?

  /// Plays a plan whose times count from `start`, on the monotonic clock.
  init(_ plan: ResponsePlan, _ context: EncodedHead.Context, start: Duration) {
    isHTTP10 = context.isHTTP10
    player = Player(
      plan, to: context.method, on: .http1, start: start,
      mayBeWhole: EncodedAnswer.canHold(plan))
  }

  /// Goes on after a gate that has opened now or, without a time, was open.
  func release(at now: Duration?) { player.gateOpened(at: now) }

  /// Plays on; `context` is read when the head goes out.
  func play(
    into socket: SocketBuffer, date: [UInt8], context: () -> EncodedHead.Context
  ) -> Pause {
    while true {
      if let problem = socket.takeFileProblem() { return failed(problem) }
      // Nothing can be written behind a file that the system is sending.
      if socket.isSendingFile { return .output }
      let room = Self.outputLimit - socket.outputCount
      switch player.next(room: room, at: MonotonicClock.now) {
      case .whole:
        if let problem = sendWhole(socket, date, context()) { return .unsendable(problem) }
      case .head(let head, let end, _):
        if let problem = send(head, upTo: end ?? .max, socket, context) {
          return .unsendable(problem)
        }
      case .body(let piece):
        do throws(BodyReadError) { try send(piece, socket) } catch { return failed(error) }
      case .raw(let data):
        socket.write(data)
      case .wait(.time, let time):
        if let time { return .until(time) }
      case .wait(.room, _): return .output
      case .wait(.gate(let gate), _): return .gate(gate)
      case .wait(.tail(let tail), _): return .tail(tail)
      case .end(let end):
        finish(end, socket)
        return .ended(end, keepsAlive: keepsAlive)
      }
    }
  }

  private func failed(_ problem: BodyReadError) -> Pause {
    .ended(.failing(.error(problem)), keepsAlive: false)
  }

  /// Sends head and body in one piece; returns why that cannot be done.
  private func sendWhole(
    _ socket: SocketBuffer, _ date: [UInt8], _ context: EncodedHead.Context
  ) -> String? {
    let plan = player.plan
    do {
      let answer = try plan.answer(isHTTP10: isHTTP10, keepsAlive: context.keepsAlive) {
        try EncodedAnswer(plan, context)
      }
      keepsAlive = answer.keepsAlive
      answer.withBytes(date: date) { socket.write($0) }
      if answer.endsBeforeBody, case .data(let body) = plan.body { socket.write(body) }
      return nil
    } catch {
      return "\(error)"
    }
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
    let plan = player.plan
    var context = context
    context.bodyCount = plan.tail == nil ? plan.body.count : nil
    // What a fault leaves behind must never be taken for the next response.
    if plan.fault != nil { context.keepsAlive = false }
    let encoded = try EncodedHead(head, context)
    if encoded.framing != .none { reader = try BodyReader(plan.body) }
    keepsAlive = encoded.keepsAlive
    return encoded
  }

  /// Sends a piece of the body; a step of the plan is one chunk.
  private func send(_ piece: Player.Piece, _ socket: SocketBuffer) throws(BodyReadError) {
    guard let framing = head?.framing, framing != .none else { return }
    if framing == .chunked, let count = piece.opens {
      socket.write("\(String(count, radix: 16))\r\n")
    }
    switch piece.source {
    case .tail(let data): socket.write(data)
    case .body(let range):
      if framing == .plain, player.plan.links.isEmpty, range.count >= Self.leastFilePart,
        socket.sendsFiles, let part = try reader?.filePart(range)
      {
        socket.write(part)
      } else {
        try reader?.withBytes(range) { socket.write($0) }
      }
    }
    if framing == .chunked, piece.closes { socket.write("\r\n") }
  }

  /// Writes what the end of a response has of its own.
  private func finish(_ end: Player.End, _ socket: SocketBuffer) {
    switch end.how {
    case .complete: if head?.framing == .chunked { socket.write("0\r\n\r\n") }
    case .failed(let failure):
      if headSent == 0, let bytes = failure.wireBytes { socket.write(bytes) }
    case .fault: break
    }
  }
}

extension SocketBuffer {
  fileprivate func write(_ text: String) { write(Array(text.utf8).span) }
}
