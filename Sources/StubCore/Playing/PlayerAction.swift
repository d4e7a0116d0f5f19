#if canImport(FoundationEssentials)
package import FoundationEssentials
#else
package import Foundation
#endif

extension Player {
  /// Where a plan is played: what can be shown there.
  package enum Medium: Sendable, Hashable {
    /// Every byte of a plan.
    case http1
    /// Whole heads and bytes of bodies, whose end is marked (RFC 9113 §8.1).
    case http2
    /// What a client of the URL loading system perceives, which may be less than what is sent.
    case inProcess
  }

  /// How long a client waits; times are on the host's monotonic clock.
  package struct Limits: Sendable, Hashable {
    /// The longest time without anything arriving.
    package var idle: Duration
    /// When the response must be over.
    package var deadline: Duration

    package init(idle: Duration, deadline: Duration) {
      self.idle = idle
      self.deadline = deadline
    }
  }

  /// What a host does next.
  package enum Action: Sendable, Hashable {
    /// Head, body and end go out in one; the next action is `end`.
    case whole
    /// The head as encoded, up to this number of bytes from its start; `nil` for all of it. If it is
    /// the last, the response ends with it, and the next action is `end`.
    case head(ResponseHead, upTo: Int?, isLast: Bool)
    case body(Piece)
    /// Bytes that go on the wire as they are.
    case raw(Data)
    /// Ask again when what it waits for has come, or at the time, whichever is first.
    case wait(Waiting, until: Duration?)
    /// The response is over; all later calls return this too.
    case end(End)
  }

  package enum Waiting: Sendable, Hashable {
    case time
    /// The client reads too slowly.
    case room
    /// Then ``Player/gateOpened(at:)`` is to be called.
    case gate(HTTPStubGate)
    case tail(BodyTail)
  }

  /// A part of a body that is sent now.
  package struct Piece: Sendable, Hashable {
    package enum Source: Sendable, Hashable {
      /// Bytes of the plan's body.
      case body(Range<Int>)
      /// Bytes that have come from a real server.
      case tail(Data)

      package var count: Int {
        switch self {
        case .body(let range): range.count
        case .tail(let data): data.count
        }
      }
    }

    package var source: Source
    /// How many bytes the chunk of HTTP/1 has that begins with the piece; `nil` within a chunk.
    package var opens: Int?
    /// Whether that chunk ends with the piece.
    package var closes: Bool
    /// Whether the response ends with the piece; then the next action is `end`.
    package var isLast: Bool
  }

  /// How a response is over.
  package struct End: Sendable, Hashable {
    package enum How: Sendable, Hashable {
      /// In order.
      case complete
      case failed(StubFailure)
      case fault(FaultEnding)
    }

    package var how: How
    /// What the journal says.
    package var reported: ResponseEnding
    /// How many bytes of the plan's body the client has taken.
    package var count: Int
  }
}

extension Player.End {
  /// A failure that the host has met: the body's file has changed, for instance.
  package static func failing(_ failure: StubFailure) -> Player.End {
    Player.End(how: .failed(failure), reported: .failed(failure), count: 0)
  }
}
