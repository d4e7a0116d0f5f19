/// A command of the program: `stubber NAME …`.
///
/// To add a command, write a file in this folder, and add its type to `Commands.all`.
protocol Command: Sendable {
  static var name: String { get }
  /// A summary that starts with a verb and has no period at its end.
  static var summary: String { get }
  static var syntax: CommandSyntax<Self> { get }
  /// The text below the options in help; its lines have at most 100 columns.
  static var notes: String { get }
  /// The examples, each as the words after the command's name.
  static var examples: [String] { get }
  /// The longer texts of `--help NAME`, by name.
  static var topics: [String: String] { get }

  /// Creates the command with the defaults of all its options, before the words are parsed.
  init()

  /// Runs the command.
  ///
  /// - Throws: `UsageError` for options that contradict each other, which ends the program with
  ///   code 2; any other error ends it with code 3.
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
    ExecCommand.self, NetworkCommand.self, ClockCommand.self, GateCommand.self, SetsCommand.self,
    FaultCommand.self, MCPCommand.self,
  ]
}
