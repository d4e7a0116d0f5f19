/// A command of the program: `stubber <name> …`.
///
/// To add one, write a file in this folder and its type's name into `Commands.all`.
protocol Command: Sendable {
  static var name: String { get }
  /// One line for the list of commands.
  static var summary: String { get }
  /// What help adds to usage and options; complete sentences.
  static var discussion: String { get }
  static var syntax: CommandSyntax { get }

  /// Takes its words, which fit the syntax.
  ///
  /// - Throws: `UsageError` for a value that makes no sense.
  init(_ arguments: Arguments) throws(UsageError)

  func run(_ console: Console) -> ExitCode
}

/// The commands in the order help lists them.
enum Commands {
  static let all: [any Command.Type] = [
    ServeCommand.self, RecordCommand.self, CompareCommand.self, ConvertCommand.self,
    CheckCommand.self, ExplainCommand.self, AuthorityCommand.self,
  ]
}
