import StubCore

extension Connection {
  /// What comes from elsewhere than the client.
  enum News: Sendable {
    /// What the exchange with this number has waited for.
    case arrival(Exchange.Arrival, number: Int)
    /// There is memory for a body.
    case memory
    /// The listener's clock was changed.
    case clock
  }

  /// What is to happen next, as the side that speaks HTTP says it.
  enum Effect {
    /// Nothing before this time, or before something comes.
    case wait(until: Duration?)
    /// Nothing before the client has read some of the output.
    case room
    case end(ConnectionEnding)
    /// The client is gone, or is to be.
    case close
    /// The client offers to go on in HTTP/2; the request is to be answered on stream 1.
    case upgrade(HTTP2Upgrade, IncomingRequest)
  }
}

/// How a connection ends once its output is out.
enum ConnectionEnding {
  case orderly
  /// A reset, once the client has all that was sent before.
  case reset
  /// The end of what is sent; the connection stays.
  case halfClose
  /// No end at all.
  case stall

  /// What follows a response of HTTP/1; `nil` when the connection goes on.
  init?(_ how: Player.End.How, keepsAlive: Bool) {
    switch how {
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

extension Player.End.How {
  /// What ends a connection of HTTP/1 before the response is whole; `nil` for nothing.
  var connectionEnding: FaultEnding? {
    switch self {
    case .complete: nil
    case .failed(let failure): failure.wireEnding
    case .fault(let ending): ending.onHTTP1
    }
  }
}

/// How long a reset is put off: as long as the client takes some of the bytes before it.
///
/// It would overtake those that are still under way.
struct ResetDelay {
  /// Most clients have everything at once.
  private static let shortest = Duration.milliseconds(1)
  private static let longest = Duration.milliseconds(50)

  private var count = Int.max
  /// When there were fewer bytes than before.
  private var lastProgress = Duration.zero

  /// When to look again at how many bytes are under way; `nil` to reset now.
  ///
  /// Then there are none, or the client has taken none for as long as `patience`.
  mutating func nextLook(at now: Duration, underWay: Int, patience: Duration) -> Duration? {
    if underWay < count { (count, lastProgress) = (underWay, now) }
    let silence = now - lastProgress
    guard underWay > 0, silence < patience else { return nil }
    return now + min(max(silence / 8, Self.shortest), Self.longest, patience - silence)
  }
}
