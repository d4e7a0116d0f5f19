/// Rewrites a Java pattern (`java.util.regex`) as a PCRE2 pattern with the same meaning.
///
/// Parts that mean the same in both are copied. Java has operators in classes, such as
/// `[a-z&&[^b]]` and `[a[bc]]`, and other options and names of properties. It also has `\uXXXX` and
/// `\0NNN`, and it ignores a count after a quantifier.
struct JavaPattern {
  /// A part of the rewritten pattern, with its position in the Java pattern.
  private struct Piece {
    let text: String
    let origin: Int
  }

  let bytes: [UInt8]
  var index = 0
  private var pieces: [Piece] = []
  /// Whether the previous part of the pattern is a quantifier.
  private var isRepeated = false
  private var usesUnicodeClasses = false

  /// Rewrites the pattern.
  ///
  /// - Throws: `PatternSyntaxError` for a class that is not closed or has an invalid range.
  init(_ pattern: String) throws(PatternSyntaxError) {
    bytes = Array(pattern.utf8)
    while let byte = next { try read(byte) }
    if usesUnicodeClasses { pieces.insert(Piece(text: "(*UCP)", origin: 0), at: 0) }
  }

  /// The pattern for PCRE2.
  var text: String { pieces.map(\.text).joined() }

  /// Returns the position in the Java pattern for a position in ``text``; both are in bytes.
  func place(of offset: Int) -> Int {
    var end = 0
    for (number, piece) in pieces.enumerated() {
      let start = end
      end += piece.text.utf8.count
      guard offset < end else { continue }
      let limit = number + 1 < pieces.count ? pieces[number + 1].origin : bytes.count
      return min(piece.origin + offset - start, limit)
    }
    return bytes.count
  }

  var next: UInt8? { index < bytes.count ? bytes[index] : nil }

  func follows(_ text: String) -> Bool { bytes[index...].starts(with: text.utf8) }

  mutating func take(_ text: String) -> Bool {
    guard follows(text) else { return false }
    index += text.utf8.count
    return true
  }

  /// Takes the next `count` bytes, or fewer at the end.
  mutating func take(_ count: Int) -> String {
    let end = min(index + count, bytes.count)
    defer { index = end }
    return String(decoding: bytes[index..<end], as: UTF8.self)
  }

  /// Takes the bytes of one character.
  mutating func takeCharacter() -> String {
    take(1 + bytes[min(index + 1, bytes.count)...].prefix { $0 & 0xC0 == 0x80 }.count)
  }

  private mutating func add(_ text: String, from origin: Int) {
    pieces.append(Piece(text: text, origin: origin))
    isRepeated = false
  }

  private mutating func read(_ byte: UInt8) throws(PatternSyntaxError) {
    let start = index
    switch byte {
    case UInt8(ascii: "\\"):
      if follows("\\Q") { return add(takeQuotation(), from: start) }
      switch readEscape() {
      case .character(let text): add(text, from: start)
      case .set(let set): add(set.text, from: start)
      }
    case UInt8(ascii: "["):
      index += 1
      add(try readClass(depth: 0).text, from: start)
    case UInt8(ascii: "("): readOpening()
    case UInt8(ascii: "*"), UInt8(ascii: "+"), UInt8(ascii: "?"): readQuantifier(1)
    case UInt8(ascii: "{"): readBrace()
    default: add(takeCharacter(), from: start)
    }
  }

  private mutating func takeQuotation() -> String {
    let start = index
    while index < bytes.count, !take("\\E") { index += 1 }
    return String(decoding: bytes[start..<index], as: UTF8.self)
  }

  private mutating func readQuantifier(_ count: Int) {
    let start = index
    var text = take(count)
    if next == UInt8(ascii: "?") || next == UInt8(ascii: "+") { text += take(1) }
    add(text, from: start)
    isRepeated = true
  }

  /// Reads a count such as `{2,3}`, or a literal brace.
  ///
  /// Java ignores a count after a quantifier, as in `.*{2,3}`.
  private mutating func readBrace() {
    let count = bytes[index...].prefix { $0 != UInt8(ascii: "}") }.count + 1
    let inner = bytes[index...].prefix(count).dropFirst().dropLast()
    guard inner.first.map(Self.isDigit) ?? false, index + count <= bytes.count,
      inner.allSatisfy({ Self.isDigit($0) || $0 == UInt8(ascii: ",") })
    else { return add(take(1), from: index) }
    let isIgnored = isRepeated
    readQuantifier(count)
    if isIgnored { pieces.removeLast() }
  }

  static func isDigit(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
  }

  /// Reads the start of a group, or options such as `(?i)`.
  private mutating func readOpening() {
    let start = index
    var text = take(1)
    guard next == UInt8(ascii: "?") else { return add(text, from: start) }
    text += take(1)
    let letters = bytes[index...].prefix { "idmsuxU-".utf8.contains($0) }
    let end = letters.endIndex < bytes.count ? bytes[letters.endIndex] : 0
    if !letters.isEmpty, end == UInt8(ascii: ")") || end == UInt8(ascii: ":") {
      index = letters.endIndex
      let isAdded = letters.prefix { $0 != UInt8(ascii: "-") }.contains(UInt8(ascii: "U"))
      usesUnicodeClasses = usesUnicodeClasses || isAdded
      // The options `u`, `d` and `U` are omitted, because letter case and line ends always
      // follow Unicode here.
      let kept = letters.filter { !"udU".utf8.contains($0) }
      let isEmpty = kept.allSatisfy { $0 == UInt8(ascii: "-") }
      text += isEmpty ? "" : String(decoding: kept, as: UTF8.self)
      guard end == UInt8(ascii: ":") else {
        index += 1
        return add(isEmpty ? "" : text + ")", from: start)
      }
    }
    add(text + takeCharacter(), from: start)
  }
}
