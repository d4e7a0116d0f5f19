#if FOUNDATION_REGEX
import Foundation

/// A pattern that `NSRegularExpression` has compiled, for platforms without PCRE2.
final class FoundationProgram: Sendable {
  private struct Source: Hashable {
    /// The bytes of the pattern, which tell apart patterns that are equal as texts.
    let bytes: [UInt8]
    let options: RegularExpression.Options
    let isAnchored: Bool
  }

  /// The recently compiled programs.
  ///
  /// They are kept because many stubs share patterns, and tests compile the same patterns
  /// repeatedly.
  private static let recent = CompilationCache<Source, FoundationProgram>()

  private let expression: NSRegularExpression
  private let isAnchored: Bool
  /// Texts that every match contains, so that a subject without one of them need not be searched.
  private let literals: [[UInt8]]
  let groupNames: [(name: String, number: Int)]

  /// Returns a program for a pattern, which may be shared.
  ///
  /// An anchored program matches only where the search starts.
  static func of(
    _ pattern: String, _ options: RegularExpression.Options, isAnchored: Bool = false
  ) throws(PatternSyntaxError) -> FoundationProgram {
    let source = Source(bytes: Array(pattern.utf8), options: options, isAnchored: isAnchored)
    return try recent.value(for: source) { source throws(PatternSyntaxError) in
      try FoundationProgram(source)
    }
  }

  private init(_ source: Source) throws(PatternSyntaxError) {
    let options = source.options
    let isExtended = options.contains(.extended)
    var text = String(decoding: source.bytes, as: UTF8.self)
    if options.contains(.literal) {
      text = NSRegularExpression.escapedPattern(for: text)
      groupNames = []
    } else {
      let pattern = try FoundationPattern(source.bytes, options)
      (text, groupNames) = (pattern.text, pattern.groupNames)
    }
    literals = RegularExpression.requiredLiterals(
      of: String(decoding: source.bytes, as: UTF8.self), options
    ).map { Array($0.utf8) }
    // The newline ends a comment, with which the pattern may end.
    if options.contains(.fullMatch) { text = "(?:\(text)\(isExtended ? "\n" : ""))\\z" }
    isAnchored = source.isAnchored || options.contains(.fullMatch)
    var flags: NSRegularExpression.Options = []
    if options.contains(.caseInsensitive) { flags.insert(.caseInsensitive) }
    if !options.contains(.literal) {
      if options.contains(.multiline) { flags.insert(.anchorsMatchLines) }
      if options.contains(.dotMatchesLineSeparators) { flags.insert(.dotMatchesLineSeparators) }
      if isExtended { flags.insert(.allowCommentsAndWhitespace) }
    }
    do {
      expression = try NSRegularExpression(pattern: text, options: flags)
    } catch {
      throw PatternSyntaxError(
        code: 0, offset: 0, reason: "Foundation's regular expressions do not know such a pattern")
    }
  }

  /// Searches bytes, which may be invalid UTF-8.
  ///
  /// The search begins after the first `start` bytes, which must be ASCII, and the match is
  /// extended to include them.
  func firstMatch(
    in subject: UnsafeBufferPointer<UInt8>, behind start: Int = 0
  ) -> SearchOutcome {
    let deadline = ProcessorClock.now + RegularExpression.timeLimit
    guard literals.allSatisfy({ ByteSearch.contains($0, in: subject) }) else { return .notMatched }
    var stretch = SubjectStretch(firstOf: subject)
    while true {
      let text = stretch.text
      switch search(text.string, text.units(from: stretch.isFirst ? start : 0), until: deadline) {
      case .matched(let units):
        var ranges = units.map { $0.map { text.bytes($0, from: stretch.bytes.lowerBound) } }
        if start > 0, let match = ranges[0] { ranges[0] = 0..<match.upperBound }
        return .matched(ranges)
      case .gaveUp(let reason): return .gaveUp(reason)
      case .notMatched: break
      }
      guard !isAnchored, let next = stretch.next else { return .notMatched }
      if ProcessorClock.now > deadline { return Self.isOutOfTime }
      stretch = next
    }
  }

  /// Returns whether the bytes match.
  func isMatch(_ subject: UnsafeBufferPointer<UInt8>, behind start: Int = 0) -> Bool {
    if case .matched = firstMatch(in: subject, behind: start) { true } else { false }
  }

  private static let isOutOfTime = SearchOutcome.gaveUp(
    "gave up after \(RegularExpression.timeLimit)")

  /// Searches a part of the text.
  ///
  /// Anchors also see the text around the part. Ranges are in UTF-16 units.
  private func search(
    _ text: String, _ range: Range<Int>, until deadline: Duration
  ) -> SearchOutcome {
    var options: NSRegularExpression.MatchingOptions = [
      .reportProgress, .reportCompletion, .withTransparentBounds, .withoutAnchoringBounds,
    ]
    if isAnchored { options.insert(.anchored) }
    var outcome = SearchOutcome.notMatched
    var reports = 0
    expression.enumerateMatches(
      in: text, options: options, range: NSRange(range)
    ) { match, flags, stop in
      if let match {
        outcome = .matched((0..<match.numberOfRanges).map { Range(match.range(at: $0)) })
        stop.pointee = true
      } else if flags.contains(.internalError) {
        outcome = .gaveUp("gave up after all memory that Foundation allows")
        stop.pointee = true
      } else {
        // Foundation reports each possible start of a match, and reports often
        // during a long search.
        reports += 1
        guard reports % 64 == 0, ProcessorClock.now > deadline else { return }
        outcome = Self.isOutOfTime
        stop.pointee = true
      }
    }
    return outcome
  }
}
#endif

#if FOUNDATION_REGEX
/// A part of the searched bytes that is valid UTF-8, between invalid bytes.
///
/// Foundation copies the whole text for each search, so each part is a separate text.
struct SubjectStretch {
  private let subject: UnsafeBufferPointer<UInt8>
  let bytes: Range<Int>

  init(firstOf subject: UnsafeBufferPointer<UInt8>) { self.init(subject, from: 0) }

  private init(_ subject: UnsafeBufferPointer<UInt8>, from start: Int) {
    self.subject = subject
    bytes = start..<Self.end(in: subject, from: start)
  }

  var isFirst: Bool { bytes.lowerBound == 0 }

  /// The next valid part, after the invalid bytes; `nil` at the end.
  var next: SubjectStretch? {
    var start = bytes.upperBound
    guard start < subject.count else { return nil }
    repeat { start += 1 } while start < subject.count && Self.end(in: subject, from: start) == start
    return SubjectStretch(subject, from: start)
  }

  /// The part as a text.
  ///
  /// The invalid bytes before or after it become one replacement character, so that anchors do not
  /// take the ends of the part for the ends of the text.
  var text: SubjectText {
    SubjectText(
      UnsafeBufferPointer(rebasing: subject[bytes]), isFirst: isFirst,
      isLast: bytes.upperBound == subject.count)
  }

  private static func end(in subject: UnsafeBufferPointer<UInt8>, from start: Int) -> Int {
    let rest = UnsafeRawBufferPointer(UnsafeBufferPointer(rebasing: subject[start...]))
    return UTF8Check.firstInvalidByte(in: rest).map { start + $0 } ?? subject.count
  }
}

/// A text to search, with positions in UTF-16 units.
struct SubjectText {
  private static let stranger = "\u{FFFD}"

  let string: String
  private let isASCII: Bool
  /// The number of UTF-16 units that were added before and after the given bytes.
  private let margins: (before: Int, after: Int)

  init(_ bytes: UnsafeBufferPointer<UInt8>, isFirst: Bool, isLast: Bool) {
    let own = String(decoding: bytes, as: UTF8.self)
    isASCII = own.utf16.count == bytes.count
    margins = (isFirst ? 0 : 1, isLast ? 0 : 1)
    string = (isFirst ? "" : Self.stranger) + own + (isLast ? "" : Self.stranger)
  }

  /// Returns the range of units from the byte at `start` to the end; all bytes before it are ASCII.
  func units(from start: Int) -> Range<Int> {
    margins.before + start..<string.utf16.count - margins.after
  }

  /// Returns the range of bytes for a range of units; bytes are counted from `start`.
  func bytes(_ units: Range<Int>, from start: Int) -> Range<Int> {
    start + place(units.lowerBound)..<start + place(units.upperBound)
  }

  private func place(_ unit: Int) -> Int {
    if isASCII { return unit - margins.before }
    let index = string.utf16.index(string.startIndex, offsetBy: unit)
    let place = string.utf8.distance(from: string.startIndex, to: index)
    return place - margins.before * Self.stranger.utf8.count
  }
}
#endif
