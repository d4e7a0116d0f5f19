/// Faults of a listener's connections before any request, in TCP or TLS.
///
/// ```swift
/// listener.faults = ListenerFaults(connection: ConnectionFaultRule(.reset, first: 3))
/// listener.faults.tls = [TLSFaultRule(.expiredCertificate, serverName: "old.example")]
/// ```
public struct ListenerFaults: Sendable, Hashable {
  /// The fault of new connections; `nil` for none.
  public var connection: ConnectionFaultRule?
  /// The faults of new TLS connections; the first rule that matches applies.
  public var tls: [TLSFaultRule]

  /// Creates the faults to start with (default: none).
  public init(connection: ConnectionFaultRule? = nil, tls: [TLSFaultRule] = []) {
    self.connection = connection
    self.tls = tls
  }

  /// No faults; set this to end the faults of a listener.
  public static let none = ListenerFaults()
}

/// A fault of connections, and which connections it breaks.
public struct ConnectionFaultRule: Sendable, Hashable {
  /// What happens to the connection.
  public var fault: ConnectionFault
  /// Which connections it breaks.
  ///
  /// For `refuse` only the duration counts: the listener does not see refused connections.
  package var occurrence: FaultOccurrence

  /// Creates a rule for a fault of connections; without a limit it breaks every connection.
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

/// A fault of TLS, and which clients it breaks.
public struct TLSFaultRule: Sendable, Hashable {
  /// What happens in the handshake, or instead of it.
  public var fault: TLSFault
  /// Only clients that ask for a server by this name, in any letter case; `nil` for all.
  public var serverName: String?
  /// Which of the clients that ask for that name get the fault.
  package var occurrence: FaultOccurrence

  /// Creates a rule for a fault of TLS; without a limit it breaks every client.
  public init(
    _ fault: TLSFault, serverName: String? = nil, first: Int? = nil, probability: Double = 1,
    for duration: Duration? = nil
  ) {
    self.fault = fault
    self.serverName = serverName
    occurrence = FaultOccurrence(first: first, probability: probability, duration: duration)
  }

  /// Returns whether the rule applies to clients that ask for this name, in lower case, or for no name.
  package func isAbout(serverName name: String?) -> Bool {
    serverName.map { $0.lowercasedASCII() == name } ?? true
  }
}

extension TLSFaultRule: CustomStringConvertible {
  public var description: String {
    occurrence.described("\(fault)") + (serverName.map { " for \($0)" } ?? "")
  }
}

/// An intended fault of a listener's connections, before any request.
///
/// The fault affects connections that begin while it is set, until they end. Connections that are
/// already open are not affected.
public enum ConnectionFault: Sendable, Hashable {
  /// The listener does not listen: the system refuses connections.
  ///
  /// The port stays reserved. On some systems another program can still take it; then the listener
  /// listens again when that program ends.
  case refuse
  /// Connections are reset as soon as they are made.
  case reset
  /// Nothing is read, and TLS does not start, before this time has passed.
  ///
  /// The system itself completes the TCP handshake: the client is connected, but gets no answer.
  case slowAccept(Duration)
  /// Connections are accepted, but nothing is read until the client leaves or the listener stops.
  case neverRead
}

extension FaultKind<ConnectionFault> {
  /// The faults of connections; add a new one here.
  package static var all: [Self] {
    [
      // Not counted: a listener does not see the connections that the system refuses.
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
  /// The name of the fault in files, with its value if it takes one.
  public var description: String {
    switch self {
    case .refuse: "refuse"
    case .reset: "reset"
    case .slowAccept(let delay): "slowAccept, \(delay)"
    case .neverRead: "neverRead"
    }
  }
}
