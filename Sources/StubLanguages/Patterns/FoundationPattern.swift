#if FOUNDATION_REGEX
/// Rewrites a PCRE2 pattern for `NSRegularExpression`, and finds its errors.
///
/// Names of groups are replaced, because PCRE2 allows more characters in them. Characters that are
/// literal only in PCRE2, such as `{` in `/users/{id}`, are escaped.
struct FoundationPattern {
  let pattern: [UInt8]
  let ignoresSpace: Bool
  /// Whether classes such as `\w` are limited to ASCII.
  let isASCII: Bool
  /// Whether `$` matches only at the end of the text.
  let dollarIsEnd: Bool
  var index = 0
  var output: [UInt8] = []
  var groupNames: [(name: String, number: Int)] = []
  var groupCount = 0
  /// The positions of the groups that are not closed yet.
  var open: [Int] = []
  /// Whether the next character may be a quantifier.
  var canRepeat = false
  var references: [(name: String?, number: Int, offset: Int)] = []

  var text: String { String(decoding: output, as: UTF8.self) }

  init(
    _ pattern: [UInt8], _ options: RegularExpression.Options
  ) throws(PatternSyntaxError) {
    self.pattern = pattern
    ignoresSpace = options.contains(.extended)
    isASCII = options.contains(.asciiClasses)
    dollarIsEnd = options.contains(.dollarIsEnd) && !options.contains(.multiline)
    while let byte = next { try read(byte) }
    // Foundation does not accept an empty pattern.
    if output.isEmpty { output += "(?:)".utf8 }
    if !open.isEmpty { throw mistake(114, "missing closing parenthesis") }
    for (name, number, offset) in references {
      let isKnown = name.map { name in groupNames.contains { $0.name == name } }
      if !(isKnown ?? (1...max(groupCount, 1)).contains(number)) || groupCount == 0 {
        throw mistake(115, "reference to non-existent subpattern", at: offset)
      }
    }
  }

  var next: UInt8? { index < pattern.count ? pattern[index] : nil }

  func follows(_ text: StaticString) -> Bool {
    pattern[index...].starts(
      with: UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
  }

  mutating func take(_ text: StaticString) -> Bool {
    guard follows(text) else { return false }
    index += text.utf8CodeUnitCount
    return true
  }

  mutating func copy(_ count: Int = 1) {
    output += pattern[index..<min(index + count, pattern.count)]
    index = min(index + count, pattern.count)
  }

  func mistake(_ code: Int32, _ reason: String, at offset: Int? = nil) -> PatternSyntaxError {
    PatternSyntaxError(code: code, offset: offset ?? index, reason: reason)
  }

  func unknown(_ what: String, at offset: Int) -> PatternSyntaxError {
    mistake(0, "Foundation's regular expressions have no \(what)", at: offset)
  }

  mutating func read(_ byte: UInt8) throws(PatternSyntaxError) {
    switch byte {
    case UInt8(ascii: "\\"): try readEscape()
    case UInt8(ascii: "["): try readClass()
    case UInt8(ascii: "("): try readGroup()
    case UInt8(ascii: ")"):
      if open.popLast() == nil { throw mistake(122, "unmatched closing parenthesis") }
      copy()
      canRepeat = true
    case UInt8(ascii: "|"):
      copy()
      canRepeat = false
    case UInt8(ascii: "*"), UInt8(ascii: "+"), UInt8(ascii: "?"): try readQuantifier(1)
    case UInt8(ascii: "{"): try readBrace()
    case UInt8(ascii: "}"), UInt8(ascii: "]"):
      output.append(UInt8(ascii: "\\"))
      copy()
      canRepeat = true
    case UInt8(ascii: "$") where dollarIsEnd:
      index += 1
      output += #"\z"#.utf8
      canRepeat = true
    case UInt8(ascii: "#") where ignoresSpace:
      copy((pattern[index...].firstIndex(of: 10) ?? pattern.count) - index)
    case 0x09...0x0D where ignoresSpace, 0x20 where ignoresSpace: copy()
    default:
      copy()
      canRepeat = true
    }
  }

  mutating func readQuantifier(_ count: Int) throws(PatternSyntaxError) {
    guard canRepeat else { throw mistake(109, "quantifier does not follow a repeatable item") }
    copy(count)
    if next == UInt8(ascii: "?") || next == UInt8(ascii: "+") { copy() }
    canRepeat = false
  }

  mutating func readBrace() throws(PatternSyntaxError) {
    let rest = pattern[(index + 1)...]
    let parts = rest.prefix { $0 != UInt8(ascii: "}") }
      .split(separator: UInt8(ascii: ","), maxSplits: 1, omittingEmptySubsequences: false)
    let numbers = parts.map { String(decoding: $0, as: UTF8.self) }
    let isQuantifier =
      rest.contains(UInt8(ascii: "}")) && numbers[0].isDigits
      && (numbers.count == 1 || numbers[1].isEmpty || numbers[1].isDigits)
    guard isQuantifier else {
      output.append(UInt8(ascii: "\\"))
      copy()
      canRepeat = true
      return
    }
    let limits = numbers.filter { !$0.isEmpty }.map { Int($0) ?? .max }
    let count = parts.reduce(parts.count + 1) { $0 + $1.count }
    if limits.contains(where: { $0 > 65_535 }) {
      throw mistake(105, "number too big in {} quantifier", at: index + count - 1)
    }
    if limits.count == 2, limits[0] > limits[1] {
      throw mistake(104, "numbers out of order in {} quantifier", at: index + count - 1)
    }
    try readQuantifier(count)
  }

  mutating func readEscape() throws(PatternSyntaxError) {
    let start = index
    guard index + 1 < pattern.count else {
      throw mistake(101, "\\ at end of pattern", at: pattern.count)
    }
    let byte = pattern[index + 1]
    canRepeat = true
    switch byte {
    case UInt8(ascii: "Q"):
      while index < pattern.count, !follows("\\E") { copy() }
      copy(2)
      // `\E` is added, because otherwise an end that is appended to the pattern would
      // be quoted, too.
      if index == pattern.count, !output.reversed().starts(with: #"E\"#.utf8) {
        output += #"\E"#.utf8
      }
    case UInt8(ascii: "k"), UInt8(ascii: "g"):
      index += 2
      try readReference(from: start, isNumbered: byte == UInt8(ascii: "g"))
    case UInt8(ascii: "1")...UInt8(ascii: "9"): readNumber()
    case UInt8(ascii: "N")
    where index + 2 >= pattern.count || pattern[index + 2] != UInt8(ascii: "{"):
      index += 2
      output += #"[^\r\n]"#.utf8
    case UInt8(ascii: "K"), UInt8(ascii: "C"), UInt8(ascii: "o"):
      throw unknown("\\\(Character(Unicode.Scalar(byte)))", at: start)
    default: try copyEscape()
    }
  }

  /// Copies an escape with its arguments, which means the same inside and outside of a class.
  mutating func copyEscape() throws(PatternSyntaxError) {
    guard index + 1 < pattern.count else {
      throw mistake(101, "\\ at end of pattern", at: pattern.count)
    }
    let byte = pattern[index + 1]
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "7"): writeOctal()
    case UInt8(ascii: "F"), UInt8(ascii: "L"), UInt8(ascii: "l"), UInt8(ascii: "U"),
      UInt8(ascii: "u"):
      throw mistake(
        137, "PCRE2 does not support \\F, \\L, \\l, \\N{name}, \\U, or \\u", at: index + 2)
    case UInt8(ascii: "c"): copy(3)
    case UInt8(ascii: "p"), UInt8(ascii: "P"), UInt8(ascii: "x"), UInt8(ascii: "N"):
      copy(2)
      if next == UInt8(ascii: "{"), let end = pattern[index...].firstIndex(of: UInt8(ascii: "}")) {
        copy(end + 1 - index)
      }
    default:
      guard let members = asciiClass(byte) else { return copy(2) }
      index += 2
      output += members.utf8
    }
  }

  /// Returns the set for an escape such as `\w` if classes are limited to ASCII; otherwise `nil`.
  ///
  /// The set can be a part of another set.
  func asciiClass(_ byte: UInt8) -> String? {
    guard isASCII else { return nil }
    return switch byte {
    case UInt8(ascii: "d"): "[0-9]"
    case UInt8(ascii: "D"): "[^0-9]"
    case UInt8(ascii: "w"): "[0-9A-Z_a-z]"
    case UInt8(ascii: "W"): "[^0-9A-Z_a-z]"
    case UInt8(ascii: "s"): #"[\t-\r ]"#
    case UInt8(ascii: "S"): #"[^\t-\r ]"#
    default: nil
    }
  }

  /// Reads a reference such as `\1`; if no group has this number, it is an octal character such as
  /// `\101`.
  mutating func readNumber() {
    let digits = pattern[(index + 1)...].prefix { (0x30...0x39).contains($0) }
    let number = Int(String(decoding: digits, as: UTF8.self)) ?? .max
    guard number < 10 || pattern[index + 1] >= UInt8(ascii: "8") || number <= groupCount else {
      return writeOctal()
    }
    references.append((nil, number, index))
    output += "(?:\\\(number))".utf8
    index = digits.endIndex
  }

  mutating func writeOctal() {
    let digits = pattern[(index + 1)...].prefix(3).prefix { (0x30...0x37).contains($0) }
    let value = digits.reduce(0) { $0 << 3 | Int($1 & 7) }
    output += "\\x{\(String(value, radix: 16))}".utf8
    index = digits.endIndex
  }

  mutating func readReference(
    from start: Int, isNumbered: Bool
  ) throws(PatternSyntaxError) {
    let ends: [UInt8: UInt8] = [
      UInt8(ascii: "{"): UInt8(ascii: "}"), UInt8(ascii: "<"): UInt8(ascii: ">"),
      UInt8(ascii: "'"): UInt8(ascii: "'"),
    ]
    var name: String
    if let first = next, let last = ends[first],
      let end = pattern[(index + 1)...].firstIndex(of: last)
    {
      name = String(decoding: pattern[(index + 1)..<end], as: UTF8.self)
      index = end + 1
      // `\g<…>` calls a group, which Foundation does not support.
      if isNumbered, first != UInt8(ascii: "{") { throw unknown("\\g<…>", at: start) }
    } else if isNumbered {
      name = String(
        decoding: pattern[index...].prefix { (0x30...0x39).contains($0) }, as: UTF8.self)
      index += name.utf8.count
    } else {
      throw mistake(169, #"\k is not followed by a braced, angle-bracketed, or quoted name"#)
    }
    if isNumbered, let number = Int(name) {
      let (sum, overflows) = groupCount.addingReportingOverflow(number < 0 ? number + 1 : 0)
      let absolute = number < 0 ? (overflows ? 0 : sum) : number
      references.append((nil, absolute, start))
      output += "(?:\\\(absolute))".utf8
    } else {
      references.append((name, 0, start))
      output += "\\k<\(Self.plain(name))>".utf8
    }
  }

  /// Returns a replacement for a group name that has only letters and digits, as ICU (the library
  /// behind Foundation) requires.
  static func plain(_ name: String) -> String {
    "n" + name.utf8.map { String(Int($0) | 0x100, radix: 16).dropFirst() }.joined()
  }
}

extension String {
  fileprivate var isDigits: Bool { !isEmpty && utf8.allSatisfy { (0x30...0x39).contains($0) } }
}
#endif
