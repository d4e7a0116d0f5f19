/// The words after a command's name, sorted into options and operands.
struct Arguments: Sendable, Hashable {
  fileprivate(set) var operands: [String] = []
  /// What stood after `--`, where the command gives that a meaning of its own.
  fileprivate(set) var request: [String] = []
  private var valuesByOption: [String: [String]] = [:]

  init() {}

  /// Whether a flag or an option was given.
  func has(_ option: CommandOption) -> Bool { valuesByOption[option.name] != nil }

  /// The values of an option in the order they were given.
  func values(of option: CommandOption) -> [String] { valuesByOption[option.name] ?? [] }

  func value(of option: CommandOption) -> String? { values(of: option).first }

  /// The value of an option as a whole number.
  func number(of option: CommandOption, in range: ClosedRange<Int>) throws(UsageError) -> Int? {
    guard let text = value(of: option) else { return nil }
    if let number = Int(text), range.contains(number) { return number }
    let wanted =
      range.upperBound == .max
      ? "a whole number of at least \(range.lowerBound)"
      : "a whole number from \(range.lowerBound) to \(range.upperBound)"
    throw UsageError("expected \(wanted) after --\(option.name), found \"\(text)\"")
  }

  mutating func add(_ value: String?, to option: CommandOption) throws(UsageError) {
    if has(option), !option.isRepeatable, option.value != nil {
      throw UsageError("expected --\(option.name) once, found it twice")
    }
    valuesByOption[option.name, default: []].append(value ?? "")
  }
}

extension Arguments {
  /// Sorts the words by the syntax.
  init(_ words: some Sequence<String>, _ syntax: CommandSyntax) throws(UsageError) {
    var reader = ArgumentReader(words: Array(words), syntax: syntax)
    self = try reader.read()
  }

  mutating func add(operand: String, afterSeparator: Bool) {
    if afterSeparator { request.append(operand) } else { operands.append(operand) }
  }
}
