import StubCore
import StubPlatform

/// `stubber stubs`: lists, adds and removes the stubs of a running server.
struct StubsCommand: RemoteCommand {
  enum Action: String {
    case list
    case add
    case remove
  }

  static let name = "stubs"
  static let summary = "List, add or remove the stubs of a running server"
  static let syntax = CommandSyntax<Self>(
    operands: [
      Operand(
        "ACTION",
        help: [
          ["list", "Show identifier, condition and number of answers of each stub (default)"],
          ["add FILE", "Add the stubs of a rule file; - reads standard input"],
          ["remove ID", "Remove a stub by its identifier or its name"],
        ], isOptional: true
      ) { command, word in
        guard let action = Action(rawValue: word) else {
          throw UsageError("unknown action \"\(word)\"; use list, add or remove")
        }
        command.action = action
      },
      Operand("FILE", isOptional: true) { $0.operand = $1 },
    ], options())
  static let notes = """
    Added stubs are asked before stubs of files with the same priority. They stay until they are
    removed, or the server is reset or ends. File names in them are relative to the folder that the
    server serves, not to FILE. If FILE has a mistake, nothing is added. Exit code 1: the server
    refused.
    """
  static let examples = ["", "add more.yaml", "remove 'one book' --url http://127.0.0.1:8080"]

  var server = ServerChoice()
  var action = Action.list
  /// The name of a file, or the identifier or name of a stub.
  var operand: String?

  func runRemotely(_ connection: AdminConnection, _ console: Console) throws -> ExitCode {
    switch (action, operand) {
    case (.list, nil): try list(connection, console)
    case (.list, let word?): throw UsageError("unexpected word \"\(word)\"")
    case (.add, let file?): try add(file, connection, console)
    case (.remove, let stub?): try remove(stub, connection, console)
    case (.add, nil): throw UsageError("missing FILE after add")
    case (.remove, nil): throw UsageError("missing ID after remove")
    }
    return .success
  }

  func text(of problem: AdminRefused.Problem) -> String {
    let file = operand == "-" ? "standard input" : operand ?? ""
    return action == .add && problem.line != nil
      ? problem.text(in: file) : "error: \(problem.message)"
  }

  private func list(_ connection: AdminConnection, _ console: Console) throws {
    let stubs = try connection.send(.get, "/stubs")["stubs"]?.array ?? []
    if console.isJSON {
      for stub in stubs { console.emit(AdminEvent("stub", stub, nil)) }
    } else if stubs.isEmpty {
      console.print("There are no stubs.")
    } else {
      let head = [["ID", "METHOD", "REQUEST", "ANSWERED", "NAME", "SOURCE"]]
      console.print(Table(rows: head + stubs.map(Self.row)).text)
    }
  }

  private static func row(_ stub: JSONValue) -> [String] {
    let methods = stub["methods"]?.array?.compactMap(\.string) ?? []
    let conditions = stub["conditions"]?.array?.compactMap(\.string) ?? []
    let others = conditions.count > 1 ? " (+\(conditions.count - 1))" : ""
    let file = stub["file"]?.string ?? ""
    let line = stub["line"]?.number?.integer ?? 0
    let isAdded = stub["isAdded"]?.bool ?? false
    return [
      stub["id"]?.string ?? "", methods.isEmpty ? "any" : methods.joined(separator: ", "),
      conditions.first.map { $0 + others } ?? "any request",
      stub["answered"].map { "\($0)" } ?? "0", stub["name"]?.string ?? "-",
      isAdded ? "added" : line > 0 ? "\(file):\(line)" : file,
    ]
  }

  private func add(_ file: String, _ connection: AdminConnection, _ console: Console) throws {
    let bytes = try Self.read(file)
    let added = try connection.send(.post, "/stubs", bytes, type: "application/yaml")
    let ids = added["ids"]?.array?.compactMap(\.string) ?? []
    let text = (["Added \(Count(ids.count, "stub")):"] + ids.map { "  \($0)" })
    console.emit(AdminEvent("added", added, text.joined(separator: "\n")))
  }

  private static func read(_ file: String) throws(UsageError) -> Data {
    do {
      return Data(
        file == "-"
          ? try DurableFile.readInput() : try DurableFile.read(file))
    } catch {
      throw UsageError("cannot read \(file): \(error)")
    }
  }

  private func remove(_ stub: String, _ connection: AdminConnection, _ console: Console) throws {
    let stubs = try connection.send(.get, "/stubs")["stubs"]?.array ?? []
    let meant = stubs.filter { $0["id"]?.string == stub || $0["name"]?.string == stub }
    guard let id = meant.first?["id"]?.string else {
      throw AdminRefused("the server has no stub \"\(stub)\"; stubber stubs lists them")
    }
    guard meant.count == 1 else {
      let ids = meant.compactMap { $0["id"]?.string }.joined(separator: ", ")
      throw AdminRefused("\(meant.count) stubs are named \"\(stub)\"; use one of \(ids)")
    }
    try connection.send(.delete, "/stubs/\(id)")
    console.emit(AdminEvent("removed", ["id": .string(id)], "Removed the stub \(stub)."))
  }
}
