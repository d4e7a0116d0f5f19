/// Bounds that keep a hostile file from exhausting stack, memory or time.
enum DocumentLimits {
  /// Levels of lists and mappings inside each other, those reached through aliases included.
  static let depth = 256
  /// Values that aliases may stand for in one document, long texts counted several times.
  static let aliasedWeight = 1_000_000
  /// Bytes that a compressed file may stand for.
  static let inflatedBytes = 1 << 30
}
