import StubPlatform

#if FOUNDATION_REGEX
typealias PatternEngine = FoundationProgram
#else
typealias PatternEngine = PCRE2Program
#endif

/// The result of a search; groups are byte ranges, and `nil` for groups that did not match.
enum SearchOutcome {
  case matched([Range<Int>?])
  case notMatched
  case gaveUp(String)
}

/// The error of an engine for a pattern, with the error code of pcre2_compile (0 for errors of
/// other origin).
struct PatternSyntaxError: Error {
  let code: Int32
  let offset: Int
  let reason: String
}

/// The compiled form of a whole pattern, or of its rest after a literal start.
struct PatternProgram: Sendable {
  private let pattern: String
  private let options: RegularExpression.Options
  /// The literal start of every match, which is compared first; the program then matches the rest.
  private let start: [UInt8]
  private let program: PatternEngine

  /// Compiles a pattern, unless a compiled one exists.
  init(
    _ pattern: String, _ options: RegularExpression.Options
  ) throws(PatternSyntaxError) {
    (self.pattern, self.options) = (pattern, options)
    if let cut = PatternStart(pattern, options),
      let rest = try? PatternEngine.of(cut.rest, options, isAnchored: true)
    {
      (start, program) = (cut.text, rest)
    } else {
      (start, program) = ([], try PatternEngine.of(pattern, options))
    }
  }

  var groupNames: [(name: String, number: Int)] { program.groupNames }

  func firstMatch(in subject: UnsafeBufferPointer<UInt8>) -> SearchOutcome {
    guard isStart(of: subject) else { return .notMatched }
    if let whole = programForAll(of: subject) { return whole.firstMatch(in: subject) }
    return program.firstMatch(in: subject, behind: start.count)
  }

  func isMatch(_ subject: UnsafeBufferPointer<UInt8>) -> Bool {
    guard isStart(of: subject) else { return false }
    if let whole = programForAll(of: subject) { return whole.isMatch(subject) }
    return program.isMatch(subject, behind: start.count)
  }

  private func isStart(of subject: UnsafeBufferPointer<UInt8>) -> Bool {
    guard !start.isEmpty else { return true }
    guard subject.count >= start.count, let bytes = subject.baseAddress else { return false }
    return memcmp(bytes, start, start.count) == 0
  }

  /// Returns a program for the whole pattern if the text cannot be searched in two parts; otherwise
  /// `nil`.
  ///
  /// The second search cannot begin at a byte that may be invalid UTF-8.
  private func programForAll(of subject: UnsafeBufferPointer<UInt8>) -> PatternEngine? {
    guard !start.isEmpty, subject.count > start.count, subject[start.count] >= 0x80
    else { return nil }
    return try? PatternEngine.of(pattern, options)
  }
}

/// A pattern with `^` and a literal start, split into the start and the rest.
///
/// Patterns such as `^/users/1/[a-z]+$` and `^/users/2/[a-z]+$` have the same rest, which is
/// compiled only once.
struct PatternStart {
  /// The literal start, in ASCII.
  let text: [UInt8]
  /// The pattern for the rest of the match, whose anchors see the whole text.
  let rest: String

  /// Splits a pattern; `nil` if it cannot be parsed completely, or if splitting would change its
  /// meaning.
  init?(_ pattern: String, _ options: RegularExpression.Options) {
    guard
      options.isSubset(of: [.fullMatch, .dotMatchesLineSeparators, .asciiClasses, .dollarIsEnd]),
      pattern.hasPrefix("^") || options.contains(.fullMatch),
      // Both escapes depend on the start of a match.
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

  /// Returns the literal character of one byte at the start of the pattern, and the rest; `nil` if
  /// it starts with something else.
  private static func plainByte(
    _ pattern: Substring.UTF8View
  ) -> (byte: UInt8, rest: Substring.UTF8View)? {
    guard let byte = pattern.first else { return nil }
    let rest = pattern.dropFirst()
    if byte.isASCIIAlphanumeric { return (byte, rest) }
    if "/-_~!@%&=:;,'\"<> ".utf8.contains(byte) { return (byte, rest) }
    // A punctuation mark after a backslash is literal.
    guard byte == UInt8(ascii: "\\"), let next = rest.first, (0x21..<0x7F).contains(next),
      !next.isASCIIAlphanumeric
    else { return nil }
    return (next, rest.dropFirst())
  }

  private static func isRepeated(_ rest: Substring.UTF8View) -> Bool {
    rest.first.map { "?*+{".utf8.contains($0) } ?? false
  }
}
