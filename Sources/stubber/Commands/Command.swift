/// A command of the program: `stubber <name> …`.
///
/// To add one, write a file in this folder and its type's name into `Commands.all`.
protocol Command: Sendable {
  static var name: String { get }
  /// A line that starts with a verb and has no full stop.
  static var summary: String { get }
  static var syntax: CommandSyntax<Self> { get }
  /// Text below the options in help; lines have at most 100 columns.
  static var notes: String { get }
  /// Examples, as the words after the command's name.
  static var examples: [String] { get }
  /// Texts that `--help NAME` shows, by name.
  static var topics: [String: String] { get }

  /// Creates the command with the defaults of all its options, before words are parsed.
  init()

  /// Runs the command.
  ///
  /// - Throws: `UsageError` for contradicting options, which ends the program with
  ///   code 2; any other error ends it with 3.
  func run(_ console: Console) throws -> ExitCode
}

extension Command {
  static var topics: [String: String] { [:] }
}

/// The commands, in the order of the help text.
enum Commands {
  static let all: [any Command.Type] = [
    ServeCommand.self, CheckCommand.self, ExplainCommand.self, RecordCommand.self,
    CompareCommand.self, ConvertCommand.self, CassettesCommand.self, AuthorityCommand.self,
    StubsCommand.self, RequestsCommand.self, UnmatchedCommand.self, ResetCommand.self,
    NetworkCommand.self, ClockCommand.self, GateCommand.self, SetsCommand.self,
    FaultCommand.self, MCPCommand.self,
  ]
}
