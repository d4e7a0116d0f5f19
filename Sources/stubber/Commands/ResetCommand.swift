import StubCore

/// `stubber reset`: returns a running server to the contents of its files.
struct ResetCommand: RemoteCommand {
  enum Part: String, CaseIterable {
    case stubs
    case requests
    case scenarios

    fileprivate var path: String {
      switch self {
      case .stubs: "/mappings/reset"
      case .requests: "/requests/reset"
      case .scenarios: "/scenarios/reset"
      }
    }
  }

  static let name = "reset"
  static let summary = "Reset the stubs, requests and scenarios of a running server"
  static let syntax = CommandSyntax<Self>(
    operands: [
      Operand(
        "PART",
        help: [
          ["stubs", "Remove added stubs and reload the files"],
          ["requests", "Remove all requests from the journal"],
          ["scenarios", "Return all scenarios to their first state"],
        ], isOptional: true
      ) { command, word in
        guard let part = Part(rawValue: word) else {
          throw UsageError("unknown part \"\(word)\"; use stubs, requests or scenarios")
        }
        command.part = part
      }
    ], options())
  static let notes = "Without PART, all three are reset."
  static let examples = ["", "requests"]

  var server = ServerChoice()
  var part: Part?

  func runRemotely(_ connection: AdminConnection, _ console: Console) throws -> ExitCode {
    try connection.send(.post, part?.path ?? "/reset")
    let parts = part.map { [$0] } ?? Part.allCases
    let names = parts.map(\.rawValue).joined(separator: ", ")
    console.emit(AdminEvent("reset", ["parts": .strings(parts.map(\.rawValue))], "Reset: \(names)"))
    return .success
  }
}
