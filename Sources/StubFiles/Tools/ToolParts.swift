import StubCore

/// Parts of a request as several tools compare them.
extension MatchedPart {
  /// The path as it was sent.
  static let encodedPath = derived("path", isAddress: true) { .one($0.target.path) }

  /// The text of the body; without a body it is empty.
  static let bodyOrEmpty = derived("body") { .one($0.bodyText) }
}
