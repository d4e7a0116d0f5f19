import StubFiles

/// Parses the words that follow a command's name, by the syntax of the command.
struct CommandLineReader<Target: Command> {
  private let words: [String]
  private let options: [CommandOption<Target>]
  private var index = 0
  private var command = Target()
  private var given: Set<String> = []
  private var operands: [String] = []
  private var request: [String] = []
  private var isRequest = false
  private var areOptionsOver = false

  init(_ words: some Sequence<String>) {
    self.words = Array(words)
    options = Target.syntax.options
  }

  /// Reads all words.
  ///
  /// - Throws: `UsageError` for the first invalid or missing word.
  mutating func read() throws -> Invocation {
    while let word = next() {
      if areOptionsOver || word == "-" || !word.hasPrefix("-") {
        if isRequest { request.append(word) } else { operands.append(word) }
      } else if word == "--" {
        let syntax = Target.syntax
        if syntax.request.isEmpty || syntax.takesAllWords || isRequest { areOptionsOver = true }
        isRequest = !Target.syntax.request.isEmpty
      } else {
        try readOption(word)
      }
    }
    if given.contains("help") {
      return .help(operands.first.flatMap { Target.topics[$0] } ?? HelpText.of(Target.self))
    }
    try assign(operands, to: Target.syntax.operands)
    try assign(request, to: Target.syntax.request, " after --")
    try checkOptions()
    return .run(command, isJSON: given.contains("json"))
  }

  private mutating func next() -> String? {
    guard index < words.count else { return nil }
    index += 1
    return words[index - 1]
  }

  /// Reads an option in one of the forms `--port 1`, `--port=1`, `-p 1` and `-p1`.
  private mutating func readOption(_ word: String) throws {
    let spelling: Substring
    let attached: Substring?
    if word.hasPrefix("--") {
      spelling = word.prefix { $0 != "=" }
      attached = spelling.count < word.count ? word.dropFirst(spelling.count + 1) : nil
    } else {
      spelling = word.prefix(2)
      attached = word.count > 2 ? word.dropFirst(2) : nil
    }
    let option = (options + Target.syntax.hidden).first { option in
      spelling == "--\(option.name)" || option.letter.map { spelling == "-\($0)" } == true
    }
    guard let option else { throw unknown(spelling) }
    let isNew = given.insert(option.name).inserted
    guard isNew || option.isRepeatable || option.placeholder == nil else {
      throw UsageError("--\(option.name) is given twice")
    }
    let text = try value(of: option, attached: attached.map(String.init))
    try option.take(&command, OptionValue(option: "--\(option.name)", text: text))
  }

  private mutating func value(
    of option: CommandOption<Target>, attached: String?
  ) throws(UsageError) -> String {
    guard let placeholder = option.placeholder else {
      if attached != nil { throw UsageError("--\(option.name) takes no value") }
      return ""
    }
    if let attached { return attached }
    let need = "--\(option.name) needs \(article(placeholder)) \(placeholder)"
    guard let word = next() else { throw UsageError(need) }
    if word == "--" || options.contains(where: { "--\($0.name)" == word }) {
      throw UsageError("\(need); to pass \"\(word)\": --\(option.name)=\(word)")
    }
    return word
  }

  private func article(_ placeholder: String) -> String {
    placeholder.first.map { "AEIO".contains($0) } == true ? "an" : "a"
  }

  private func unknown(_ word: Substring) -> UsageError {
    let name = String(word.drop { $0 == "-" })
    guard let nearest = NearestName.to(name, among: options.map(\.name)) else {
      return UsageError("unknown option \(word)")
    }
    return UsageError("unknown option \(word); did you mean --\(nearest)?")
  }

  private mutating func assign(
    _ words: [String], to operands: [Operand<Target>], _ place: String = ""
  ) throws {
    var rest = words[...]
    for (number, operand) in operands.enumerated() {
      if rest.isEmpty, !operand.isOptional {
        let missing = operands[number...].map(\.name).joined(separator: " ")
        let previous = number == 0 ? place : " after \(operands[number - 1].name)"
        throw UsageError("missing \(missing)\(previous)")
      }
      let count = operand.isRepeatable ? rest.count : min(1, rest.count)
      for word in rest.prefix(count) { try operand.take(&command, word) }
      rest = rest.dropFirst(count)
    }
    if let word = rest.first { throw UsageError("unexpected word \"\(word)\"\(place)") }
  }

  private func checkOptions() throws(UsageError) {
    for group in Target.syntax.groups {
      for option in group.options {
        if option.isRequired, !given.contains(option.name) {
          throw UsageError("missing \(option.long)")
        }
        guard given.contains(option.name) else { continue }
        let needs = [option.name == group.need ? nil : group.need, option.need].compactMap(\.self)
        if let need = needs.first(where: { !given.contains($0) }) {
          throw UsageError("--\(option.name) needs --\(need)")
        }
      }
    }
  }
}

/// The error for an invalid command line.
struct UsageError: Error, Hashable {
  let message: String
  /// The name of the command; `nil` if it is not known.
  var command: String?

  init(_ message: String, command: String? = nil) {
    self.message = message
    self.command = command
  }

  /// The text to print, without a line end at its end.
  var text: String {
    let program = command.map { "stubber \($0)" } ?? "stubber"
    return "error: \(message)\ntry: \(program) --help"
  }
}
