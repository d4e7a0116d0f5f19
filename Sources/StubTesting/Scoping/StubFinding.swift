/// Something that is found at the end of a test and can fail it.
public enum StubFinding: Sendable, Hashable, CaseIterable {
  /// A stub, or an interaction of a cassette, that has answered no request.
  ///
  /// Not reported for a test that has failed already, because it may have ended early.
  case unused
  /// An unmatched request.
  case unmatched
}
