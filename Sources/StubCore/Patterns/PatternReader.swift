/// Takes patterns apart (pcre2pattern).
struct PatternReader {
  /// The pattern has something whose meaning is not known here.
  struct NotUnderstood: Error {}

  var bytes: ArraySlice<UInt8>
  private(set) var ignoresCase: Bool
  private var hasLines: Bool

  /// The sequences of which a text has to match one; `nil` for a pattern that is not understood.
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
    hasLines = options.contains(.multiline)
  }

  /// Reads `(?i)` and the like at the start, where they are for the whole pattern.
  private mutating func readOptions() {
    guard bytes.starts(with: "(?".utf8), let end = bytes.firstIndex(of: UInt8(ascii: ")"))
    else { return }
    let letters = bytes[..<end].dropFirst(2)
    guard letters.allSatisfy("ims".utf8.contains) else { return }
    ignoresCase = ignoresCase || letters.contains(UInt8(ascii: "i"))
    hasLines = hasLines || letters.contains(UInt8(ascii: "m"))
    bytes = bytes[(end + 1)...]
  }

  /// Reads to the end of a group or of the pattern.
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
    case UInt8(ascii: "^"): return hasLines ? .assertion : .start
    case UInt8(ascii: "$"): return hasLines ? .assertion : .end
    case UInt8(ascii: "."): return .anyOf(.all)
    case UInt8(ascii: "["): return .anyOf(try characterClass())
    case UInt8(ascii: "("): return try group(depth: depth)
    case UInt8(ascii: "\\"): return try escape()
    default: return character(byte)
    }
  }

  /// A character that stands for itself; its other bytes are read.
  private mutating func character(_ byte: UInt8) -> PatternPart.Item {
    let rest = bytes.prefix { $0 & 0xC0 == 0x80 }
    bytes = bytes.dropFirst(rest.count)
    guard ignoresCase else { return .character([byte] + rest) }
    let cases = ByteSet([byte]).inAnyCase
    return cases == ByteSet([byte]) ? .character([byte]) : .anyOf(cases)
  }

  /// Reads how often the item before may be there, if that is said.
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
      // What `{,3}` and blanks mean depends on PCRE2's version.
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

  /// Reads on behind `(` to the end of the group.
  private mutating func group(depth: Int) throws(NotUnderstood) -> PatternPart.Item {
    var isAssertion = false
    if bytes.first == UInt8(ascii: "*") { throw NotUnderstood() }
    if skip("?") {
      if skip("=") || skip("!") || skip("<=") || skip("<!") {
        isAssertion = true
      } else if skip("P<") || skip("<") {
        bytes = bytes.drop { !StubKey.isDelimiter($0) || $0 == UInt8(ascii: "_") }
        guard skip(">") else { throw NotUnderstood() }
      } else if !skip(":"), !skip(">") {
        // Options, recursion, conditions: what follows may mean something else.
        throw NotUnderstood()
      }
    }
    let alternatives = try alternatives(depth: depth + 1)
    guard skip(")") else { throw NotUnderstood() }
    return isAssertion ? .assertion : .group(alternatives)
  }

  /// Reads on behind a backslash.
  private mutating func escape() throws(NotUnderstood) -> PatternPart.Item {
    guard let byte = bytes.popFirst() else { throw NotUnderstood() }
    switch byte {
    case UInt8(ascii: "A"): return .start
    case UInt8(ascii: "Z"), UInt8(ascii: "z"): return .end
    case UInt8(ascii: "b"), UInt8(ascii: "B"), UInt8(ascii: "G"), UInt8(ascii: "K"):
      return .assertion
    case UInt8(ascii: "R"), UInt8(ascii: "X"): return .text
    case UInt8(ascii: "N") where bytes.first != UInt8(ascii: "{"): return .anyOf(.all)
    default:
      if let set = ByteSet(escaped: byte) { return .anyOf(set) }
      guard let byte = Self.meaning(ofEscaped: byte) else { throw NotUnderstood() }
      return .character([byte])
    }
  }

  /// The byte that one stands for behind a backslash.
  static func meaning(ofEscaped byte: UInt8) -> UInt8? {
    switch byte {
    case 0x21..<0x7F where StubKey.isDelimiter(byte): byte
    case UInt8(ascii: "n"): 0x0A
    case UInt8(ascii: "r"): 0x0D
    case UInt8(ascii: "t"): 0x09
    case UInt8(ascii: "f"): 0x0C
    case UInt8(ascii: "e"): 0x1B
    case UInt8(ascii: "a"): 0x07
    default: nil
    }
  }

  /// Reads this text, if it is next.
  mutating func skip(_ text: String) -> Bool {
    guard bytes.starts(with: text.utf8) else { return false }
    bytes = bytes.dropFirst(text.utf8.count)
    return true
  }
}
