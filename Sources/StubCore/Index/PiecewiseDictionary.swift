/// Values by hashes that are spread well, in pieces, so that a change of a shared copy copies little.
struct PiecewiseDictionary<Value: Sendable>: Sendable {
  private static var pieceBits: Int { 9 }

  /// None before the first value comes.
  private var pieces: [[UInt64: Value]] = []

  subscript(hash: UInt64) -> Value? {
    pieces.isEmpty ? nil : pieces[Self.piece(of: hash)][hash]
  }

  /// The value in its place; a missing one is `initial`, and is kept.
  subscript(hash: UInt64, default initial: @autoclosure () -> Value) -> Value {
    get { self[hash] ?? initial() }
    _modify {
      if pieces.isEmpty { pieces = Array(repeating: [:], count: 1 << Self.pieceBits) }
      yield &pieces[Self.piece(of: hash)][hash, default: initial()]
    }
  }

  mutating func remove(_ hash: UInt64) {
    guard !pieces.isEmpty else { return }
    pieces[Self.piece(of: hash)].removeValue(forKey: hash)
  }

  private static func piece(of hash: UInt64) -> Int { Int(hash >> UInt64(64 - pieceBits)) }
}
