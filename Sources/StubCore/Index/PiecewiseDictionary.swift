/// Values by hashes that are spread well, in pieces, so that a change of a shared copy copies little.
///
/// Each piece is sorted. As the hashes are spread, a hash tells nearly where in its piece it is, so that
/// a lookup reads few other places: in a set of many stubs each of them is far away.
struct PiecewiseDictionary<Value: Sendable>: Sendable {
  private typealias Piece = [(hash: UInt64, value: Value)]

  private static var pieceBits: Int { 9 }

  /// None before the first value comes.
  private var pieces: [Piece] = []

  subscript(hash: UInt64) -> Value? {
    if pieces.isEmpty { return nil }
    let piece = pieces[Self.piece(of: hash)]
    let place = Self.place(of: hash, in: piece)
    return place < piece.count && piece[place].hash == hash ? piece[place].value : nil
  }

  /// The value in its place; a missing one is `initial`, and is kept.
  subscript(hash: UInt64, default initial: @autoclosure () -> Value) -> Value {
    get { self[hash] ?? initial() }
    _modify {
      if pieces.isEmpty { pieces = Array(repeating: [], count: 1 << Self.pieceBits) }
      let number = Self.piece(of: hash)
      let place = Self.place(of: hash, in: pieces[number])
      if place == pieces[number].count || pieces[number][place].hash != hash {
        pieces[number].insert((hash, initial()), at: place)
      }
      yield &pieces[number][place].value
    }
  }

  mutating func remove(_ hash: UInt64) {
    guard self[hash] != nil else { return }
    let number = Self.piece(of: hash)
    pieces[number].remove(at: Self.place(of: hash, in: pieces[number]))
  }

  private static func piece(of hash: UInt64) -> Int { Int(hash >> UInt64(64 - pieceBits)) }

  /// The first place whose hash is this one or greater.
  private static func place(of hash: UInt64, in piece: Piece) -> Int {
    // Where it would be if the hashes lay at equal distances.
    let guess = (hash << UInt64(pieceBits)).multipliedFullWidth(by: UInt64(piece.count)).high
    var place = Int(guess)
    while place < piece.count, piece[place].hash < hash { place += 1 }
    while place > 0, piece[place - 1].hash >= hash { place -= 1 }
    return place
  }
}
