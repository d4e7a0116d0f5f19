extension JSONScanner {
  /// What a text may be.
  package struct Rules: Sendable {
    /// Whether there may be comments, and commas before closing brackets.
    let allowsComments: Bool
    /// Deepest nesting of arrays and objects, so that no text can exhaust the stack.
    let depth: Int
    /// Whether the text is known to be UTF-8.
    let isUTF8: Bool
    /// Whether names that come twice, of which the last counts, halves of surrogate pairs, and what only some
    /// tools read are noted.
    let notesMistakes: Bool
    /// Elements of an array are folded once they have so many tokens together.
    let run: Int

    /// JSON and nothing else; runs are folded as in ``relaxed(depth:foldingRuns:)``.
    package static func strict(isUTF8: Bool = false, foldingRuns run: Int? = nil) -> Rules {
      Rules(
        allowsComments: false, depth: 512, isUTF8: isUTF8, notesMistakes: false,
        run: run ?? .max)
    }

    /// JSON as in files that people write, already known to be UTF-8.
    ///
    /// Elements of arrays, all but the first, are checked, and folded to one token for each run of at
    /// least so many tokens; so a long text has few tokens, whatever is in it.
    package static func relaxed(depth: Int, foldingRuns run: Int? = nil) -> Rules {
      Rules(
        allowsComments: true, depth: depth, isUTF8: true, notesMistakes: true,
        run: run ?? .max)
    }
  }
}

/// What only some of the tools read that write JSON.
extension JSONScanner {
  /// A value that is not JSON's, but read by some of the tools that write it.
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

  /// A string or a name in single quotes; there is a problem where none begins.
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
        // Without its end it is no text that any tool reads.
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
