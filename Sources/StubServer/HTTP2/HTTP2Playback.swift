import StubCore

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// One plan on its way out on a stream: what its player says, up to the head and then frame by frame.
final class HTTP2Playback {
  enum Opening {
    /// Nothing before this time, on the monotonic clock.
    case until(Duration)
    /// Nothing before the gate opens, and then `release(at:)`.
    case gate(HTTPStubGate)
    /// Head and body go out in one.
    case whole
    /// The end is there if the response ends with its head.
    case head(ResponseHead, Player.End?)
    /// There is no head.
    case end(Player.End)
  }

  enum Piece {
    /// That many bytes are in the room; with the end if the response ends with them.
    case bytes(Int, Player.End?)
    case until(Duration)
    /// None before more of the body has come.
    case tail(BodyTail)
    case end(Player.End)
  }

  private var player: Player
  private var reader: BodyReader?

  /// Plays a plan whose times count from `start`, on the monotonic clock.
  init(_ plan: ResponsePlan, method: HTTPMethod, start: Duration) {
    player = Player(
      plan, to: method, on: .http2, start: start, mayBeWhole: EncodedAnswer.canHold(plan))
  }

  var plan: ResponsePlan { player.plan }

  /// Goes on after a gate that has opened now or, without a time, was open.
  func release(at now: Duration?) { player.gateOpened(at: now) }

  /// Plays up to the head, or to an end without one.
  func open() -> Opening {
    while true {
      switch player.next(at: MonotonicClock.now) {
      case .whole: return .whole
      case .head(let head, _, let isLast): return .head(head, isLast ? end : nil)
      case .wait(.gate(let gate), _): return .gate(gate)
      case .wait(_, let time): if let time { return .until(time) }
      case .end(let end): return .end(end)
      case .body, .raw: break
      }
    }
  }

  /// Makes ready for the body, if one is to come.
  ///
  /// - Throws: `BodyReadError` when its file cannot be opened.
  func begin() throws(BodyReadError) {
    if !player.isBodiless { reader = try BodyReader(plan.body) }
  }

  /// Puts bytes that are due into the room; those of two steps never go out in one frame.
  func fill(_ room: UnsafeMutableBufferPointer<UInt8>) -> Piece {
    while true {
      switch player.next(room: room.count, at: MonotonicClock.now) {
      case .body(let piece):
        do throws(BodyReadError) {
          switch piece.source {
          case .body(let range):
            try reader?.read(range, into: UnsafeMutableRawBufferPointer(room))
          case .tail(let data): _ = data.copyBytes(to: room)
          }
        } catch {
          // A file that has changed in the meantime ends the response.
          return .end(.failing(.error(error)))
        }
        return .bytes(piece.source.count, piece.isLast ? end : nil)
      case .wait(.tail(let tail), _): return .tail(tail)
      case .wait(_, let time): if let time { return .until(time) }
      case .end(let end): return .end(end)
      case .whole, .head, .raw: break
      }
    }
  }

  /// Notes that the client's windows are closed: the time until they open is lost on the links.
  func block() { _ = player.next(room: 0, at: MonotonicClock.now) }

  /// The end that comes at once.
  private var end: Player.End {
    guard case .end(let end) = player.next(at: MonotonicClock.now) else {
      preconditionFailure("a response that ends with this action has no other behind it")
    }
    return end
  }
}
