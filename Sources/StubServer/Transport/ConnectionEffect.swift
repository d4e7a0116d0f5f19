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
  /// A reset, no later than this.
  case reset(deadline: Duration)
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
    // Once the client has all that was sent before, for which it has a second.
    case .reset, .resetStream: self = .reset(deadline: MonotonicClock.now + .seconds(1))
    case .stall: self = .stall
    }
  }
}
