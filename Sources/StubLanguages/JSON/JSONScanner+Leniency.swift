extension JSONScanner {
  /// The syntax that a scanner accepts, and the mistakes that it notes.
  package struct Rules: Sendable {
    /// Whether comments, and commas before closing brackets, are allowed.
    let allowsComments: Bool
    /// The deepest nesting of arrays and objects, so that no text can exhaust the stack.
    let depth: Int
    /// Whether the text is known to be UTF-8.
    let isUTF8: Bool
    /// Whether the scanner notes mistakes and continues, instead of throwing a problem.
    ///
    /// The mistakes are repeated names (the last one counts), halves of surrogate pairs, and syntax
    /// that only some tools read.
    let notesMistakes: Bool
    /// The number of tokens after which array elements are folded, that is, replaced by one token.
    let run: Int

    /// Returns rules that accept only JSON; array elements are folded as in
    /// ``relaxed(depth:foldingRuns:)``.
    package static func strict(isUTF8: Bool = false, foldingRuns run: Int? = nil) -> Rules {
      Rules(
        allowsComments: false, depth: 512, isUTF8: isUTF8, notesMistakes: false,
        run: run ?? .max)
    }

    /// Returns rules that accept JSON with the extensions that are common in files.
    ///
    /// The text must be UTF-8. In arrays, each run of elements after the first element is checked
    /// and, once it has `run` tokens, folded into one token. So even a long text has few tokens.
    package static func relaxed(depth: Int, foldingRuns run: Int? = nil) -> Rules {
      Rules(
        allowsComments: true, depth: depth, isUTF8: true, notesMistakes: true,
        run: run ?? .max)
    }
  }
}

extension JSONScanner {
  /// Reads a value, such as `NaN`, that is not JSON but that some tools write and read.
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

  /// Reads a string or a name in single quotes; throws `problem` if there is none.
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
        // No tool accepts a text without a closing quote.
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
