/// A regular expression or glob that cannot be read: where, why, and what to write instead.
public struct PatternError: Error, Sendable, Hashable, CustomStringConvertible {
  /// The pattern as it was given.
  public let pattern: String
  /// Where reading stopped, in UTF-8 bytes from the start of the pattern.
  public let offset: Int
  /// What is wrong there; for regular expressions PCRE2's own message.
  public let reason: String
  /// What to try.
  public let remedy: String
  /// What the pattern should have been, such as `a regular expression`.
  package let expected: String

  package init(
    pattern: String, offset: Int, reason: String, remedy: String, expected: String
  ) {
    self.pattern = pattern
    self.offset = offset
    self.reason = reason
    self.remedy = remedy
    self.expected = expected
  }

  public var description: String {
    """
    Expected \(expected), found `\(pattern)`: \(reason) at offset \(offset).
    \(CaretExcerpt(pattern, offset: offset))
    Try: \(remedy)
    """
  }
}
