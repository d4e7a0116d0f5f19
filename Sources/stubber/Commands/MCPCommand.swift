import Dispatch
import StubAdmin
import StubCore
import StubFiles
import StubServer

/// `stubber mcp`: lets a coding agent steer stubs through the Model Context Protocol on its input and output.
struct MCPCommand: Command {
  static let name = "mcp"
  static let summary = "Let a coding agent steer stubs (Model Context Protocol)"
  static let syntax = CommandSyntax<Self>(
    operands: [.paths(default: "./Stubs") { $0.paths.append($1) }],
    OptionGroup([
      .value("port", letter: "p", "NUMBER", "Port of the stubs; 0 picks a free one (default: 0)") {
        $0.port = try $1.number(in: 0...65_535)
      }
    ]))
  static let notes = """
    Reads one JSON-RPC message per line and writes one per line, as agents start tools. The stubs are
    served meanwhile; where, is the first line on standard error.
    """
  static let examples = ["", "Stubs --port 8080"]

  var paths: [String] = []
  var port = 0

  func run(_ console: Console) throws -> ExitCode {
    let files = try ServedPaths(paths, root: nil, staticFolder: nil)
    let stubs = StubSet()
    var settings = AdminSettings()
    settings.isOn = true
    let admin = Admin(stubs, configuration: settings.configuration(for: "127.0.0.1", files))
    var serve = ServeCommand()
    serve.port = port
    // What people are told goes beside the messages.
    let people = Console(print: console.printError, printError: console.printError)
    let served = ServedFiles(serve, files, admin, people)
    guard let rules = served.load() else { return .cannotStart }
    let listener = try Listener(
      stubs: stubs, addresses: [.tcp(host: "127.0.0.1", port: port)],
      configuration: ListenerConfiguration(), reserved: admin.reservedPath,
      sessions: admin.sessions)
    admin.attach(
      listener, Admin.Program(reload: { served.reload(listener) }, shutDown: StopSignals.raise))
    try listener.start()
    console.printError("Serving \(rules.scope) on \(listener.url) for a coding agent.")
    let isDone = DispatchSemaphore(value: 0)
    Task {
      let server = MCPServer(admin)
      while let line = readLine() {
        guard !line.allSatisfy(\.isWhitespace), let answer = await server.answer(line) else {
          continue
        }
        console.print(answer)
        console.flush()
      }
      isDone.signal()
    }
    isDone.wait()
    admin.stop()
    listener.stop()
    listener.waitUntilStopped()
    return .success
  }
}
