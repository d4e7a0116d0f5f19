/// When recorded responses begin.
public enum CassettePlayback: Sendable, Hashable {
  /// Each as soon as it is asked for.
  case momentary
  /// In the order of the tape, as far as requests for them have come.
  ///
  /// A response waits for those under way whose recording ended before its own began. Nobody waits
  /// for a response that is not asked for, so this can never block for good. What ended before
  /// what is told by ``Cassette/Track/place``; tracks without one follow each other.
  case chronological
  /// After the recorded wait and at the recorded pace, both times the scale.
  ///
  /// The scale is 0 or more: 0.5 is twice as fast. Tracks without recorded times answer at once.
  case recorded(scale: Double = 1)
}
