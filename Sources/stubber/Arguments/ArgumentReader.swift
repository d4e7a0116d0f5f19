import StubFiles

/// Reads the words of a command line from left to right.
struct ArgumentReader {
  private let words: [String]
  private let syntax: CommandSyntax
  private var index = 0
  private var result = Arguments()
  private var isAfterSeparator = false
  private var areOptionsOver = false

  init(words: [String], syntax: CommandSyntax) {
    self.words = words
    self.syntax = syntax
  }

  mutating func read() throws(UsageError) -> Arguments {
    while index < words.count {
      let word = words[index]
      index += 1
      if areOptionsOver || word == "-" || !word.hasPrefix("-") {
        result.add(operand: word, afterSeparator: isAfterSeparator)
      } else if word == "--" {
        readSeparator()
      } else if word.hasPrefix("--") {
        try readOption(word.dropFirst(2))
      } else {
        try readLetter(word)
      }
    }
    if !result.has(.help) { try checkCounts() }
    return result
  }

  private mutating func readSeparator() {
    if syntax.request == nil || isAfterSeparator {
      areOptionsOver = true
    } else {
      isAfterSeparator = true
    }
  }

  private mutating func readOption(_ text: Substring) throws(UsageError) {
    let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    let name = String(parts[0])
    guard let option = syntax.allOptions.first(where: { $0.name == name }) else {
      throw unknown("--\(name)", nearest: name)
    }
    try read(option, attached: parts.count > 1 ? String(parts[1]) : nil)
  }

  private mutating func readLetter(_ word: String) throws(UsageError) {
    let letter = word.dropFirst().first
    guard let option = syntax.allOptions.first(where: { $0.letter == letter }) else {
      throw unknown(word, nearest: String(word.dropFirst()))
    }
    let rest = word.dropFirst(2)
    try read(option, attached: rest.isEmpty ? nil : String(rest))
  }

  private mutating func read(
    _ option: CommandOption, attached: String?
  ) throws(UsageError) {
    guard let placeholder = option.value else {
      if let attached {
        throw UsageError("expected --\(option.name) without a value, found \"\(attached)\"")
      }
      return try result.add(nil, to: option)
    }
    if let attached { return try result.add(attached, to: option) }
    guard index < words.count else {
      throw UsageError("expected \(placeholder) after --\(option.name), found nothing")
    }
    let word = words[index]
    if word == "--" || syntax.allOptions.contains(where: { "--\($0.name)" == word }) {
      throw UsageError(
        "expected \(placeholder) after --\(option.name), found \(word);"
          + " to give that as the value write --\(option.name)=\(word)")
    }
    index += 1
    try result.add(word, to: option)
  }

  private func unknown(_ word: String, nearest name: String) -> UsageError {
    let names = syntax.allOptions.map(\.name)
    if let nearest = NearestName.to(name, among: names) {
      return UsageError("unknown option \(word); did you mean --\(nearest)?")
    }
    let known = names.map { "--\($0)" }.joined(separator: ", ")
    return UsageError("unknown option \(word); expected one of \(known)")
  }

  private func checkCounts() throws(UsageError) {
    try check(result.operands, syntax.operands, "")
    if let request = syntax.request { try check(result.request, request, " after --") }
  }

  private func check(
    _ found: [String], _ expected: CommandSyntax.Operands, _ place: String
  ) throws(UsageError) {
    if found.count < expected.atLeast {
      let words = found.isEmpty ? "nothing" : found.joined(separator: " ")
      throw UsageError("expected \(expected.placeholder)\(place), found \(words)")
    }
    if found.count > expected.atMost {
      let wanted = expected.placeholder.isEmpty ? "no more words" : expected.placeholder
      throw UsageError(
        "expected \(wanted)\(place), found \"\(found[expected.atMost])\" as well")
    }
  }
}
