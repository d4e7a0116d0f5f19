import StubCore
import StubFiles
import StubServer

/// The options of `serve` for what goes wrong before any request.
struct FaultOptions: Sendable, Hashable {
  static let connection = CommandOption(
    name: "connection-fault", value: "NAME",
    summary: "What connections meet: refuse, or '{ type: reset, first: 3 }'")
  static let tls = CommandOption(
    name: "tls-fault", value: "NAME",
    summary: "What TLS clients meet: plainText, or '{ type: plainText, first: 3 }'")

  static let all = [connection, tls]

  /// What to do whatever the files say; `nil` to do as they say.
  let connectionFault: ConnectionFaultRule?
  let tlsFaults: [TLSFaultRule]?

  /// - Throws: `UsageError` for what is no fault, or for a fault of TLS where none is spoken.
  init(_ arguments: Arguments, isSecure: Bool) throws(UsageError) {
    connectionFault = try arguments.connectionFault(of: Self.connection)
    tlsFaults = try arguments.tlsFaults(of: Self.tls)
    if tlsFaults != nil, !isSecure {
      throw UsageError("expected --https-port beside --\(Self.tls.name), found none")
    }
  }

  /// The faults of rule files, or what takes their place.
  func applied(to faults: ListenerFaults) -> ListenerFaults {
    ListenerFaults(
      connection: connectionFault ?? faults.connection, tls: tlsFaults ?? faults.tls)
  }
}
