extension JSONScanner {
  /// What the scanner accepts and notes.
  package struct Rules: Sendable {
    /// Whether comments, and commas before closing brackets, are allowed.
    let allowsComments: Bool
    /// The deepest nesting of arrays and objects, so that no text can exhaust the stack.
    let depth: Int
    /// Whether the text is known to be UTF-8.
    let isUTF8: Bool
    /// Whether to note mistakes instead of reporting a problem.
    ///
    /// These are repeated names, of which the last counts, halves of surrogate pairs, and syntax
    /// that only some tools read.
    let notesMistakes: Bool
    /// The number of tokens after which elements of an array are folded together.
    let run: Int

    /// Accepts only JSON; runs are folded as in ``relaxed(depth:foldingRuns:)``.
    package static func strict(isUTF8: Bool = false, foldingRuns run: Int? = nil) -> Rules {
      Rules(
        allowsComments: false, depth: 512, isUTF8: isUTF8, notesMistakes: false,
        run: run ?? .max)
    }

    /// Accepts JSON as people write it in files, already known to be UTF-8.
    ///
    /// Elements of arrays are checked. After the first element, each run of elements with at least
    /// `run` tokens is folded into one token. So even a long text has few tokens.
    package static func relaxed(depth: Int, foldingRuns run: Int? = nil) -> Rules {
      Rules(
        allowsComments: true, depth: depth, isUTF8: true, notesMistakes: true,
        run: run ?? .max)
    }
  }
}

/// Values that are not JSON, but that some tools write and read.
extension JSONScanner {
  /// Reads a value that is not JSON, but that some tools write and read.
  mutating func foreignValue() throws(JSONProblem) {
    guard rules.notesMistakes, byte != UInt8(ascii: "'") else {
      return try singleQuoted(.string, or: .noValue)
    }
    var problem = JSONProblem(.noValue, at: index)
    switch byte {
    case UInt8(ascii: "N"): try word("NaN", .null)
    case UInt8(ascii: "I"): try word("Infinity", .null)
    case UInt8(ascii: "-"):
      problem = JSONProblem(.noDigit(.number), at: index + 1)
      try word("-Infinity", .null)
    default: throw problem
    }
    nonNumber = nonNumber ?? problem
  }

  /// Reads a string or a name in single quotes; throws the problem if there is none.
  mutating func singleQuoted(
    _ kind: JSONToken.Kind, or problem: JSONProblem.Kind
  ) throws(JSONProblem) {
    let start = index
    guard rules.notesMistakes, skip(UInt8(ascii: "'")) else {
      throw JSONProblem(problem, at: start)
    }
    var isEscaped = false
    while byte != UInt8(ascii: "'") {
      if byte == JSONEscape.backslash {
        isEscaped = true
        index += try JSONEscape.length(at: index, in: bytes, notingHalves: &halves)
      } else {
        // Without a closing quote, no tool reads this text.
        guard byte >= 0x20 else { throw JSONProblem(problem, at: start) }
        index += 1
      }
    }
    tokens.append(
      JSONToken(kind, at: start, extent: index - start - 1, isQuoted: true, isEscaped: isEscaped))
    index += 1
    singleQuote = singleQuote ?? JSONProblem(problem, at: start)
  }
}
