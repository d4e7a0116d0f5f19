/// Takes all matches of a regular expression out of texts, those that a search from left to right finds.
package struct MatchRemoval: Sendable {
  private let first: RegularExpression
  /// Finds matches after the first character of a text, so that `^` is the start of the whole text only.
  private let later: RegularExpression

  /// - Throws: `PatternError` for a pattern that cannot stand in a group.
  package init(_ expression: RegularExpression) throws(PatternError) {
    first = expression
    later = try RegularExpression(
      "(?<=[\\s\\S])(?:\(expression.pattern))", options: expression.options)
  }

  /// The text without the matches; `nil` where to find them takes too long.
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
        // Nothing is taken out here, and the search goes on behind the next character.
        guard place < bytes.count else { return kept }
        repeat {
          kept.append(bytes[place])
          place += 1
        } while place < bytes.count && bytes[place] & 0xC0 == 0x80
      }
    }
    return nil
  }

  /// The first match at a place or later.
  private func match(in bytes: UnsafeBufferPointer<UInt8>, from place: Int) -> SearchOutcome {
    guard place > 0 else { return first.ranges(in: bytes) }
    var start = place - 1
    while start > 0, bytes[start] & 0xC0 == 0x80 { start -= 1 }
    let outcome = later.ranges(in: UnsafeBufferPointer(rebasing: bytes[start...]))
    guard case .matched(let ranges) = outcome else { return outcome }
    return .matched(ranges.map { $0.map { $0.lowerBound + start..<$0.upperBound + start } })
  }
}
