import StubAdmin
import StubCore
import StubFiles
import StubPlatform
import StubServer

/// `stubber mcp`: lets a coding agent control stubs, through the Model Context Protocol (MCP) on
/// standard input and output.
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
        $0.server.given = try AdminAddress(argument: $1.filled)
      },
      .value("token", "TOKEN", "Admin token of the running server", needs: "url") {
        $0.server.token = try $1.filled
      },
    ]))
  static let notes = """
    Coding agents start this command; it reads and writes one JSON-RPC message per line. Without --url,
    it also serves the stubs, on a port that it reports to the agent. If ./Stubs is missing, it is
    created when the agent saves stubs. If the files have errors, the agent gets the errors and no stubs
    are served.
    """
  static let examples = ["", "Stubs --port 8080", "--url http://127.0.0.1:8080"]

  var paths: [String] = []
  var port: Int?
  var server = ServerChoice()

  func run(_ console: Console) throws -> ExitCode {
    guard server.given == nil else {
      guard paths.isEmpty, port == nil else {
        throw UsageError(
          "--url steers a running server with files of its own; leave out PATH and --port")
      }
      let connection = try AdminConnection(try server.address())
      Self.answer(Self.lines, console) { Self.answer(of: connection, to: $0) }
      return .success
    }
    return try serve(console)
  }

  /// Serves files as `serve` does, and answers the agent's messages.
  private func serve(_ console: Console) throws -> ExitCode {
    let files = try ServedPaths(paths, mayMakeLater: true)
    var serve = ServeCommand()
    serve.configuration = ListenerConfiguration()
    let clock = ListenerClock()
    let (stubs, admin) = serve.steeredStubs(files, clock)
    // Messages for people go to standard error,
    // because standard output has the protocol's messages.
    let log = console.log
    let people = Console(print: { log.printError("\($0)") }, printError: log.printError)
    let served = ServedFiles(serve, files, admin, people)
    // Errors in files do not prevent the start: the agent gets them in messages,
    // and can correct them.
    let rules: RuleSet?
    var problems = DiagnosticList()
    do throws(DiagnosticList) { rules = try served.load() } catch {
      (rules, problems) = (nil, error)
    }
    let faults = rules.map { served.faults($0) } ?? ListenerFaults()
    let listener = try serve.newListener(
      on: [.tcp(host: serve.host, port: port ?? 0)], stubs, admin, faults, clock)
    admin.attach(
      listener,
      Admin.Program(
        reload: { served.reload(listener, keepsAdded: $0) }, shutDown: StopSignals.raise))
    try listener.start()
    let record = serve.adminSettings.address(listener, nil, admin).flatMap {
      RunningServer(address: $0, paths: files.current).record()
    }
    let scope = rules?.scope ?? "no stubs, as the files have errors,"
    console.printError("Serving \(scope) on \(listener.url) for a coding agent.")
    let server = MCPServer(admin, problems: problems)
    Self.answer(Self.lines, console) { line in Waiting.result { await server.answer(line) } }
    record?.remove()
    admin.stop()
    listener.stop()
    listener.waitUntilStopped()
    return .success
  }

  /// The lines of standard input; the thread blocks until the next line has arrived.
  private static var lines: AnyIterator<String> { AnyIterator { readLine() } }

  /// Answers each line on the thread of the caller.
  ///
  /// It uses no asynchronous thread: a machine with one core has only one, which must not block
  /// while it waits for a line.
  static func answer(
    _ lines: some Sequence<String>, _ console: Console, _ answer: (String) -> String?
  ) {
    for line in lines {
      guard !line.allSatisfy(\.isWhitespace), let answer = answer(line) else { continue }
      console.print(answer)
      console.flush()
    }
  }

  /// Sends a message to a running server and returns the answer.
  ///
  /// A failure becomes an error of JSON-RPC.
  private static func answer(of connection: AdminConnection, to line: String) -> String? {
    let message: JSONValue
    do throws(JSONSyntaxError) {
      message = try JSONValue(parsing: line)
    } catch {
      return MCPServer.unreadable(error).text()
    }
    do {
      let answer = try connection.send(.post, "/mcp", Data(line.utf8))
      return answer.isNull ? nil : answer.text()
    } catch {
      // Notifications and responses get no answer. A list of messages has no identifier.
      guard message.array != nil || message["method"] != nil,
        let id = message.array == nil ? message["id"] : .some(.null)
      else { return nil }
      let problem =
        (error as? AdminRefused)?.problems.map(\.message).joined(separator: "; ") ?? "\(error)"
      let answer: JSONValue = [
        "jsonrpc": "2.0", "id": id, "error": ["code": -32_000, "message": .string(problem)],
      ]
      return answer.text()
    }
  }
}
