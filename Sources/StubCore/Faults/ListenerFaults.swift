/// The faults of a listener's connections that occur before any request, in TCP or TLS.
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

  /// Creates faults (default: none).
  public init(connection: ConnectionFaultRule? = nil, tls: [TLSFaultRule] = []) {
    self.connection = connection
    self.tls = tls
  }

  /// No faults; setting this value ends the current faults of a listener.
  public static let none = ListenerFaults()
}

/// A fault of connections, and the connections that it breaks.
public struct ConnectionFaultRule: Sendable, Hashable {
  /// The effect on the connection.
  public var fault: ConnectionFault
  /// The connections that the fault breaks.
  ///
  /// For `refuse`, only the duration applies, because the listener does not see refused
  /// connections.
  package var occurrence: FaultOccurrence

  /// Creates a rule for a fault of connections; without limits, it breaks every connection.
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

/// A fault of TLS, and the clients that it breaks.
public struct TLSFaultRule: Sendable, Hashable {
  /// The fault in the handshake, the certificate or the end of the connection.
  public var fault: TLSFault
  /// The server name (SNI) of the clients that get the fault, in any letter case; `nil`
  /// for all clients.
  public var serverName: String?
  /// The clients that get the fault, among those with this server name.
  package var occurrence: FaultOccurrence

  /// Creates a rule for a fault of TLS; without limits, it breaks the connections of every client.
  public init(
    _ fault: TLSFault, serverName: String? = nil, first: Int? = nil, probability: Double = 1,
    for duration: Duration? = nil
  ) {
    self.fault = fault
    self.serverName = serverName
    occurrence = FaultOccurrence(first: first, probability: probability, duration: duration)
  }

  /// Returns whether the rule applies to clients that send `name`, in lower case, or no server name
  /// (`nil`).
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
  /// The listener stops listening, so that the system refuses connections.
  ///
  /// The port stays reserved. On some systems, another program can still take it; in this case, the
  /// listener listens again when that program ends.
  case refuse
  /// Connections are reset as soon as they are made.
  case reset
  /// The listener reads nothing and does not start TLS until this time has passed.
  ///
  /// The system itself completes the TCP handshake, so the client is connected, but gets no
  /// response.
  case slowAccept(Duration)
  /// Connections are accepted, but nothing is read until the client leaves or the listener stops.
  case neverRead
}

extension FaultKind<ConnectionFault> {
  /// The catalogue of connection faults, with an entry for each fault that rule files can name.
  package static var all: [Self] {
    [
      // A listener does not see the connections that the system refuses, so it cannot count them.
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
