/// What goes wrong with a listener's connections before any request: with TCP and with TLS.
///
/// ```swift
/// listener.faults = ListenerFaults(connection: ConnectionFaultRule(.reset, first: 3))
/// listener.faults.tls = [TLSFaultRule(.expiredCertificate, serverName: "old.example")]
/// ```
public struct ListenerFaults: Sendable, Hashable {
  /// What new connections meet; `nil` for nothing.
  public var connection: ConnectionFaultRule?
  /// What new clients meet that begin with TLS: the first of these that fits.
  public var tls: [TLSFaultRule]

  /// Faults from the start; none by default.
  public init(connection: ConnectionFaultRule? = nil, tls: [TLSFaultRule] = []) {
    self.connection = connection
    self.tls = tls
  }

  /// No faults: set it to end those that a listener has.
  public static let none = ListenerFaults()
}

/// A fault of connections, and which of them meet it.
public struct ConnectionFaultRule: Sendable, Hashable {
  /// What happens to the connection.
  public var fault: ConnectionFault
  /// Only its duration limits `refuse`, because the listener does not see refused connections.
  package var occurrence: FaultOccurrence

  /// A fault of connections, and which it breaks; all, unless you set a limit.
  public init(
    _ fault: ConnectionFault, first: Int? = nil, probability: Double = 1,
    for duration: Duration? = nil
  ) {
    self.fault = fault
    occurrence = FaultOccurrence(first: first, probability: probability, duration: duration)
  }
}

extension ConnectionFaultRule: CustomStringConvertible {
  public var description: String { occurrence.described("\(fault)") }
}

/// A fault of TLS, and which clients meet it.
public struct TLSFaultRule: Sendable, Hashable {
  /// What happens in the handshake, or in place of it.
  public var fault: TLSFault
  /// Only clients that ask for a server by this name, in any letter case; `nil` for all.
  public var serverName: String?
  /// Which of the clients that ask for that name meet the fault.
  package var occurrence: FaultOccurrence

  /// A fault of TLS, and which clients it breaks; all, unless you set a limit.
  public init(
    _ fault: TLSFault, serverName: String? = nil, first: Int? = nil, probability: Double = 1,
    for duration: Duration? = nil
  ) {
    self.fault = fault
    self.serverName = serverName
    occurrence = FaultOccurrence(first: first, probability: probability, duration: duration)
  }

  /// Whether the rule is about clients that ask for the name, in lower case, or for none.
  package func isAbout(serverName name: String?) -> Bool {
    serverName.map { $0.lowercasedASCII() == name } ?? true
  }
}

extension TLSFaultRule: CustomStringConvertible {
  public var description: String {
    occurrence.described("\(fault)") + (serverName.map { " for \($0)" } ?? "")
  }
}

/// Something that is wrong with a listener's connections on purpose, before any request.
///
/// It is met by connections that begin while it is set, and stays with them; those that are open
/// already go on as they are.
public enum ConnectionFault: Sendable, Hashable {
  /// The listener does not listen: the system refuses connections.
  ///
  /// The port stays reserved. On some systems another program can still get it; then the listener returns when
  /// that program ends.
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

extension FaultKind<ConnectionFault> {
  /// The faults of connections; a new one is an entry here.
  package static var all: [Self] {
    [
      // A listener does not see those that the system refuses.
      Self(
        "refuse",
        "the system refuses connections, as if the port were closed; the port stays reserved",
        isCounted: false
      ) { _ in .refuse },
      Self("reset", "a reset when the connection is made") { _ in .reset },
      Self(
        "slowAccept", "a connection on which nothing happens for that `delay`", [.delay],
        required: [.delay]
      ) { $0.delay.map(ConnectionFault.slowAccept) },
      Self("neverRead", "a connection that never reads") { _ in .neverRead },
    ]
  }
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
