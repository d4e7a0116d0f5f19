/// What a matcher says of a request; a mismatch carries its reason, so that reports cost nothing.
public enum MatchResult: Sendable, Hashable {
  /// The request fits; the captures go to the responder.
  case matched(Captures)
  /// What the matcher wanted and what the request had instead.
  case mismatched(expected: String, found: String)

  /// The request fits and nothing was captured.
  public static let matched = MatchResult.matched(Captures())

  public var isMatch: Bool {
    if case .matched = self { true } else { false }
  }
}

/// What a matcher is evaluated for.
public enum HTTPMatcherSource: Sendable, Hashable {
  case stubRequest
  case ignoreRule
}
