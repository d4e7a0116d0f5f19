/// A command line that cannot be understood: what was expected, found, and what to try.
struct UsageError: Error, Hashable {
  let message: String
  /// The command that was meant, when that much is known.
  var command: String?

  init(_ message: String, command: String? = nil) {
    self.message = message
    self.command = command
  }

  /// What is printed, without a line end.
  var text: String {
    let program = command.map { "stubber \($0)" } ?? "stubber"
    return "error: \(message)\ntry: \(program) --help"
  }
}
