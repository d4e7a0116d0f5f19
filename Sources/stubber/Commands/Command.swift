/// A command of the program: `stubber <name> …`.
///
/// To add one, write a file in this folder and its type's name into `Commands.all`.
protocol Command: Sendable {
  static var name: String { get }
  /// One line, which starts with a verb and has no full stop.
  static var summary: String { get }
  static var syntax: CommandSyntax<Self> { get }
  /// What help adds below the options; lines of at most 100 columns.
  static var notes: String { get }
  /// Words after the command's name.
  static var examples: [String] { get }
  /// Texts that `--help NAME` shows, by their names.
  static var topics: [String: String] { get }

  /// The command with the defaults of all its options, which the words of a command line change.
  init()

  /// Runs the command.
  ///
  /// - Throws: `UsageError` for options that contradict each other, which ends the program with the
  ///   code 2; any other error ends it with 3.
  func run(_ console: Console) throws -> ExitCode
}

extension Command {
  static var topics: [String: String] { [:] }
}

/// The commands in the order help lists them.
enum Commands {
  static let all: [any Command.Type] = [
    ServeCommand.self, CheckCommand.self, ExplainCommand.self, RecordCommand.self,
    CompareCommand.self, ConvertCommand.self, CassettesCommand.self, AuthorityCommand.self,
    StubsCommand.self, RequestsCommand.self, UnmatchedCommand.self, ResetCommand.self,
    NetworkCommand.self, ClockCommand.self, GateCommand.self, SetsCommand.self,
    FaultCommand.self, MCPCommand.self,
  ]
}
