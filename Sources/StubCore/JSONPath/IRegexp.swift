/// A compiled I-Regexp (RFC 9485).
struct IRegexp: Sendable {
  private let source: String

  init(_ pattern: String, matchesWhole: Bool) throws(IRegexpError) {
    source = try IRegexpSyntax.translate(pattern)
  }

  func matches(_ text: String) -> Bool { false }
}
