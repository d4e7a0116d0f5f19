/// Something that is wrong with a listener's connections on purpose, before any request.
///
/// It is met by connections that begin while it is set, and stays with them; those that are open
/// already go on as they are.
public enum ConnectionFault: Sendable, Hashable {
  /// Nobody listens: the system refuses connections.
  ///
  /// The port is kept meanwhile. A program that asks for this very port may get it on some systems;
  /// the listener then comes back when that program is gone.
  case refuse
  /// Connections are reset as soon as they are made.
  case reset
  /// Nothing is read, and no TLS spoken, before this time has passed.
  ///
  /// The system itself completes the TCP handshake: the client is connected, but gets no answer.
  case slowAccept(Duration)
  /// Connections are made and nothing is ever read, until the client leaves or the listener stops.
  case neverRead
}

extension ConnectionFault: CustomStringConvertible {
  /// The name that files give it, with its value if it takes one.
  public var description: String {
    switch self {
    case .refuse: "refuse"
    case .reset: "reset"
    case .slowAccept(let delay): "slowAccept, \(delay)"
    case .neverRead: "neverRead"
    }
  }
}
