/// The words a command takes.
struct CommandSyntax: Sendable {
  /// Words that are not options.
  struct Operands: Sendable {
    /// As usage lines show them, such as `PATH…`.
    let placeholder: String
    var atLeast = 0
    var atMost = Int.max

    static let none = Operands(placeholder: "", atMost: 0)
  }

  let operands: Operands
  /// What follows `--`; `nil` when `--` only ends the options.
  var request: Operands?
  let options: [CommandOption]

  /// Every option, the ones all commands have included.
  var allOptions: [CommandOption] { options + [.help] }

  /// The words after the command's name, as a usage line shows them.
  var usage: String {
    var words: [String] = []
    if !operands.placeholder.isEmpty {
      words.append(operands.atLeast == 0 ? "[\(operands.placeholder)]" : operands.placeholder)
    }
    if let request { words += ["--", request.placeholder] }
    return (words + ["[OPTION…]"]).joined(separator: " ")
  }
}
