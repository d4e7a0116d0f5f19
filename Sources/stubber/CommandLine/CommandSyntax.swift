/// The operands and options that a command takes.
struct CommandSyntax<Target>: Sendable {
  /// The words that are not options.
  var operands: [Operand<Target>] = []
  /// The words after `--`; empty if `--` only ends the options.
  var request: [Operand<Target>] = []
  /// Whether all words after `--` are operands, even if they look like options.
  let takesAllWords: Bool
  /// The options, in the groups of the help text;
  /// `--json` and `--help` are added to the first group.
  let groups: [OptionGroup<Target>]
  /// Options of other programs, which are accepted but not shown in help.
  let hidden: [CommandOption<Target>]

  init(
    operands: [Operand<Target>] = [], request: [Operand<Target>] = [],
    takesAllWords: Bool = false,
    _ groups: OptionGroup<Target>..., hidden: [CommandOption<Target>] = []
  ) {
    self.hidden = hidden
    self.operands = operands
    self.request = request
    self.takesAllWords = takesAllWords
    let common: [CommandOption<Target>] = [
      .flag("json", "Print one JSON object per line") { _ in },
      .flag("help", letter: "h", "Show this help") { _ in },
    ]
    let first = groups[0]
    let whole = OptionGroup(first.title, needs: first.need, first.options + common)
    self.groups = [whole] + groups.dropFirst()
  }

  var options: [CommandOption<Target>] { groups.flatMap(\.options) }

  /// The words after the command's name in the usage line.
  var usage: String {
    var words: [String] = []
    if !operands.isEmpty {
      let names = operands.map(\.spelling).joined(separator: " ")
      words.append(operands[0].isOptional ? "[\(names)]" : names)
    }
    if !request.isEmpty { words += ["--"] + request.map(\.spelling) }
    words += options.filter(\.isRequired).map(\.long)
    return (words + ["[OPTION…]"]).joined(separator: " ")
  }
}

/// The options under one title of the help text.
struct OptionGroup<Target>: Sendable {
  let title: String
  /// The name of an option without which no option of the group may be given; `nil` if there is
  /// none.
  let need: String?
  let options: [CommandOption<Target>]

  init(_ title: String, needs need: String? = nil, _ options: [CommandOption<Target>]) {
    self.title = title
    self.need = need
    self.options = options
  }

  init(_ options: [CommandOption<Target>]) { self.init("Options", options) }
}

/// A word of a command line that is not an option.
struct Operand<Target>: Sendable {
  let name: String
  /// The rows that explain the word in the help text.
  var help: [[String]] = []
  var isOptional = false
  var isRepeatable = false
  /// Stores the word in the command, or throws `UsageError` if the word is invalid.
  let take: @Sendable (inout Target, String) throws -> Void

  init(
    _ name: String, help: [[String]] = [], isOptional: Bool = false, isRepeatable: Bool = false,
    take: @escaping @Sendable (inout Target, String) throws -> Void
  ) {
    self.name = name
    self.help = help
    self.isOptional = isOptional
    self.isRepeatable = isRepeatable
    self.take = take
  }

  init(
    _ name: String, _ summary: String, isOptional: Bool = false, isRepeatable: Bool = false,
    take: @escaping @Sendable (inout Target, String) throws -> Void
  ) {
    self.init(
      name, help: [[name, summary]], isOptional: isOptional, isRepeatable: isRepeatable, take: take)
  }

  var spelling: String { isRepeatable ? "\(name)…" : name }
}
