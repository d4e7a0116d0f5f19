import StubCore

/// `stubber sets`: lists the files and folders from which a running server has stubs, and turns
/// them on or off.
struct SetsCommand: RemoteCommand {
  static let name = "sets"
  static let summary = "Turn the stubs of a file or folder of a running server on or off"
  static let syntax = CommandSyntax<Self>(
    operands: [
      Operand(
        "SET", "a file or folder, as listed; its extension is optional", isOptional: true
      ) {
        $0.set = $1
      },
      Operand("STATE", "on or off", isOptional: true) { command, word in
        guard ["on", "off"].contains(word) else {
          throw UsageError("unknown state \"\(word)\"; use on or off")
        }
        command.isOn = word == "on"
      },
    ], options())
  static let notes = """
    Without SET, all files and folders with stubs are listed. A file or folder that is off stays off
    when files change.
    """
  static let examples = ["", "errors off"]

  var server = ServerChoice()
  var set: String?
  var isOn: Bool?

  func runRemotely(_ connection: AdminConnection, _ console: Console) throws -> ExitCode {
    guard let set else {
      let sets = try connection.send(.get, "/sets")["sets"]?.array ?? []
      for set in sets { console.emit(AdminEvent("set", set, Self.text(set))) }
      if sets.isEmpty { console.emit(.notice("noSet", "There are no stubs.")) }
      return .success
    }
    let path =
      "/sets/"
      + set.split(separator: "/").map { PercentEncoding.encode(String($0)) }
      .joined(separator: "/")
    let answer =
      if let isOn {
        try connection.send(.patch, path, JSONValue.object(["on": .bool(isOn)]).data())
      } else {
        try connection.send(.get, path)
      }
    console.emit(AdminEvent("set", answer, Self.text(answer)))
    return .success
  }

  private static func text(_ set: JSONValue) -> String {
    let (stubs, on) = (set["stubs"]?.number?.integer ?? 0, set["on"]?.number?.integer ?? 0)
    let state = on == stubs ? "on" : on == 0 ? "off" : "\(on) on"
    return "\(set["name"]?.string ?? ""): \(Count(stubs, "stub")), \(state)"
  }
}
