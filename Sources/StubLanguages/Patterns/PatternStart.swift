/// A pattern that is found at the start of a text only, cut behind the plain text it begins with.
///
/// Patterns such as `^/users/1/[a-z]+$` and `^/users/2/[a-z]+$` have the same rest, which is compiled
/// once for all of them.
struct PatternStart {
  /// What each text has to start with: ASCII.
  let text: [UInt8]
  /// The pattern for what comes behind it, which sees the whole text.
  let rest: String

  /// `nil` for a pattern that is not fully understood here, or where a cut would be noticed.
  init?(_ pattern: String, _ options: RegularExpression.Options) {
    guard options.isSubset(of: [.fullMatch, .dotMatchesLineSeparators]),
      pattern.hasPrefix("^") || options.contains(.fullMatch),
      // Both see where a match begins.
      !pattern.contains(#"\G"#), !pattern.contains(#"\K"#),
      PatternReader.alternatives(of: pattern, options)?.count == 1
    else { return nil }
    var rest = pattern.utf8[...]
    if rest.first == UInt8(ascii: "^") { rest.removeFirst() }
    var text: [UInt8] = []
    while let (byte, next) = Self.plainByte(rest), !Self.isRepeated(next) {
      text.append(byte)
      rest = next
    }
    guard !text.isEmpty else { return nil }
    self.text = text
    self.rest = String(Substring(rest))
  }

  /// The byte that the pattern begins with as itself, and what follows it.
  private static func plainByte(
    _ pattern: Substring.UTF8View
  ) -> (byte: UInt8, rest: Substring.UTF8View)? {
    guard let byte = pattern.first else { return nil }
    let rest = pattern.dropFirst()
    if byte.isASCIIAlphanumeric { return (byte, rest) }
    if "/-_~!@%&=:;,'\"<> ".utf8.contains(byte) { return (byte, rest) }
    // A mark behind a backslash stands for itself.
    guard byte == UInt8(ascii: "\\"), let next = rest.first, (0x21..<0x7F).contains(next),
      !next.isASCIIAlphanumeric
    else { return nil }
    return (next, rest.dropFirst())
  }

  private static func isRepeated(_ rest: Substring.UTF8View) -> Bool {
    rest.first.map { "?*+{".utf8.contains($0) } ?? false
  }
}
