#if FOUNDATION_REGEX
import Foundation

/// A pattern compiled by `NSRegularExpression`, for platforms without PCRE2.
final class FoundationProgram: Sendable {
  private struct Source: Hashable {
    /// Compares bytes, because texts can be equal with different bytes.
    let bytes: [UInt8]
    let options: RegularExpression.Options
    let isAnchored: Bool
  }

  /// Programs by their patterns: stubs share many patterns, and tests compile the same ones repeatedly.
  private static let recent = CompiledValues<Source, FoundationProgram>()

  private let expression: NSRegularExpression
  private let isAnchored: Bool
  let groupNames: [(name: String, number: Int)]
  let usesMachineCode = false

  /// A program for a pattern; it may be shared.
  ///
  /// An anchored program matches only at the start of the search.
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
      let pattern = try FoundationPattern(source.bytes, ignoresSpace: isExtended)
      (text, groupNames) = (pattern.text, pattern.groupNames)
    }
    // A comment may be last, which the line end ends.
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
  /// If `start` is given, it belongs to the match, and the search begins after it.
  func firstMatch(
    in subject: UnsafeBufferPointer<UInt8>, behind start: Int = 0
  ) -> SearchOutcome {
    let text = SubjectText(subject)
    let deadline = ContinuousClock.now + RegularExpression.timeLimit
    for range in text.validRanges(from: start) {
      switch search(text.string, range, until: deadline) {
      case .matched(let ranges):
        var ranges = ranges.map { $0.map(text.bytes) }
        if start > 0, let match = ranges[0] { ranges[0] = 0..<match.upperBound }
        return .matched(ranges)
      case .gaveUp(let reason): return .gaveUp(reason)
      case .notMatched: if isAnchored { return .notMatched }
      }
    }
    return .notMatched
  }

  /// Whether the bytes match.
  func isMatch(_ subject: UnsafeBufferPointer<UInt8>, behind start: Int = 0) -> Bool {
    if case .matched = firstMatch(in: subject, behind: start) { true } else { false }
  }

  /// Searches a part of the text; what is around it is seen, and ranges count UTF-16 units.
  private func search(
    _ text: String, _ range: Range<Int>, until deadline: ContinuousClock.Instant
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
        outcome = .gaveUp("more memory than Foundation allows")
        stop.pointee = true
      } else {
        // A report comes at each place where a match may begin, and often within a long search.
        reports += 1
        guard reports % 64 == 0, ContinuousClock.now > deadline else { return }
        outcome = .gaveUp("more than \(RegularExpression.timeLimit)")
        stop.pointee = true
      }
    }
    return outcome
  }
}

/// Bytes as a text in UTF-16, and the way back from its units.
private struct SubjectText {
  let string: String
  /// The byte at which each UTF-16 unit begins, and the end; empty if each byte is a unit.
  private var places: [Int] = []
  /// The units that stand for invalid bytes.
  private var invalid: [Int] = []
  private let count: Int

  init(_ bytes: UnsafeBufferPointer<UInt8>) {
    string = String(decoding: bytes, as: UTF8.self)
    guard bytes.contains(where: { $0 >= 0x80 }) else {
      count = bytes.count
      return
    }
    var decoder = Unicode.UTF8.ForwardParser()
    var iterator = bytes.makeIterator()
    var place = 0
    loop: while true {
      switch decoder.parseScalar(from: &iterator) {
      case .valid(let scalar):
        // Both halves of a pair begin where the character does.
        places += repeatElement(place, count: scalar.count == 4 ? 2 : 1)
        place += scalar.count
      case .error(let length):
        invalid.append(places.count)
        places.append(place)
        place += length
      case .emptyInput: break loop
      }
    }
    count = places.count
    places.append(place)
  }

  func bytes(_ units: Range<Int>) -> Range<Int> {
    places.isEmpty ? units : places[units.lowerBound]..<places[units.upperBound]
  }

  /// The stretches of units without invalid ones, beginning with a byte.
  func validRanges(from start: Int) -> [Range<Int>] {
    let first = places.isEmpty ? start : places.firstIndex { $0 >= start } ?? count
    var ranges: [Range<Int>] = []
    var from = first
    for unit in invalid where unit >= first {
      ranges.append(from..<unit)
      from = unit + 1
    }
    return ranges + [from..<count]
  }
}
#endif
