/// Reads a glob and builds its state machine, in one pass.
struct GlobParser {
  /// A choice whose `{` is not closed yet: the state before its alternatives, and
  /// their ends so far.
  private struct Choice {
    let offset: Int
    let fork: Int
    var targets: [Int]
    var ends: [Int]
  }

  private let pattern: String
  private let separator: Unicode.Scalar
  private let scalars: [Unicode.Scalar]
  private var index = 0
  private var states: [GlobProgram.State] = []
  private var choices: [Choice] = []

  static func parse(
    _ pattern: String, separator: Unicode.Scalar
  ) throws(PatternError) -> GlobProgram {
    var parser = GlobParser(pattern, separator: separator)
    try parser.run()
    return GlobProgram(states: parser.states, start: 0, separator: separator)
  }

  private init(_ pattern: String, separator: Unicode.Scalar) {
    self.pattern = pattern
    self.separator = separator
    scalars = Array(pattern.unicodeScalars)
  }

  private mutating func run() throws(PatternError) {
    while index < scalars.count {
      let scalar = scalars[index]
      index += 1
      switch scalar {
      case "*": readStars()
      case "?": read(.withinSegment)
      case "[": try readClass()
      case "{": openChoice()
      case "," where !choices.isEmpty: nextAlternative()
      case "}" where !choices.isEmpty: closeChoice()
      case "\\": try readEscape()
      default: read(.only(scalar))
      }
    }
    if let open = choices.last {
      throw error(
        at: open.offset, "`{` is never closed", #"close it with `}`, or write `\{` for a brace."#)
    }
    states.append(.accept)
  }

  private mutating func read(_ test: GlobProgram.Test) {
    states.append(.read(test, next: states.count + 1))
  }

  /// Appends states that read any number of characters.
  private mutating func readAnyNumber(of test: GlobProgram.Test) {
    let fork = states.count
    states.append(.fork([fork + 1, fork + 2]))
    states.append(.read(test, next: fork))
  }

  private mutating func readStars() {
    let first = index - 1
    while index < scalars.count, scalars[index] == "*" { index += 1 }
    let startsSegment = first == 0 || isBoundary(scalars[first - 1], or: "{")
    let endsSegment = index == scalars.count || isBoundary(scalars[index], or: "}")
    if index - first == 1 {
      if startsSegment, endsSegment { read(.withinSegment) }
      readAnyNumber(of: .withinSegment)
    } else if startsSegment, index < scalars.count, scalars[index] == separator {
      // `**/` matches nothing, or any text that ends with a separator.
      index += 1
      let fork = states.count
      states.append(.fork([fork + 1, fork + 4]))
      readAnyNumber(of: .anything)
      read(.only(separator))
    } else {
      readAnyNumber(of: .anything)
    }
  }

  private func isBoundary(_ scalar: Unicode.Scalar, or brace: Unicode.Scalar) -> Bool {
    scalar == separator || (!choices.isEmpty && (scalar == brace || scalar == ","))
  }

  private mutating func readEscape() throws(PatternError) {
    guard index < scalars.count else {
      throw error(at: index - 1, "nothing follows the backslash", #"write `\\` for a backslash."#)
    }
    read(.only(scalars[index]))
    index += 1
  }

  private mutating func readClass() throws(PatternError) {
    let open = index - 1
    var negated = false
    if index < scalars.count, scalars[index] == "!" || scalars[index] == "^" {
      negated = true
      index += 1
    }
    var ranges: [ClosedRange<Unicode.Scalar>] = []
    // A `]` at the start of a class is literal.
    while index < scalars.count, scalars[index] != "]" || ranges.isEmpty {
      let low = takeMember()
      var high = low
      if index + 1 < scalars.count, scalars[index] == "-", scalars[index + 1] != "]" {
        index += 1
        high = takeMember()
      }
      guard low <= high else {
        throw error(
          at: open, "the range `\(low)-\(high)` runs backwards", "write `[\(high)-\(low)]`.")
      }
      ranges.append(low...high)
    }
    guard index < scalars.count else {
      throw error(
        at: open, "`[` is never closed", #"close it with `]`, or write `\[` for a bracket."#)
    }
    index += 1
    read(.oneOf(ranges, negated: negated))
  }

  /// Reads a character of a class; there must be one.
  private mutating func takeMember() -> Unicode.Scalar {
    if scalars[index] == "\\", index + 1 < scalars.count { index += 1 }
    index += 1
    return scalars[index - 1]
  }

  private mutating func openChoice() {
    choices.append(
      Choice(offset: index - 1, fork: states.count, targets: [states.count + 1], ends: []))
    states.append(.fork([]))
  }

  private mutating func nextAlternative() {
    let end = states.count
    states.append(.fork([]))
    choices[choices.count - 1].ends.append(end)
    choices[choices.count - 1].targets.append(states.count)
  }

  private mutating func closeChoice() {
    let choice = choices.removeLast()
    states[choice.fork] = .fork(choice.targets)
    // After each alternative, the state after the choice follows; the last alternative
    // already ends there.
    for end in choice.ends { states[end] = .fork([states.count]) }
  }

  /// Returns an error at the character `scalar` of the pattern.
  private func error(at scalar: Int, _ reason: String, _ remedy: String) -> PatternError {
    let offset = scalars[..<scalar].reduce(0) { $0 + UTF8.width($1) }
    return PatternError(
      pattern: pattern, offset: offset, reason: reason, remedy: remedy, kind: "glob")
  }
}
