import StubCore

extension Exchange {
  /// A result that an exchange waits for.
  enum Arrival: Sendable {
    /// An answer that was not ready when the request was received.
    case answer(ListenerAnswer)
    /// The gate has opened, at this time on the listener's clock.
    case gateOpened(at: Duration)
    /// More of the body has arrived from a real server.
    case tail
  }
}
