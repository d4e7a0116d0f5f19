import StubAdmin
import StubCore
import StubFiles
import StubServer

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// `stubber mcp`: lets a coding agent steer stubs through the Model Context Protocol on its input and output.
struct MCPCommand: Command {
  static let name = "mcp"
  static let summary = "Let a coding agent steer stubs (Model Context Protocol)"
  static let syntax = CommandSyntax<Self>(
    operands: [.paths(default: "./Stubs") { $0.paths.append($1) }],
    OptionGroup([
      .value("port", letter: "p", "NUMBER", "Port of the stubs; 0 picks a free one (default: 0)") {
        $0.port = try $1.number(in: 0...65_535)
      },
      .value("url", "URL", "Steer a running server instead of serving files") {
        $0.server.given = try AdminAddress(argument: $1.text)
      },
      .value("token", "TOKEN", "Admin token of the running server", needs: "url") {
        $0.server.token = $1.text
      },
    ]))
  static let notes = """
    Reads one JSON-RPC message per line and writes one per line, as agents start tools. Without --url,
    the stubs are served meanwhile; where, is the first line on standard error.
    """
  static let examples = ["", "Stubs --port 8080", "--url http://127.0.0.1:8080"]

  var paths: [String] = []
  var port = 0
  var server = ServerChoice()

  func run(_ console: Console) throws -> ExitCode {
    guard server.given == nil else {
      let connection = try AdminConnection(try server.address())
      answerMessages(console) { Self.answer(of: connection, to: $0) }
      return .success
    }
    return try serve(console)
  }

  /// Serves files, and answers messages on its own.
  private func serve(_ console: Console) throws -> ExitCode {
    let files = try ServedPaths(paths, root: nil, staticFolder: nil)
    let stubs = StubSet()
    let settings = AdminSettings()
    let admin = Admin(stubs, configuration: settings.configuration(for: "127.0.0.1", files))
    var serve = ServeCommand()
    serve.port = port
    // What people are told goes beside the messages.
    let log = console.log
    let people = Console(print: log.printError, printError: log.printError)
    let served = ServedFiles(serve, files, admin, people)
    guard let rules = served.load() else { return .cannotStart }
    let listener = try Listener(
      stubs: stubs, addresses: [.tcp(host: "127.0.0.1", port: port)],
      configuration: ListenerConfiguration(), reserved: admin.reservedPath,
      sessions: admin.sessions)
    admin.attach(
      listener,
      Admin.Program(
        reload: { served.reload(listener, keepsAdded: $0) }, shutDown: StopSignals.raise))
    try listener.start()
    let record = settings.address(listener, nil, admin).flatMap {
      RunningServer(address: $0, paths: files.current).record()
    }
    console.printError("Serving \(rules.scope) on \(listener.url) for a coding agent.")
    let server = MCPServer(admin)
    answerMessages(console) { await server.answer($0) }
    record?.remove()
    admin.stop()
    listener.stop()
    listener.waitUntilStopped()
    return .success
  }

  /// Answers each line of the input until it ends, and blocks the thread until then.
  private func answerMessages(
    _ console: Console, _ answer: @escaping @Sendable (String) async -> String?
  ) {
    _ = Waiting.result { () -> Bool? in
      while let line = readLine() {
        guard !line.allSatisfy(\.isWhitespace), let answer = await answer(line) else { continue }
        console.print(answer)
        console.flush()
      }
      return true
    }
  }

  /// What a running server answers to a message; its failure as an error of JSON-RPC.
  private static func answer(of connection: AdminConnection, to line: String) -> String? {
    do {
      let answer = try connection.send(.post, "/mcp", Data(line.utf8))
      return answer.isNull ? nil : answer.text()
    } catch {
      let id = (try? JSONValue(parsing: line))?["id"]
      guard let id else { return nil }
      let message =
        (error as? AdminRefused)?.problems.map(\.message).joined(separator: "; ") ?? "\(error)"
      let answer: JSONValue = [
        "jsonrpc": "2.0", "id": id, "error": ["code": -32_000, "message": .string(message)],
      ]
      return answer.text()
    }
  }
}
