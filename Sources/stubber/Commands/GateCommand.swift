import StubCore

/// `stubber gate`: shows, opens and closes the gates for which stubs of a running server wait.
struct GateCommand: RemoteCommand {
  enum Action: String {
    case open
    case close
    case release
  }

  static let name = "gate"
  static let summary = "Show, open or close a gate of a running server"
  static let syntax = CommandSyntax<Self>(
    operands: [
      Operand("NAME", isOptional: true) { $0.gate = $1 },
      Operand(
        "ACTION",
        help: [
          ["open", "Send the responses that wait for the gate, and hold no more"],
          ["close", "Hold responses from now on"],
          ["release", "Send the responses that wait now; the gate stays as it is"],
        ], isOptional: true
      ) { command, word in
        guard let action = Action(rawValue: word) else {
          throw UsageError("unknown action \"\(word)\"; use open, close or release")
        }
        command.action = action
      },
    ], options())
  static let notes = "Without ACTION, the gate is shown; without NAME, all gates are."
  static let examples = ["", "checkout open"]

  var server = ServerChoice()
  var gate: String?
  var action: Action?

  func runRemotely(_ connection: AdminConnection, _ console: Console) throws -> ExitCode {
    guard let gate, let action else {
      let all = try connection.send(.get, "/gates")["gates"]?.array ?? []
      let gates = all.filter { gate == nil || $0["name"]?.string.hasSameScalars(as: gate) ?? false }
      for gate in gates { console.emit(AdminEvent("gate", gate, Self.text(gate))) }
      if gates.isEmpty {
        let message = gate.map { "There is no gate \"\($0)\"." } ?? "There are no gates."
        console.emit(.notice("noGate", message))
      }
      return gates.isEmpty && gate != nil ? .problems : .success
    }
    let path = "/gates/\(PercentEncoding.encode(gate))"
    let answer =
      switch action {
      case .open: try connection.send(.put, path, JSONValue.object(["open": true]).data())
      case .close: try connection.send(.put, path, JSONValue.object(["open": false]).data())
      case .release: try connection.send(.post, "\(path)/release")
      }
    console.emit(AdminEvent("gate", answer, Self.text(answer)))
    return .success
  }

  private static func text(_ gate: JSONValue) -> String {
    let waiting = gate["waiting"]?.number?.integer ?? 0
    let state = gate["open"]?.bool == true ? "open" : "closed"
    return "\(gate["name"]?.string ?? ""): \(state), \(Count(waiting, "response")) waiting"
  }
}
