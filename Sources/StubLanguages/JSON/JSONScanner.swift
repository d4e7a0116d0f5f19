/// Finds the tokens of a JSON text (RFC 8259), and its syntax errors.
///
/// It reads all JSON: strictly in requests, and in files with extensions such as comments.
package struct JSONScanner {
  let bytes: UnsafeBufferPointer<UInt8>
  let rules: Rules
  /// The position of the first byte that is not UTF-8, which must be in a string; `nil` if all
  /// bytes are UTF-8.
  private let invalidByte: Int?
  /// The position of the next byte.
  var index: Int
  package internal(set) var tokens: [JSONToken] = []
  /// The number of times that array elements were folded (replaced by one token).
  private var runCount = 0
  /// Whether any array elements were folded.
  package var hasRuns: Bool { runCount > 0 }
  /// The repeated names in objects; empty unless the rules ask for them.
  package private(set) var repeatedNames: [RepeatedName] = []
  /// The positions of escapes with half of a surrogate pair; `nil` if the rules treat one as a
  /// problem.
  package internal(set) var halves: [Int]?
  /// The problem of the first string or name in single quotes; `nil` if there is none.
  package internal(set) var singleQuote: JSONProblem?
  /// The problem of the first `NaN`, `Infinity` or `-Infinity`, each of which is read as null;
  /// `nil` if there is none.
  package internal(set) var nonNumber: JSONProblem?

  /// Creates a scanner for a text that begins at the position `start` of the bytes.
  package init(_ bytes: UnsafeBufferPointer<UInt8>, from start: Int = 0, _ rules: Rules) {
    (self.bytes, self.rules, index) = (bytes, rules, start)
    halves = rules.notesMistakes ? [] : nil
    invalidByte =
      rules.isUTF8 ? nil : UTF8Check.firstInvalidByte(in: UnsafeRawBufferPointer(bytes))
  }

  /// Reads the single value of the text.
  package mutating func scan() throws(JSONProblem) {
    guard bytes.count <= JSONToken.mostBytes else { throw JSONProblem(.tooLong, at: 0) }
    tokens.reserveCapacity(min(rules.run, 4 + (bytes.count - index) / 12))
    try value(depth: 0)
    try skipBlanks()
    if index < bytes.count { throw JSONProblem(.more, at: index) }
  }

  /// Reads `count` array elements from the current position, and makes them the elements of a new
  /// array.
  package mutating func scanElements(_ count: Int) throws(JSONProblem) {
    tokens.append(JSONToken(.array, at: index, extent: 0))
    for _ in 0..<count {
      try value(depth: 1)
      try skipBlanks()
      if skip(UInt8(ascii: ",")) { try skipBlanks() }
    }
    tokens[0].extent = UInt32(truncatingIfNeeded: tokens.count)
  }

  /// The next byte; at the end it is 0, a byte that is not allowed anywhere else.
  var byte: UInt8 { index < bytes.count ? bytes[index] : 0 }

  mutating func skip(_ wanted: UInt8) -> Bool {
    guard byte == wanted else { return false }
    index += 1
    return true
  }

  private mutating func value(depth: Int) throws(JSONProblem) {
    try skipBlanks()
    switch byte {
    case UInt8(ascii: "{"): try object(depth: depth + 1)
    case UInt8(ascii: "["): try array(depth: depth + 1)
    case UInt8(ascii: "\""): try string(.string)
    case UInt8(ascii: "0")...UInt8(ascii: "9"): try number()
    case UInt8(ascii: "-"):
      let isForeign = rules.notesMistakes && index + 1 < bytes.count
      if isForeign, bytes[index + 1] == UInt8(ascii: "I") {
        try foreignValue()
      } else {
        try number()
      }
    case UInt8(ascii: "t"): try word("true", .yes)
    case UInt8(ascii: "f"): try word("false", .no)
    case UInt8(ascii: "n"): try word("null", .null)
    default: try foreignValue()
    }
  }

  private mutating func array(depth: Int) throws(JSONProblem) {
    let start = try open(.array, depth)
    let token = tokens.count - 1
    // The first element stays, because it shows the structure of the others. Elements that contain
    // folded elements also stay, because they would otherwise be read again at each level.
    let runsBefore = runCount
    var (run, count, innerRuns) = (0, 0, runCount)
    try skipBlanks()
    while byte != UInt8(ascii: "]") || tokens.count > token + 1 && !rules.allowsComments {
      try value(depth: depth)
      count += 1
      if run == 0 || runCount > innerRuns {
        (run, count, innerRuns) = (tokens.count, 0, runCount)
      } else if tokens.count - run >= rules.run {
        fold(count, from: run)
        (run, count, innerRuns) = (tokens.count, 0, runCount)
      }
      try skipBlanks()
      if skip(UInt8(ascii: ",")) { try skipBlanks() } else { break }
    }
    guard skip(UInt8(ascii: "]")) else {
      throw JSONProblem(.noSeparator(in: .array, from: start), at: index)
    }
    if count > 1, runCount > runsBefore { fold(count, from: run) }
    tokens[token].extent = UInt32(truncatingIfNeeded: tokens.count)
  }

  private mutating func object(depth: Int) throws(JSONProblem) {
    let start = try open(.object, depth)
    let token = tokens.count - 1
    var names = JSONNames()
    try skipBlanks()
    while byte != UInt8(ascii: "}") || tokens.count > token + 1 && !rules.allowsComments {
      let name = tokens.count
      if byte == UInt8(ascii: "\"") {
        try string(.name)
      } else {
        try singleQuoted(.name, or: .noName)
      }
      if rules.notesMistakes, let first = names.add(name, of: token, tokens, bytes) {
        repeatedNames.append(RepeatedName(name, after: first, in: token, of: tokens))
        tokens[first].kind = .earlierName
      }
      try skipBlanks()
      guard skip(UInt8(ascii: ":")) else { throw JSONProblem(.noColon(tokens[name]), at: index) }
      try value(depth: depth)
      try skipBlanks()
      if skip(UInt8(ascii: ",")) { try skipBlanks() } else { break }
    }
    guard skip(UInt8(ascii: "}")) else {
      throw JSONProblem(.noSeparator(in: .object, from: start), at: index)
    }
    tokens[token].extent = UInt32(truncatingIfNeeded: tokens.count)
  }

  /// Reads an opening bracket, unless the nesting is too deep.
  ///
  /// - Returns: the token index of the bracket.
  private mutating func open(_ kind: JSONToken.Kind, _ depth: Int) throws(JSONProblem) -> Int {
    guard depth <= rules.depth else { throw JSONProblem(.tooDeep(rules.depth), at: index) }
    tokens.append(JSONToken(kind, at: index, extent: 0))
    index += 1
    return index - 1
  }

  /// Replaces the tokens of the last `count` elements by one token.
  private mutating func fold(_ count: Int, from element: Int) {
    let start = Int(tokens[element].start)
    tokens.removeLast(tokens.count - element)
    tokens.append(JSONToken(.folded, at: start, extent: count))
    runCount += 1
  }

  mutating func word(_ word: StaticString, _ kind: JSONToken.Kind) throws(JSONProblem) {
    let end = index + word.utf8CodeUnitCount
    guard end <= bytes.count else { throw JSONProblem(.noValue, at: index) }
    for place in index..<end where bytes[place] != word.utf8Start[place - index] {
      throw JSONProblem(.noValue, at: index)
    }
    if rules.allowsComments, end < bytes.count, Self.isPartOfWord(bytes[end]) {
      throw JSONProblem(.noValue, at: index)
    }
    tokens.append(JSONToken(kind, at: index, extent: end - index))
    index = end
  }

  /// Returns whether the byte can be part of a word.
  ///
  /// Such bytes are letters, digits, `_`, and all bytes of characters beyond ASCII.
  package static func isPartOfWord(_ byte: UInt8) -> Bool {
    byte >= 0x80 || byte &- UInt8(ascii: "0") < 10 || byte == UInt8(ascii: "_")
      || (byte | 0x20) &- UInt8(ascii: "a") < 26
  }
}

extension JSONScanner {
  /// Reads a number (RFC 8259 §6).
  private mutating func number() throws(JSONProblem) {
    let start = index
    _ = skip(UInt8(ascii: "-"))
    if skip(UInt8(ascii: "0")) {
      if byte &- UInt8(ascii: "0") < 10 { throw JSONProblem(.leadingZero, at: index) }
    } else {
      try digits(.number)
    }
    let whole = index
    if skip(UInt8(ascii: ".")) { try digits(.fraction) }
    if skip(UInt8(ascii: "e")) || skip(UInt8(ascii: "E")) {
      if !skip(UInt8(ascii: "+")) { _ = skip(UInt8(ascii: "-")) }
      try digits(.exponent)
    }
    if rules.allowsComments, Self.isPartOfWord(byte) || byte == UInt8(ascii: ".") {
      throw JSONProblem(.noEndOfNumber, at: index)
    }
    tokens.append(
      JSONToken(index == whole ? .integer : .real, at: start, extent: index - start))
  }

  private mutating func digits(_ part: JSONProblem.NumberPart) throws(JSONProblem) {
    let start = index
    while byte &- UInt8(ascii: "0") < 10 { index += 1 }
    if index == start { throw JSONProblem(.noDigit(part), at: index) }
  }

  /// Reads a string or a name (RFC 8259 §7), from its opening to its closing quote.
  private mutating func string(_ kind: JSONToken.Kind) throws(JSONProblem) {
    let start = index
    index += 1
    var isEscaped = false
    while true {
      skipPlainBytes()
      switch byte {
      case UInt8(ascii: "\""):
        if let invalidByte, index > invalidByte { throw JSONProblem(.noUTF8, at: invalidByte) }
        tokens.append(
          JSONToken(
            kind, at: start, extent: index - start - 1, isQuoted: true, isEscaped: isEscaped))
        index += 1
        return
      case JSONEscape.backslash:
        isEscaped = true
        index += try JSONEscape.length(at: index, in: bytes, notingHalves: &halves)
      default:
        throw JSONProblem(
          index < bytes.count ? .control(in: start) : .noClosingQuote(of: start), at: index)
      }
    }
  }

  /// Skips bytes up to a quote, a backslash or a control character.
  private mutating func skipPlainBytes() {
    let raw = UnsafeRawBufferPointer(bytes)
    while index + ByteBlock.count <= bytes.count {
      let block = ByteBlock(raw, at: index)
      let marks =
        block.equal(to: UInt8(ascii: "\"")) | block.equal(to: JSONEscape.backslash)
        | block.less(than: 0x20)
      if let first = marks.first {
        index += first
        return
      }
      index += ByteBlock.count
    }
    while index < bytes.count, bytes[index] != UInt8(ascii: "\""),
      bytes[index] != JSONEscape.backslash, bytes[index] >= 0x20
    {
      index += 1
    }
  }

  /// Skips white space, and comments if they are allowed.
  private mutating func skipBlanks() throws(JSONProblem) {
    while index < bytes.count {
      switch bytes[index] {
      case UInt8(ascii: " "), UInt8(ascii: "\n"), UInt8(ascii: "\r"), UInt8(ascii: "\t"):
        index += 1
      case UInt8(ascii: "/") where rules.allowsComments: try skipComment()
      default: return
      }
    }
  }

  private mutating func skipComment() throws(JSONProblem) {
    let rest = bytes[index...]
    if rest.starts(with: "//".utf8) {
      index = rest.firstIndex { $0 == 0x0A || $0 == 0x0D } ?? bytes.count
    } else if rest.starts(with: "/*".utf8) {
      var end = index + 2
      while end + 1 < bytes.count,
        bytes[end] != UInt8(ascii: "*") || bytes[end + 1] != UInt8(ascii: "/")
      { end += 1 }
      guard end + 1 < bytes.count else { throw JSONProblem(.noEndOfComment, at: index) }
      index = end + 2
    } else {
      throw JSONProblem(.noComment, at: index)
    }
  }
}
