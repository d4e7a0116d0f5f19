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

  private let links: [NetworkLink]
  private let turnCount: Int
  private var reader: BodyReader?
  private var framing = EncodedHead.BodyFraming.none
  private var sent = 0
  private var turn: Turn?
  /// When the line can have the next part.
  private var ready = Duration.zero
  private var isHeldUp = false
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
    while sent < range.upperBound {
      switch nextPart(of: range, due, socket) {
      case .later(let pause): return pause
      case .now(let part):
        if let failure = write(part, of: range, socket) { return .failed(failure) }
        sent = part.upperBound
      }
    }
    return nil
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
          write(relayed[part], part, of: step, socket)
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

  /// Writes a part of a step; a file that has changed meanwhile ends the response.
  private func write(
    _ part: Range<Int>, of step: Range<Int>, _ socket: SocketBuffer
  ) -> StubFailure? {
    do {
      guard let bytes = try reader?.read(part) else { return nil }
      write(bytes, part, of: step, socket)
      return nil
    } catch {
      return .error(error)
    }
  }

  private func write(
    _ bytes: Data, _ part: Range<Int>, of step: Range<Int>, _ socket: SocketBuffer
  ) {
    if framing == .chunked, part.lowerBound == step.lowerBound {
      socket.write("\(String(step.count, radix: 16))\r\n")
    }
    socket.write(bytes)
    if framing == .chunked, part.upperBound == step.upperBound { socket.write("\r\n") }
  }
}

extension SocketBuffer {
  fileprivate func write(_ text: String) { write(Array(text.utf8).span) }
}
