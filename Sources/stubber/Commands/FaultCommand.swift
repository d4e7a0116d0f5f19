import StubCore
import StubPlatform

/// `stubber fault`: makes a running server break new connections, or their TLS.
struct FaultCommand: RemoteCommand {
  enum Kind: String {
    case connection
    case tls
  }

  static let name = "fault"
  static let summary = "Break new connections or TLS of a running server"
  static let syntax = CommandSyntax<Self>(
    operands: [
      Operand(
        "KIND",
        help: [
          ["connection FAULT", "Break new connections: refuse, or '{ type: reset, first: 3 }'"],
          ["tls FAULT", "Break TLS: plainText, or '{ type: plainText, first: 3 }'"],
        ], isOptional: true
      ) { command, word in
        guard let kind = Kind(rawValue: word) else {
          throw UsageError("unknown kind \"\(word)\"; use connection or tls")
        }
        command.kind = kind
      },
      Operand("FAULT", isOptional: true) { $0.fault = $1 },
    ], options())
  static let notes = """
    Without KIND, the faults are shown. The FAULT off ends a fault. While connections are refused, no
    command reaches the server, unless its admin API has its own port (serve --admin-port).
    """
  static let examples = ["connection '{ type: reset, first: 3 }'", "connection off"]

  var server = ServerChoice()
  var kind: Kind?
  var fault: String?

  func runRemotely(_ connection: AdminConnection, _ console: Console) throws -> ExitCode {
    let answer: JSONValue
    switch (kind, fault) {
    case (nil, _): answer = try connection.send(.get, "/faults")
    case (let kind?, nil): throw UsageError("missing FAULT after \(kind.rawValue)")
    case (let kind?, "off"?): answer = try connection.send(.delete, "/faults/\(kind.rawValue)")
    case (let kind?, let fault?):
      answer = try connection.send(.put, "/faults/\(kind.rawValue)", Data(fault.utf8))
    }
    let tls = answer["tls"]?.array?.compactMap(\.string) ?? []
    let lines = [
      "Connection fault: \(answer["connection"]?.string ?? "none")",
      "TLS fault: \(tls.isEmpty ? "none" : tls.joined(separator: ", "))",
    ]
    console.emit(AdminEvent("faults", answer, lines.joined(separator: "\n")))
    return .success
  }
}
