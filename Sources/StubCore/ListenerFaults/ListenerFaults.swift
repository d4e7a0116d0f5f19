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

  public init(connection: ConnectionFaultRule? = nil, tls: [TLSFaultRule] = []) {
    self.connection = connection
    self.tls = tls
  }

  public static let none = ListenerFaults()
}

/// A fault of connections, and which of them meet it.
public struct ConnectionFaultRule: Sendable, Hashable {
  public var fault: ConnectionFault
  /// Only its duration limits `refuse`: those who are refused are not seen by the listener.
  public var occurrence: FaultOccurrence

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
  public var fault: TLSFault
  /// Only clients that ask for a server by this name, in any letter case; `nil` for all.
  public var serverName: String?
  public var occurrence: FaultOccurrence

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
