/// What the end of a test can find and count as a failure.
public enum StubFinding: Sendable, Hashable, CaseIterable {
  /// A stub, or a track of a cassette, that has answered no request.
  ///
  /// A test that has failed already may have ended early, so it is not told of these.
  case unused
  /// A request that no stub answered.
  case unmatched
}
