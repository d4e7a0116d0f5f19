/// The characters of a class in a Java pattern.
indirect enum JavaCharacterSet {
  /// The text in the brackets of a PCRE2 class.
  case members(String, isNegated: Bool = false)
  case union([JavaCharacterSet])
  case intersection([JavaCharacterSet])
  case complement(JavaCharacterSet)

  /// A PCRE2 pattern that matches one of the characters.
  var text: String {
    switch self {
    case .members(let members, let isNegated): return isNegated ? "[^\(members)]" : "[\(members)]"
    case .union(let sets):
      let plain = sets.compactMap(\.plainMembers).joined()
      let others = sets.filter { $0.plainMembers == nil }.map(\.text)
      let parts = (plain.isEmpty ? [] : ["[\(plain)]"]) + others
      return parts.count == 1 ? parts[0] : "(?:\(parts.joined(separator: "|")))"
    case .intersection(let sets):
      let conditions = sets.dropFirst().map { "(?=\($0.text))" }.joined()
      return sets.count == 1 ? sets[0].text : "(?:\(conditions)\(sets[0].text))"
    case .complement(let set):
      return set.plainMembers.map { "[^\($0)]" } ?? "(?:(?!\(set.text))[\\s\\S])"
    }
  }

  /// The characters of the set as the text in the brackets of a PCRE2 class.
  ///
  /// `nil` if the set has a negated part, or needs alternatives or lookaheads.
  private var plainMembers: String? {
    switch self {
    case .members(let members, isNegated: false): return members
    case .union(let sets):
      let members = sets.compactMap(\.plainMembers)
      return members.count == sets.count ? members.joined() : nil
    case .intersection(let sets): return sets.count == 1 ? sets[0].plainMembers : nil
    default: return nil
    }
  }

  /// Returns the set of characters with a property; `name` is the text in `\p{…}`.
  static func property(_ name: String, isNegated: Bool) -> JavaCharacterSet {
    if let members = named[name] { return .members(members, isNegated: isNegated) }
    var value = name
    if let sign = name.firstIndex(of: "=") {
      // Properties with other keys are blocks, which PCRE2 does not support.
      let keys = ["sc", "script", "gc", "general_category"]
      if keys.contains(name[..<sign].lowercased()) {
        value = String(name[name.index(after: sign)...])
      }
    } else if name.hasPrefix("Is") {
      value = String(name.dropFirst(2))
      if let members = binary[value.lowercased()] {
        return .members(members, isNegated: isNegated)
      }
    }
    return .members("\\p{\(value)}", isNegated: isNegated)
  }

  private static let named: [String: String] = [
    "Lower": "a-z", "Upper": "A-Z", "ASCII": #"\x{0}-\x{7f}"#, "Alpha": "A-Za-z", "Digit": "0-9",
    "Alnum": "0-9A-Za-z", "Punct": #"!-\/:-@\[-\x{60}\{-~"#, "Graph": "!-~", "Print": #"\x{20}-~"#,
    "Blank": #"\t\x{20}"#, "Cntrl": #"\x{0}-\x{1f}\x{7f}"#, "XDigit": "0-9A-Fa-f",
    "Space": #"\t-\r\x{20}"#, "LC": #"\p{L&}"#, "LD": #"\p{L}\p{Nd}"#, "L1": #"\x{0}-\x{ff}"#,
    "all": #"\s\S"#, "javaLowerCase": #"\p{Ll}"#, "javaUpperCase": #"\p{Lu}"#,
    "javaLetter": #"\p{L}"#, "javaDigit": #"\p{Nd}"#, "javaLetterOrDigit": #"\p{L}\p{Nd}"#,
    "javaAlphabetic": #"\p{L}\p{Nl}"#,
    "javaWhitespace": #"\t-\r\x{1c}-\x{20}\x{1680}\x{2000}-\x{2006}\x{2008}-\x{200a}"#
      + #"\x{2028}\x{2029}\x{205f}\x{3000}"#,
  ]

  /// The sets of properties, by the name after `Is`.
  ///
  /// The sets consist of general categories, because old versions of PCRE2 have no other
  /// properties. A few characters are missing: they have the property of a letter, but no category
  /// of letters.
  private static let binary: [String: String] = [
    "alphabetic": #"\p{L}\p{Nl}"#, "letter": #"\p{L}"#, "digit": #"\p{Nd}"#,
    "alnum": #"\p{L}\p{Nl}\p{Nd}"#, "ideographic": #"\p{Han}"#, "lowercase": #"\p{Ll}"#,
    "uppercase": #"\p{Lu}"#, "titlecase": #"\p{Lt}"#, "punctuation": #"\p{P}"#,
    "control": #"\p{Cc}"#, "white_space": #"\t-\r\x{85}\p{Z}"#, "assigned": #"\P{Cn}"#,
    "hex_digit": #"0-9A-Fa-f\x{ff10}-\x{ff19}\x{ff21}-\x{ff26}\x{ff41}-\x{ff46}"#,
  ]
}

extension JavaPattern {
  /// The meaning of an escape: a character or an assertion in the syntax of PCRE2, or a set of
  /// characters.
  enum Escape {
    case character(String)
    case set(JavaCharacterSet)
  }

  /// The deepest nesting of classes.
  private static let depthLimit = 50

  /// Reads the rest of a class, after its opening bracket.
  mutating func readClass(depth: Int) throws(PatternSyntaxError) -> JavaCharacterSet {
    guard depth < Self.depthLimit else {
      throw PatternSyntaxError(
        code: 0, offset: index, reason: "more than \(Self.depthLimit) classes in each other")
    }
    let isNegated = take("^")
    var operands: [[JavaCharacterSet]] = [[]]
    func isEmpty() -> Bool { operands.allSatisfy(\.isEmpty) }
    func add(_ set: JavaCharacterSet) { operands[operands.count - 1].append(set) }
    while isEmpty() || next != UInt8(ascii: "]") {
      if next == nil {
        throw PatternSyntaxError(
          code: 106, offset: index, reason: "missing terminating ] for character class")
      } else if take("[") {
        add(try readClass(depth: depth + 1))
      } else if take("&&") {
        operands.append([])
      } else if take("\\Q") {
        while next != nil, !take("\\E") { add(.members(readLiteral())) }
      } else {
        add(try readMember())
      }
    }
    index += 1
    let sets = operands.filter { !$0.isEmpty }.map { JavaCharacterSet.union($0) }
    return isNegated ? .complement(.intersection(sets)) : .intersection(sets)
  }

  /// Reads a character, a range or a set inside a class.
  private mutating func readMember() throws(PatternSyntaxError) -> JavaCharacterSet {
    let first: String
    switch readItem() {
    case .set(let set): return set
    case .character(let text): first = text
    }
    guard next == UInt8(ascii: "-"), index + 1 < bytes.count,
      bytes[index + 1] != UInt8(ascii: "]"), bytes[index + 1] != UInt8(ascii: "[")
    else { return .members(first) }
    index += 1
    let start = index
    guard case .character(let last) = readItem() else {
      throw PatternSyntaxError(
        code: 150, offset: start, reason: "invalid range in character class")
    }
    return .members("\(first)-\(last)")
  }

  private mutating func readItem() -> Escape {
    next == UInt8(ascii: "\\") ? readEscape() : .character(readLiteral())
  }

  /// Reads a literal character of a class.
  private mutating func readLiteral() -> String {
    let text = takeCharacter()
    guard let byte = text.utf8.first, byte < 0x80, !byte.isASCIIAlphanumeric else { return text }
    return byte > 0x20 && byte < 0x7F ? "\\" + text : "\\x{\(String(byte, radix: 16))}"
  }

  /// Reads an escape, which begins with a backslash.
  mutating func readEscape() -> Escape {
    index += 1
    guard let byte = next else { return .character("\\") }
    let text = takeCharacter()
    switch byte {
    case UInt8(ascii: "d"), UInt8(ascii: "D"), UInt8(ascii: "w"), UInt8(ascii: "W"),
      UInt8(ascii: "s"), UInt8(ascii: "S"), UInt8(ascii: "h"), UInt8(ascii: "H"),
      UInt8(ascii: "v"), UInt8(ascii: "V"):
      return .set(.members("\\" + text))
    case UInt8(ascii: "p"), UInt8(ascii: "P"):
      return .set(.property(takeName(), isNegated: byte == UInt8(ascii: "P")))
    case UInt8(ascii: "u"):
      guard let value = takeUnit() else { break }
      return .character("\\x{\(String(value, radix: 16))}")
    case UInt8(ascii: "0"):
      let digits = bytes[index...].prefix(3).prefix { (0x30...0x37).contains($0) }
      let count = digits.first.map { $0 > 0x33 ? 2 : 3 } ?? 0
      guard let value = Int(take(min(count, digits.count)), radix: 8) else { break }
      return .character("\\x{\(String(value, radix: 16))}")
    case UInt8(ascii: "x"):
      let isBraced = next == UInt8(ascii: "{")
      let braced = bytes[index...].prefix { $0 != UInt8(ascii: "}") }.count + 1
      return .character("\\x" + take(isBraced ? braced : 2))
    case UInt8(ascii: "c"): return .character("\\c" + takeCharacter())
    default: break
    }
    return .character("\\" + text)
  }

  /// Reads the name of a property, which is `{Name}` or a single letter.
  private mutating func takeName() -> String {
    guard take("{") else { return takeCharacter() }
    let name = take(bytes[index...].prefix { $0 != UInt8(ascii: "}") }.count)
    _ = take("}")
    return name
  }

  /// Reads the four digits after `\u`; if they are the first half of a surrogate pair, also the
  /// second half.
  private mutating func takeUnit() -> Int? {
    guard let first = hexadecimal(at: index) else { return nil }
    index += 4
    guard (0xD800..<0xDC00).contains(first), follows("\\u"),
      let second = hexadecimal(at: index + 2), (0xDC00..<0xE000).contains(second)
    else { return first }
    index += 6
    return 0x10000 + (first - 0xD800) * 0x400 + (second - 0xDC00)
  }

  private func hexadecimal(at place: Int) -> Int? {
    let digits = bytes[min(place, bytes.count)...].prefix(4)
    guard digits.count == 4, digits.allSatisfy({ PercentEncoding.hexValue($0) != nil })
    else { return nil }
    return Int(String(decoding: digits, as: UTF8.self), radix: 16)
  }
}
