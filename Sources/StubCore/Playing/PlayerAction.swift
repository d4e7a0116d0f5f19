package import StubPlatform

extension Player {
  /// The kind of host, which determines which parts of a plan can be sent.
  package enum TransportKind: Sendable, Hashable {
    /// Every byte of a plan can be sent.
    case http1
    /// Only complete heads, and bytes of bodies, can be sent; the end of a body is marked (RFC 9113
    /// §8.1).
    case http2
    /// Only the effects on a client of the URL loading system appear, which may be less than a
    /// server sends.
    case inProcess
  }

  /// The time limits of a client; the deadline is a time on the host's monotonic clock.
  package struct Limits: Sendable, Hashable {
    /// The longest time in which nothing is received.
    package var idle: Duration
    /// The time by which the response must be complete.
    package var deadline: Duration

    package init(idle: Duration, deadline: Duration) {
      self.idle = idle
      self.deadline = deadline
    }
  }

  /// The next action of a host.
  package enum Action: Sendable, Hashable {
    /// Send head, body and end in one action; the next action is `end`.
    case whole
    /// Send the encoded head up to this number of bytes from its start; `nil` for all of it.
    ///
    /// If `isLast`, the response ends with the head, and the next action is `end`.
    case head(ResponseHead, upTo: Int?, isLast: Bool)
    case body(Piece)
    /// Send these bytes unchanged.
    case raw(Data)
    /// Ask again when the event has happened, or at this time if it comes first.
    case wait(Waiting, until: Duration?)
    /// The response has ended; every later call also returns this.
    case end(End)
  }

  package enum Waiting: Sendable, Hashable {
    case time
    /// The client reads too slowly.
    case room
    /// A gate is closed; when it opens, call ``Player/gateOpened(at:)``.
    case gate(HTTPStubGate)
    case tail(BodyTail)
  }

  /// A part of a body to send now.
  package struct Piece: Sendable, Hashable {
    package enum Source: Sendable, Hashable {
      /// Bytes of the plan's body.
      case body(Range<Int>)
      /// Bytes of the body that have arrived from a real server.
      case tail(Data)

      package var count: Int {
        switch self {
        case .body(let range): range.count
        case .tail(let data): data.count
        }
      }
    }

    package var source: Source
    /// The size of the HTTP/1 chunk that begins with this piece; `nil` if it continues a chunk.
    package var opens: Int?
    /// Whether the chunk ends with this piece.
    package var closes: Bool
    /// Whether the response ends with this piece, so that the next action is `end`.
    package var isLast: Bool
  }

  /// The end of a response.
  package struct End: Sendable, Hashable {
    package enum EndCause: Sendable, Hashable {
      /// The response ended regularly.
      case complete
      case failed(StubFailure)
      case fault(FaultEnding)
    }

    package var cause: EndCause
    /// The ending to report to the journal.
    package var reported: ResponseEnding
    /// The number of bytes of the plan's body that the client has read.
    package var count: Int
  }
}

extension Player.End {
  /// Returns the regular end of a response after `count` bytes of its body.
  package static func complete(_ count: Int) -> Player.End {
    Player.End(cause: .complete, reported: .completed, count: count)
  }

  /// Returns the end of a response after a failure of the host, such as a body file that has
  /// changed.
  package static func failing(_ failure: StubFailure) -> Player.End {
    Player.End(cause: .failed(failure), reported: .failed(failure), count: 0)
  }
}
