import StubFiles

/// What one command line asks for.
enum Invocation {
  /// Help on a command, or on the program.
  case help((any Command.Type)?)
  case version
  case run(any Command)

  /// - Throws: `UsageError` that names the command, when that much was understood.
  init(_ words: [String]) throws(UsageError) {
    guard let first = words.first else {
      throw UsageError("expected a command, found nothing; there are \(Self.commandNames)")
    }
    switch first {
    case "--help", "-h", "help":
      self = .help(try words.dropFirst().first.map(Self.command))
    case "--version":
      self = .version
    default:
      let command = try Self.command(first)
      do {
        let arguments = try Arguments(words.dropFirst(), command.syntax)
        self = arguments.has(.help) ? .help(command) : .run(try command.init(arguments))
      } catch {
        throw UsageError(error.message, command: command.name)
      }
    }
  }

  private static func command(_ name: String) throws(UsageError) -> any Command.Type {
    if let command = Commands.all.first(where: { $0.name == name }) { return command }
    if let nearest = NearestName.to(name, among: Commands.all.map { $0.name }) {
      throw UsageError("unknown command \"\(name)\"; did you mean \(nearest)?")
    }
    throw UsageError("unknown command \"\(name)\"; there are \(commandNames)")
  }

  private static var commandNames: String {
    Commands.all.map { $0.name }.joined(separator: ", ")
  }
}
