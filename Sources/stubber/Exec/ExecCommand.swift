import StubCore
import StubFiles
import StubServer

/// `stubber exec`: runs a program whose requests are answered from stub files.
struct ExecCommand: Command {
  static let name = "exec"
  static let summary = "Run a program whose HTTP requests are answered from stub files"
  static let syntax = CommandSyntax<Self>(
    operands: [.paths(default: "./Stubs") { $0.server.paths.append($1) }],
    request: [
      Operand("COMMAND", "The program to run, and its arguments", isRepeatable: true) {
        $0.words.append($1)
      }
    ], takesAllWords: true,
    OptionGroup([
      .flag("pass-through", "Pass unmatched requests on to the hosts for which they are meant") {
        $0.server.proxySettings.passesThrough = true
      },
      .flag("strict", "Exit code 1 if a request was not matched, or a stub was not used") {
        $0.isStrict = true
      },
      .value("network", "NETWORK", "Limit all responses together: 3g, or '{ download: 20KB }'") {
        $0.server.network = try $1.rule(NetworkProfile.init)
      },
      .value("ca-directory", "FOLDER", "Folder of the local CA (see: stubber ca --help)") {
        $0.server.tls.authorityDirectory = try $1.filled
      },
      .value("proxy-ca", "FILE", "Trust these CAs of real servers, PEM (default: the system's)") {
        $0.server.proxySettings.authorityFile = try $1.filled
      },
      .value("seed", "NUMBER", "Repeat the random values, delays and faults of an earlier run") {
        $0.server.seed = UInt64(try $1.number(in: 0...Int.max))
      },
    ]))
  static let notes = """
    The program gets environment variables (HTTPS_PROXY, SSL_CERT_FILE and others) by which most
    programs use a proxy on a free port and trust its certificates. Nothing else on the machine
    changes. At the end, standard error gets the number of requests, the unmatched ones with the
    nearest stub, and the stubs that were not used.

    The exit code is that of the program, or 128 and the number of the signal that ended it.
    """
  static let examples = [
    "Stubs -- curl -s https://api.github.com/repos/ada/engine.c",
    "Stubs --strict -- npm test", "Stubs --pass-through --network 3g -- ./app",
  ]

  var words: [String] = []
  var isStrict = false
  /// The server of the stubs, which is a proxy on a free port.
  var server = ExecCommand.server

  private static var server: ServeCommand {
    var server = ServeCommand()
    server.port = 0
    server.isWatching = false
    server.isQuiet = true
    server.proxySettings.isOn = true
    return server
  }

  func run(_ console: Console) throws -> ExitCode {
    // Standard output belongs to the program.
    let console = console.onStandardError
    let paths = try ServedPaths(server.paths, root: nil, staticFolder: nil)
    let clock = ListenerClock()
    let (stubs, admin) = server.steeredStubs(paths, clock)
    let served = ServedFiles(server, paths, admin, console)
    guard let rules = try? served.load() else { return .cannotStart }
    let listener = try server.newListener(
      on: [.tcp(host: server.host, port: 0)], stubs, admin, served.faults(rules), clock)
    let authority = try LocalAuthority(directory: server.tls.authorityDirectory)
    let bundle = try TrustBundle(adding: authority)
    defer { bundle.remove() }
    try listener.start()
    let variables = ProxyVariables(
      host: server.host, port: listener.port, bundle: bundle,
      authority: authority.certificatePath)
    let code: ExitCode
    do {
      code = ExitCode(
        rawValue: try ChildProgram(words, environment: variables.environment()).run())
    } catch {
      console.emit(.error("\(error)"))
      return error.exitCode
    }
    listener.stop()
    let summary = ExecSummary(of: stubs)
    console.emit(summary)
    return code == .success && isStrict && !summary.isClean ? .problems : code
  }
}
