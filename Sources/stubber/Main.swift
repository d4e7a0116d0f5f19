import StubFiles
import StubPlatform

@main
enum Main {
  /// The version that `--version` prints, which is the newest one in the change log.
  static let version = "0.1.0"

  static func main() {
    openStandardDescriptors()
    // If the reader of the output has ended, a write must fail and not end the process.
    signal(SIGPIPE, SIG_IGN)
    let console = Console.standard
    let code = run(Array(CommandLine.arguments.dropFirst()), console)
    exit((console.finish() ? code : .cannotStart).rawValue)
  }

  /// Opens the null device for each standard descriptor that the parent process has closed.
  ///
  /// Otherwise, the next files and pipes would get the numbers of these descriptors, and would
  /// receive the printed output.
  private static func openStandardDescriptors() {
    for descriptor in STDIN_FILENO...STDERR_FILENO where fcntl(descriptor, F_GETFD) < 0 {
      // The new descriptor has the lowest free number.
      _ = open("/dev/null", O_RDWR)
    }
  }

  static func run(_ words: [String], _ console: Console) -> ExitCode {
    var console = console
    var name: String?
    do {
      switch try Invocation(words) {
      case .help(let text): console.print(text)
      case .version: console.print("stubber \(version)")
      case .run(let command, let isJSON):
        console.isJSON = isJSON
        name = type(of: command).name
        return try command.run(console)
      }
      return .success
    } catch let error as UsageError {
      console.printError(UsageError(error.message, command: error.command ?? name).text)
      return .wrongUsage
    } catch let error as DiagnosticList {
      for finding in error.sorted { console.emit(FindingEvent(finding: finding)) }
      return .cannotStart
    } catch {
      console.emit(.error("\(error)"))
      return .cannotStart
    }
  }
}

/// The exit codes of the process.
struct ExitCode: RawRepresentable, Sendable, Hashable {
  let rawValue: Int32

  static let success = ExitCode(rawValue: 0)
  /// The files have errors, no stub matches, or a part of the work has failed.
  static let problems = ExitCode(rawValue: 1)
  static let wrongUsage = ExitCode(rawValue: 2)
  /// The command cannot do its work, or it cannot write all of its output.
  static let cannotStart = ExitCode(rawValue: 3)
}

/// A parsed command line.
enum Invocation {
  case help(String)
  case version
  case run(any Command, isJSON: Bool)

  /// Parses the words of a command line.
  ///
  /// - Throws: `UsageError`, with the name of the command if it is known.
  init(_ words: [String]) throws {
    switch words.first {
    case nil:
      throw UsageError("missing command; available: \(Self.commandNames)")
    case "--help"?, "-h"?, "help"?:
      let command = try words.dropFirst().first.map { try Self.command($0) }
      self = .help(command?.help ?? HelpText.program)
    case "--version"?:
      self = .version
    case let name?:
      let command = try Self.command(name)
      do {
        self = try command.invocation(words.dropFirst())
      } catch let error as UsageError {
        throw UsageError(error.message, command: command.name)
      }
    }
  }

  private static func command(_ name: String) throws(UsageError) -> any Command.Type {
    if let command = Commands.all.first(where: { $0.name == name }) { return command }
    if let nearest = NearestName.to(name, among: Commands.all.map { $0.name }) {
      throw UsageError("unknown command \"\(name)\"; did you mean \(nearest)?")
    }
    throw UsageError("unknown command \"\(name)\"; available: \(commandNames)")
  }

  private static var commandNames: String {
    Commands.all.map { $0.name }.joined(separator: ", ")
  }
}

extension Command {
  fileprivate static var help: String { HelpText.of(Self.self) }

  fileprivate static func invocation(_ words: some Sequence<String>) throws -> Invocation {
    var reader = CommandLineReader<Self>(words)
    return try reader.read()
  }
}
