/// The options for compiling and matching a pattern.
public struct RegularExpressionOptions: OptionSet, Sendable, Hashable {
  public let rawValue: Int

  public init(rawValue: Int) { self.rawValue = rawValue }

  /// Letter case is ignored.
  public static let caseInsensitive = Self(rawValue: 1)
  /// `^` and `$` also match at line ends (`anchorsMatchLines` of `NSRegularExpression`).
  public static let multiline = Self(rawValue: 2)
  /// `.` also matches line ends.
  public static let dotMatchesLineSeparators = Self(rawValue: 4)
  /// White space and `#` comments in the pattern are ignored.
  public static let extended = Self(rawValue: 8)
  /// The pattern must match the whole text.
  public static let fullMatch = Self(rawValue: 16)
  /// Every character is literal (`ignoreMetacharacters` of `NSRegularExpression`).
  public static let literal = Self(rawValue: 32)
  /// `\d`, `\w`, `\s` and similar classes match ASCII only, as in Java and Go.
  package static let asciiClasses = Self(rawValue: 64)
  /// `$` matches only at the end of the text, and not before a final line end, as in JavaScript and
  /// Go.
  package static let dollarIsEnd = Self(rawValue: 128)
  /// The pattern has Java syntax, in which classes have operators.
  package static let java = Self(rawValue: 256)
}

/// A Perl-compatible regular expression, which is compiled once and can be used by any number of
/// threads.
///
/// A search finds the pattern anywhere in the text, unless `fullMatch` is set. The pattern `*`
/// alone, which is not a regular expression, matches anything. A search that backtracks for too
/// long is stopped after milliseconds with `Outcome.gaveUp`.
package final class RegularExpression: Sendable {
  package typealias Options = RegularExpressionOptions

  /// The result of a search.
  package enum Outcome: Sendable, Hashable {
    /// The first match in the text, with its groups.
    case matched(RegexMatch)
    /// The pattern is not in the text.
    case notMatched
    /// The search was stopped without a result; the text names the limit that it exceeded.
    case gaveUp(String)
  }

  /// The largest number of backtracking steps from one starting point.
  ///
  /// It is enough for any pattern without catastrophic backtracking, and reached in a few
  /// milliseconds.
  package static let stepLimit: UInt32 = 1_000_000
  /// The largest processor time for all starting points of a text together.
  package static let timeLimit: Duration = .milliseconds(250)
  /// The largest number of open backtracking points; it applies only without machine code.
  package static let depthLimit: UInt32 = 100_000
  /// The largest amount of memory for a search in KiB; it applies only without machine code.
  package static let heapLimit: UInt32 = 16_384
  /// The largest stack for a search in machine code, in bytes.
  package static let stackLimit = 1024 * 1024

  /// The pattern as it was given.
  package let pattern: String
  /// The options of the pattern.
  package let options: Options
  /// The pattern, rewritten in the syntax of PCRE2.
  let plainPattern: String
  /// The compiled pattern; `nil` for `*`, which matches anything.
  private let program: PatternProgram?

  /// Compiles a pattern.
  ///
  /// - Throws: `PatternError` with the offset, PCRE2's message and a remedy.
  package init(_ pattern: String, options: Options = []) throws(PatternError) {
    self.pattern = pattern
    self.options = options
    if pattern == "*", !options.contains(.literal) {
      (plainPattern, program) = (pattern, nil)
      return
    }
    var java: JavaPattern?
    do {
      if options.contains(.java) { java = try JavaPattern(pattern) }
      plainPattern = java?.text ?? pattern
      program = try PatternProgram(plainPattern, options.subtracting(.java))
    } catch {
      throw PatternError(error, at: java?.place(of: error.offset), in: pattern)
    }
  }

  /// Searches a text.
  package func firstMatch(in text: String) -> Outcome {
    var text = text
    return text.withUTF8(search)
  }

  /// Searches bytes, which may be invalid UTF-8; a match never contains invalid bytes.
  package func firstMatch(inBytes bytes: some Sequence<UInt8>) -> Outcome {
    bytes.withContiguousStorageIfAvailable(search)
      ?? Array(bytes).withUnsafeBufferPointer(search)
  }

  /// Returns whether the text matches; `false` if the search gave up.
  package func isMatch(_ text: String) -> Bool {
    guard let program else { return true }
    var text = text
    return text.withUTF8 { isMatch(program, $0) }
  }

  /// Returns whether the bytes match; `false` if the search gave up.
  package func matches(_ bytes: some Sequence<UInt8>) -> Bool {
    guard let program else { return true }
    return bytes.withContiguousStorageIfAvailable { isMatch(program, $0) }
      ?? Array(bytes).withUnsafeBufferPointer { isMatch(program, $0) }
  }

  /// Returns the ranges of the first match and its groups.
  func ranges(in subject: UnsafeBufferPointer<UInt8>) -> SearchOutcome {
    program.map { firstMatch($0, subject) } ?? .matched([0..<subject.count])
  }

  private func isMatch(
    _ program: PatternProgram, _ subject: UnsafeBufferPointer<UInt8>
  ) -> Bool {
    guard let time = SearchTime.shared else { return program.isMatch(subject) }
    return time.spend { program.isMatch(subject) } ?? false
  }

  private func firstMatch(
    _ program: PatternProgram, _ subject: UnsafeBufferPointer<UInt8>
  ) -> SearchOutcome {
    guard let time = SearchTime.shared else { return program.firstMatch(in: subject) }
    return time.spend { program.firstMatch(in: subject) } ?? .gaveUp(time.reason)
  }

  private func search(_ subject: UnsafeBufferPointer<UInt8>) -> Outcome {
    guard let program else {
      return .matched(RegexMatch(groups: ["0": String(decoding: subject, as: UTF8.self)]))
    }
    switch firstMatch(program, subject) {
    case .notMatched: return .notMatched
    case .gaveUp(let reason): return .gaveUp(reason)
    case .matched(let ranges):
      var groups = [String: String](minimumCapacity: ranges.count + program.groupNames.count)
      for (number, range) in ranges.enumerated() {
        guard let range else { continue }
        groups[String(number)] = String(
          decoding: UnsafeBufferPointer(rebasing: subject[range]), as: UTF8.self)
      }
      for (name, number) in program.groupNames {
        if let text = groups[String(number)] { groups[name] = text }
      }
      return .matched(RegexMatch(groups: groups))
    }
  }
}

extension RegularExpression: Hashable, CustomStringConvertible {
  package static func == (left: RegularExpression, right: RegularExpression) -> Bool {
    left === right
      || (left.options == right.options && left.pattern.hasSameScalars(as: right.pattern))
  }

  package func hash(into hasher: inout Hasher) {
    hasher.combine(pattern)
    hasher.combine(options)
  }

  package var description: String { pattern }
}

/// A match of a regular expression.
package struct RegexMatch: Sendable, Hashable {
  /// The text of each group that matched, by number (`"0"` is the whole match) and by name.
  package let groups: [String: String]

  package init(groups: [String: String]) { self.groups = groups }

  /// The text of the whole match.
  package var text: String { groups["0"] ?? "" }

  /// Returns the text of a numbered group; `nil` if the group did not match.
  package subscript(number: Int) -> String? { groups[String(number)] }

  /// Returns the text of a named group; `nil` if the group did not match.
  package subscript(name: String) -> String? { groups[name] }
}

/// Removes all matches of a regular expression from texts, from left to right.
package struct MatchRemoval: Sendable {
  private let first: RegularExpression
  /// The pattern for matches after the start of the text, in which `^` must not match.
  private let later: RegularExpression

  /// Creates a removal of the matches of an expression.
  ///
  /// - Throws: `PatternError` for a pattern that cannot be put in a group.
  package init(_ expression: RegularExpression) throws(PatternError) {
    first = expression
    later = try RegularExpression(
      "(?<=[\\s\\S])(?:\(expression.pattern))", options: expression.options)
  }

  /// Returns the text without the matches; `nil` if the search takes too long.
  package func text(without text: String) -> String? {
    Array(text.utf8).withUnsafeBufferPointer { bytes in
      rest(of: bytes).map { String(decoding: $0, as: UTF8.self) }
    }
  }

  private func rest(of bytes: UnsafeBufferPointer<UInt8>) -> [UInt8]? {
    let deadline = ProcessorClock.now + RegularExpression.timeLimit
    var kept: [UInt8] = []
    var place = 0
    while ProcessorClock.now <= deadline {
      switch match(in: bytes, from: place) {
      case .gaveUp: return nil
      case .notMatched: return kept + bytes[place...]
      case .matched(let ranges):
        guard let range = ranges.first ?? nil, range.lowerBound >= place else { return nil }
        kept += bytes[place..<range.lowerBound]
        place = range.upperBound
        guard range.isEmpty else { continue }
        // The match is empty, so one character is kept before the search continues.
        guard place < bytes.count else { return kept }
        repeat {
          kept.append(bytes[place])
          place += 1
        } while place < bytes.count && bytes[place] & 0xC0 == 0x80
      }
    }
    return nil
  }

  /// Returns the first match at or after a position in the bytes.
  private func match(in bytes: UnsafeBufferPointer<UInt8>, from place: Int) -> SearchOutcome {
    guard place > 0 else { return first.ranges(in: bytes) }
    var start = place - 1
    while start > 0, bytes[start] & 0xC0 == 0x80 { start -= 1 }
    let outcome = later.ranges(in: UnsafeBufferPointer(rebasing: bytes[start...]))
    guard case .matched(let ranges) = outcome else { return outcome }
    return .matched(ranges.map { $0.map { $0.lowerBound + start..<$0.upperBound + start } })
  }
}
