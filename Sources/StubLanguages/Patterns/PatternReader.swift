extension RegularExpression {
  /// Texts that every match contains, though not always all of them.
  ///
  /// The list is empty if the pattern cannot be parsed completely.
  package var requiredLiterals: [String] { Self.requiredLiterals(of: plainPattern, options) }

  static func requiredLiterals(of pattern: String, _ options: Options) -> [String] {
    if options.contains(.literal) { return options.contains(.caseInsensitive) ? [] : [pattern] }
    guard let alternatives = PatternReader.alternatives(of: pattern, options) else { return [] }
    return literals(in: alternatives).map { String(decoding: $0, as: UTF8.self) }
  }

  /// Returns the literal texts that every match contains, because they are not in optional parts,
  /// alternatives or assertions.
  private static func literals(in alternatives: [[PatternPart]]) -> [[UInt8]] {
    guard alternatives.count == 1 else { return [] }
    var runs: [[UInt8]] = []
    var run: [UInt8] = []
    func endRun() {
      if !run.isEmpty { runs.append(run) }
      run = []
    }
    for part in alternatives[0] {
      switch part.item {
      case .character(let bytes) where part.least > 0:
        run += bytes
        if part.least != 1 || part.most != 1 { endRun() }
      case .group(let inner) where part.least > 0:
        endRun()
        runs += literals(in: inner)
      default: endRun()
      }
    }
    endRun()
    return runs
  }
}

/// A part of a parsed pattern; patterns are parsed to find texts that every match contains.
struct PatternPart: Sendable {
  enum Item: Sendable {
    /// A literal character, in UTF-8.
    case character([UInt8])
    /// A group with its alternatives.
    case group([[PatternPart]])
    /// A class of characters, an anchor or an assertion.
    case other
  }

  let item: Item
  /// The least number of repetitions.
  var least = 1
  /// The greatest number of repetitions; `nil` for no limit.
  var most: Int? = 1

  init(_ item: Item) { self.item = item }
}

/// Parses patterns in the syntax of PCRE2 (pcre2pattern).
struct PatternReader {
  /// The error if a pattern has parts that this parser does not support.
  struct NotUnderstood: Error {}

  private var bytes: ArraySlice<UInt8>
  private var ignoresCase: Bool

  /// Returns the alternatives of a pattern; `nil` if the pattern cannot be parsed.
  static func alternatives(
    of pattern: String, _ options: RegularExpression.Options
  ) -> [[PatternPart]]? {
    if options.contains(.extended) || options.contains(.literal) || pattern == "*" { return nil }
    var reader = PatternReader(pattern, options)
    reader.readOptions()
    guard let alternatives = try? reader.alternatives(depth: 0), reader.bytes.isEmpty
    else { return nil }
    return alternatives
  }

  private init(_ pattern: String, _ options: RegularExpression.Options) {
    bytes = Array(pattern.utf8)[...]
    ignoresCase = options.contains(.caseInsensitive)
  }

  /// Reads options such as `(?i)` at the start, which apply to the whole pattern.
  private mutating func readOptions() {
    guard bytes.starts(with: "(?".utf8), let end = bytes.firstIndex(of: UInt8(ascii: ")"))
    else { return }
    let letters = bytes[..<end].dropFirst(2)
    guard letters.allSatisfy("ims".utf8.contains) else { return }
    ignoresCase = ignoresCase || letters.contains(UInt8(ascii: "i"))
    bytes = bytes[(end + 1)...]
  }

  /// Reads alternatives up to the end of a group or of the pattern.
  private mutating func alternatives(depth: Int) throws(NotUnderstood) -> [[PatternPart]] {
    guard depth < 50 else { throw NotUnderstood() }
    var alternatives: [[PatternPart]] = []
    var sequence: [PatternPart] = []
    while let byte = bytes.first, byte != UInt8(ascii: ")") {
      bytes.removeFirst()
      if byte == UInt8(ascii: "|") {
        alternatives.append(sequence)
        sequence = []
      } else {
        var part = PatternPart(try item(byte, depth: depth))
        try readRepetition(of: &part)
        sequence.append(part)
      }
    }
    return alternatives + [sequence]
  }

  private mutating func item(
    _ byte: UInt8, depth: Int
  ) throws(NotUnderstood) -> PatternPart.Item {
    switch byte {
    case UInt8(ascii: "^"), UInt8(ascii: "$"), UInt8(ascii: "."): return .other
    case UInt8(ascii: "["):
      try skipClass()
      return .other
    case UInt8(ascii: "("): return try group(depth: depth)
    case UInt8(ascii: "\\"): return try escape()
    default: return character(byte)
    }
  }

  /// Reads the rest of a literal character that begins with this byte.
  private mutating func character(_ byte: UInt8) -> PatternPart.Item {
    let rest = bytes.prefix { $0 & 0xC0 == 0x80 }
    bytes = bytes.dropFirst(rest.count)
    // If case is ignored, a letter also matches its other case, and so may a
    // character outside ASCII.
    return ignoresCase && (byte >= 0x80 || Self.isLetter(byte)) ? .other : .character([byte] + rest)
  }

  /// Reads the quantifier that follows a part, if there is one.
  private mutating func readRepetition(of part: inout PatternPart) throws(NotUnderstood) {
    switch bytes.first {
    case UInt8(ascii: "?"): part.least = 0
    case UInt8(ascii: "*"): (part.least, part.most) = (0, nil)
    case UInt8(ascii: "+"): part.most = nil
    case UInt8(ascii: "{"):
      guard let end = bytes.firstIndex(of: UInt8(ascii: "}")) else { return }
      let range = bytes[..<end].dropFirst()
      guard !range.isEmpty, range.allSatisfy("0123456789, ".utf8.contains) else { return }
      let numbers = range.split(separator: UInt8(ascii: ","), omittingEmptySubsequences: false)
        .map { Int(String(decoding: $0, as: UTF8.self)) }
      // The meaning of `{,3}` and of blanks depends on the version of PCRE2.
      guard let least = numbers[0], numbers.count < 3, !range.contains(UInt8(ascii: " ")) else {
        throw NotUnderstood()
      }
      part.least = least
      part.most = numbers.count == 1 ? least : numbers[1]
      bytes = bytes[end...]
    default: return
    }
    bytes.removeFirst()
    if bytes.first == UInt8(ascii: "?") || bytes.first == UInt8(ascii: "+") { bytes.removeFirst() }
  }

  /// Reads the rest of a group, after its `(`.
  private mutating func group(depth: Int) throws(NotUnderstood) -> PatternPart.Item {
    var isAssertion = false
    if bytes.first == UInt8(ascii: "*") { throw NotUnderstood() }
    if skip("?") {
      if skip("=") || skip("!") || skip("<=") || skip("<!") {
        isAssertion = true
      } else if skip("P<") || skip("<") {
        bytes = bytes.drop { $0.isASCIIAlphanumeric || $0 >= 0x80 || $0 == UInt8(ascii: "_") }
        guard skip(">") else { throw NotUnderstood() }
      } else if !skip(":"), !skip(">") {
        // After options, recursion and conditions, the rest may have another meaning.
        throw NotUnderstood()
      }
    }
    let alternatives = try alternatives(depth: depth + 1)
    guard skip(")") else { throw NotUnderstood() }
    return isAssertion ? .other : .group(alternatives)
  }

  /// Reads an escape after its backslash.
  private mutating func escape() throws(NotUnderstood) -> PatternPart.Item {
    guard let byte = bytes.popFirst() else { throw NotUnderstood() }
    if "AZzbBGKRXdDwWsShHvV".utf8.contains(byte) { return .other }
    if byte == UInt8(ascii: "N"), bytes.first != UInt8(ascii: "{") { return .other }
    guard let byte = Self.meaning(ofEscaped: byte) else { throw NotUnderstood() }
    return .character([byte])
  }

  /// Returns the byte for an escaped byte; `nil` for escapes that this parser does not support.
  private static func meaning(ofEscaped byte: UInt8) -> UInt8? {
    switch byte {
    case 0x21..<0x7F where !byte.isASCIIAlphanumeric: byte
    case UInt8(ascii: "n"): 0x0A
    case UInt8(ascii: "r"): 0x0D
    case UInt8(ascii: "t"): 0x09
    case UInt8(ascii: "f"): 0x0C
    case UInt8(ascii: "e"): 0x1B
    case UInt8(ascii: "a"): 0x07
    default: nil
    }
  }

  /// Reads the rest of a class, after its `[`.
  private mutating func skipClass() throws(NotUnderstood) {
    _ = skip("^")
    var isFirst = true
    while isFirst || bytes.first != UInt8(ascii: "]") {
      isFirst = false
      guard let byte = bytes.popFirst() else { throw NotUnderstood() }
      if byte == UInt8(ascii: "[") { try skipName() }
      guard byte == UInt8(ascii: "\\") else { continue }
      // `\c]` is a single character, and after `\Q` all characters are literal.
      guard let escaped = bytes.popFirst(), !"cQE".utf8.contains(escaped) else {
        throw NotUnderstood()
      }
    }
    bytes.removeFirst()
  }

  /// Reads the text after a `[` inside a class, which is literal or begins a named class such as
  /// `[:alpha:]`.
  private mutating func skipName() throws(NotUnderstood) {
    guard let kind = bytes.first, ":.=".utf8.contains(kind) else { return }
    let rest = bytes.dropFirst()
    let end = rest.indices.dropLast().first {
      rest[$0] == kind && rest[$0 + 1] == UInt8(ascii: "]")
    }
    // In `[[:<:]]`, the name is not a class: it means the start of a word.
    guard let end, rest[..<end].allSatisfy({ Self.isLetter($0) || $0 == UInt8(ascii: "^") })
    else { throw NotUnderstood() }
    bytes = bytes[(end + 2)...]
  }

  private static func isLetter(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
  }

  /// Skips the text if it comes next.
  ///
  /// - Returns: whether it was skipped.
  private mutating func skip(_ text: String) -> Bool {
    guard bytes.starts(with: text.utf8) else { return false }
    bytes = bytes.dropFirst(text.utf8.count)
    return true
  }
}
