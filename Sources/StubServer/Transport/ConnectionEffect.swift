import StubCore

extension Connection {
  /// A result that does not come from the client.
  enum InternalEvent: Sendable {
    /// The result that the exchange with this number waits for.
    case arrival(Exchange.Arrival, number: Int)
    /// There is memory for a body now.
    case memory
    /// The listener's clock has been changed.
    case clock
  }

  /// The next action of a connection, as returned by its HTTP/1 or HTTP/2 part.
  enum Effect {
    /// Wait until something arrives, at most until this time, if there is one.
    case wait(until: Duration?)
    /// Wait until the client has read some of the output.
    case room
    case end(ConnectionEnding)
    /// Close: the client has left, or must be disconnected.
    case close
    /// Answer the request on stream 1, because the client offers to continue in HTTP/2.
    case upgrade(HTTP2Upgrade, IncomingRequest)
    /// Open the tunnel, or answer the request, of a client that uses the listener as a proxy.
    case proxy(IncomingRequest)
  }
}

/// The way in which a connection ends after its output has been sent.
enum ConnectionEnding {
  case orderly
  /// The connection is reset after the client has received all earlier bytes.
  case reset
  /// Only the sending side ends; the connection stays open.
  case halfClose
  /// The connection stays open.
  case stall

  /// Creates the ending of a connection after an HTTP/1 response; `nil` if it stays open.
  init?(_ cause: Player.End.EndCause, keepsAlive: Bool) {
    switch cause {
    case .complete:
      if keepsAlive { return nil }
      self = .orderly
    case .failed(let failure): self.init(failure.wireEnding)
    case .fault(let ending): self.init(ending)
    }
  }

  private init(_ ending: FaultEnding) {
    switch ending {
    case .close, .goAway: self = .orderly
    case .halfClose: self = .halfClose
    case .reset, .resetStream: self = .reset
    case .stall: self = .stall
    }
  }
}

extension Player.End.EndCause {
  /// The fault that ends an HTTP/1 connection before the response is complete;
  /// `nil` if there is none.
  var connectionEnding: FaultEnding? {
    switch self {
    case .complete: nil
    case .failed(let failure): failure.wireEnding
    case .fault(let ending): ending.onHTTP1
    }
  }
}

/// Delays a reset as long as the client keeps receiving the bytes sent before it.
///
/// A reset sent earlier would overtake bytes that are still in transit.
struct ResetDelay {
  /// The first wait, in which most clients receive everything.
  private static let shortest = Duration.milliseconds(1)
  private static let longest = Duration.milliseconds(50)

  private var count = Int.max
  /// The time when the number of bytes in transit last fell.
  private var lastProgress = Duration.zero

  /// Returns when to check again how many bytes are in transit; `nil` to reset now.
  ///
  /// The reset is due if no bytes are in transit, or if the client has received none for
  /// `patience`.
  mutating func nextLook(at now: Duration, underWay: Int, patience: Duration) -> Duration? {
    if underWay < count { (count, lastProgress) = (underWay, now) }
    let silence = now - lastProgress
    guard underWay > 0, silence < patience else { return nil }
    return now + min(max(silence / 8, Self.shortest), Self.longest, patience - silence)
  }
}
