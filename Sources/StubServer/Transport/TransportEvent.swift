/// Receives the events of a transport.
protocol TransportUser: AnyObject {
  func handle(_ event: Transport.Event)
}

extension Transport {
  enum Event: Sendable, Hashable {
    /// More bytes wait in the input.
    case readable
    /// There is room for more output.
    case writable
    /// The client sends no more; it may still read.
    case endOfInput
    /// No more can be read or written; the output contains the reason for the client.
    case rejected
    /// The connection is broken.
    case failed
  }
}
