import StubCore

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// The body of a response on its way out: framed, and no faster than the lines it goes through.
struct BodyPlayback: ~Copyable {
  /// A part of the body that has its place on the lines.
  private struct Turn {
    let range: Range<Int>
    /// When its last byte is through.
    let time: Duration
  }

  private enum Part {
    case now(Range<Int>)
    case later(Playback.Pause)
  }

  /// The least bytes that are worth asking the system to send from their file; fewer are read, and
  /// go out in one piece with the head.
  private static let leastFilePart = 64 * 1_024

  private let links: [NetworkLink]
  private let turnCount: Int
  private var reader: BodyReader?
  private var framing = EncodedHead.BodyFraming.none
  private var sent = 0
  private var turn: Turn?
  /// When the line can have the next part.
  private var ready = Duration.zero
  private var isHeldUp = false
  /// Whether the system has been asked to send the step from its file.
  private var isSendingFile = false
  /// What has come of a tail and has not gone out.
  private var relayed = Data()

  init(links: [NetworkLink]) {
    self.links = links
    turnCount = links.compactMap { $0.turn(.download) }.min() ?? .max
  }

  /// - Throws: `BodyReadError` when the body's file cannot be opened.
  mutating func begin(
    _ body: PlannedBody, _ framing: EncodedHead.BodyFraming
  ) throws(BodyReadError) {
    self.framing = framing
    if framing != .none { reader = try BodyReader(body) }
  }

  /// Sends a part of the body that is due; returns what to wait for before it is called again.
  mutating func send(
    _ range: Range<Int>, due: Duration, _ socket: SocketBuffer
  ) -> Playback.Pause? {
    guard framing != .none else { return nil }
    do throws(BodyReadError) {
      while sent < range.upperBound {
        if isSendingFile {
          guard try finishFile(of: range, socket) else { return .output }
          break
        }
        switch nextPart(of: range, due, socket) {
        case .later(let pause): return pause
        case .now(let part):
          if try sendFile(part, of: range, socket) { return .output }
          try reader?.withBytes(part) { bytes in
            begin(part, of: range, socket)
            socket.write(bytes)
            end(part, of: range, socket)
          }
          sent = part.upperBound
        }
      }
      return nil
    } catch {
      // A file that has changed meanwhile ends the response.
      return .failed(.error(error))
    }
  }

  /// Has the system send the part from its file, if there is one, nothing shapes it and it is worth
  /// it; what follows is not to be written before `finishFile`.
  private mutating func sendFile(
    _ part: Range<Int>, of step: Range<Int>, _ socket: SocketBuffer
  ) throws(BodyReadError) -> Bool {
    guard links.isEmpty, part.count >= Self.leastFilePart, socket.sendsFiles,
      let filePart = try reader?.filePart(part)
    else { return false }
    begin(part, of: step, socket)
    socket.write(filePart)
    isSendingFile = true
    return true
  }

  /// Goes on behind a step that the system sends from its file; returns whether all of it is out.
  private mutating func finishFile(
    of step: Range<Int>, _ socket: SocketBuffer
  ) throws(BodyReadError) -> Bool {
    if let problem = socket.takeFileProblem() { throw problem }
    guard !socket.isSendingFile else { return false }
    end(step, of: step, socket)
    isSendingFile = false
    sent = step.upperBound
    return true
  }

  /// Sends what has come of the tail; returns what to wait for, and `nil` at its end.
  mutating func relay(_ tail: BodyTail, _ socket: SocketBuffer) -> Playback.Pause? {
    guard framing != .none else { return nil }
    while true {
      if relayed.isEmpty {
        switch tail.take() {
        case .bytes(let bytes): relayed = bytes
        case .nothingYet: return .tail(tail)
        case .failure(let failure): return .failed(failure)
        case .end: return nil
        }
        sent = 0
      }
      let step = 0..<relayed.count
      while sent < step.upperBound {
        switch nextPart(of: step, MonotonicClock.now, socket) {
        case .later(let pause): return pause
        case .now(let part):
          begin(part, of: step, socket)
          socket.write(relayed[part])
          end(part, of: step, socket)
          sent = part.upperBound
        }
      }
      relayed = Data()
    }
  }

  /// Ends a body whose framing has an end of its own.
  func finish(_ socket: SocketBuffer) {
    if framing == .chunked { socket.write("0\r\n\r\n") }
  }

  /// The part of a step that goes out now, if the client and the lines take it.
  private mutating func nextPart(
    of step: Range<Int>, _ due: Duration, _ socket: SocketBuffer
  ) -> Part {
    guard socket.outputCount < Playback.outputLimit else {
      isHeldUp = true
      return .later(.output)
    }
    let turn = turn ?? nextTurn(in: step, due)
    if turn.time > .zero, turn.time > MonotonicClock.now {
      self.turn = turn
      return .later(.until(turn.time))
    }
    self.turn = nil
    ready = turn.time
    return .now(turn.range)
  }

  /// Takes the lines for the next part.
  ///
  /// Each turn counts from the end of the one before, however late this side is with it; only a
  /// client that does not read loses its time on the line.
  private mutating func nextTurn(in range: Range<Int>, _ due: Duration) -> Turn {
    guard !links.isEmpty else { return Turn(range: sent..<range.upperBound, time: .zero) }
    if isHeldUp { ready = max(ready, MonotonicClock.now) }
    isHeldUp = false
    let next = sent..<min(range.upperBound, sent + min(turnCount, range.count))
    let start = max(due, ready)
    let time = links.map { $0.reserve(next.count, .download, at: start) }.max() ?? start
    return Turn(range: next, time: time)
  }

  /// Writes what stands before a part: a step is one chunk.
  private func begin(_ part: Range<Int>, of step: Range<Int>, _ socket: SocketBuffer) {
    guard framing == .chunked, part.lowerBound == step.lowerBound else { return }
    socket.write("\(String(step.count, radix: 16))\r\n")
  }

  /// Writes what stands behind a part.
  private func end(_ part: Range<Int>, of step: Range<Int>, _ socket: SocketBuffer) {
    if framing == .chunked, part.upperBound == step.upperBound { socket.write("\r\n") }
  }
}

extension SocketBuffer {
  fileprivate func write(_ text: String) { write(Array(text.utf8).span) }
}
