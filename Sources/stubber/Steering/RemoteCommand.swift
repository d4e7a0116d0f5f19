import StubCore

/// A command that controls a running server through its admin API.
protocol RemoteCommand: Command {
  /// The server to control.
  var server: ServerChoice { get set }

  /// Runs the command.
  ///
  /// - Throws: `AdminRefused` if the server refuses a request; the program then ends with code 1.
  func runRemotely(_ connection: AdminConnection, _ console: Console) throws -> ExitCode

  /// Returns the text that is printed for one reason of a refusal.
  func text(of problem: AdminRefused.Problem) -> String
}

extension RemoteCommand {
  func run(_ console: Console) throws -> ExitCode {
    let connection = try AdminConnection(server.address(), session: server.session)
    do {
      return try runRemotely(connection, console)
    } catch let refusal as AdminRefused {
      for problem in refusal.problems {
        console.emit(RefusalEvent(problem: problem, line: text(of: problem)))
      }
      return .problems
    }
  }

  func text(of problem: AdminRefused.Problem) -> String { "error: \(problem.message)" }

  /// Returns the command's own options, together with the options of all commands that control a
  /// server.
  static func options(_ own: [CommandOption<Self>] = []) -> OptionGroup<Self> {
    let common: [CommandOption<Self>] = [
      .value("url", "URL", "Address of the server (default: the server on this machine)") {
        $0.server.given = try AdminAddress(argument: $1.filled)
      },
      .value("token", "TOKEN", "Admin token (default: that of the server on this machine)") {
        $0.server.token = try $1.filled
      },
      .value("cacert", "FILE", "CAs to trust for an https:// address, PEM") {
        $0.server.authorityFile = try $1.filled
      },
      .flag("insecure", letter: "k", "Do not verify the server's certificate") {
        $0.server.isInsecure = true
      },
      .value("session", "NAME", "Session to use (default: the server itself)") {
        $0.server.session = try $1.filled
      },
    ]
    return OptionGroup(own + common)
  }
}

/// The options that choose the running server to control.
struct ServerChoice: Sendable {
  /// The address that was given; `nil` means the only server on this machine.
  var given: AdminAddress?
  var token: String?
  var authorityFile: String?
  var isInsecure = false
  /// The name of the session to control; `nil` means the server itself.
  var session: String?

  /// Returns the given address or, without one, the address of the only server on this machine.
  ///
  /// - Throws: `ServerChoiceError` if no address is given and there is not exactly one server.
  func address(
    among running: [RunningServer] = RunningServer.all()
  ) throws(ServerChoiceError) -> AdminAddress {
    var chosen: AdminAddress
    if let given {
      // A running server has recorded its address with its token and its authority file.
      chosen = running.map(\.address).first { $0.isSame(as: given) } ?? given
    } else if running.count == 1 {
      chosen = running[0].address
    } else {
      throw ServerChoiceError(among: running)
    }
    if let token { chosen.token = token }
    chosen.trust(authorityFile, isInsecure: isInsecure)
    return chosen
  }
}

/// The error if there is no server to choose, or more than one.
struct ServerChoiceError: Error, Hashable, CustomStringConvertible {
  let description: String

  init(among running: [RunningServer]) {
    guard !running.isEmpty else {
      description =
        "no stub server runs on this machine; start one with stubber serve, or use --url"
      return
    }
    let rows = running.map {
      ["--url \($0.address.shown)", "process \($0.process)", $0.paths.joined(separator: " ")]
    }
    let lines = Table(rows: rows, indent: 2).lines
    description =
      (["\(running.count) stub servers run on this machine; choose one:"] + lines)
      .joined(separator: "\n")
  }
}

/// One reason why a server refuses a request.
private struct RefusalEvent: Event {
  let problem: AdminRefused.Problem
  let line: String

  var isProblem: Bool { true }

  func text(_ console: Console) -> String? {
    var text = line
    if let word = text.firstRange(of: "error:") {
      text.replaceSubrange(word, with: console.colored("error:", .red))
    }
    return text
  }

  var jsonLines: [String] {
    [
      Self.json(
        "refused",
        [
          "message": .string(problem.message), "line": problem.line.map { .number($0) },
          "column": problem.column.map { .number($0) },
        ])
    ]
  }
}

/// A response of a server, for people and for programs.
struct AdminEvent: Event {
  /// The name of the event in JSON.
  let name: String
  /// The JSON object from the server.
  let value: JSONValue
  /// The text for people; `nil` to print nothing.
  let shown: String?

  init(_ name: String, _ value: JSONValue, _ shown: String?) {
    (self.name, self.value, self.shown) = (name, value, shown)
  }

  func text(_ console: Console) -> String? { shown }

  var jsonLines: [String] {
    let members = (value.object?.members ?? []).map { ($0.name, $0.value) }
    return [JSONValue.object(JSONObject([("event", .string(name))] + members)).text()]
  }
}
