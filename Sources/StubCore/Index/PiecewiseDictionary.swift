/// Values by hashes that are spread well, in pieces, so that a change of a shared copy copies little.
///
/// Each piece is sorted. As the hashes are spread, a hash tells nearly where in its piece it is, so that
/// a lookup reads few other places: in a set of many stubs each of them is far away.
struct PiecewiseDictionary<Value: Sendable>: Sendable {
  private typealias Piece = [(hash: UInt64, value: Value)]

  /// The numbers of pieces by their bits: few for few values, as a changed copy has the list of all.
  private static var bits: (fewest: Int, most: Int) { (3, 9) }
  /// The values per piece, on average, from which on there are more pieces.
  private static var pieceSize: Int { 16 }

  /// None before the first value comes; later 2 to the power of `pieceBits`.
  private var pieces: [Piece] = []
  private var pieceBits = bits.fewest
  private var count = 0

  subscript(hash: UInt64) -> Value? {
    if pieces.isEmpty { return nil }
    let piece = pieces[self.piece(of: hash)]
    let place = place(of: hash, in: piece)
    return place < piece.count && piece[place].hash == hash ? piece[place].value : nil
  }

  /// The value in its place; a missing one is `initial`, and is kept.
  subscript(hash: UInt64, default initial: @autoclosure () -> Value) -> Value {
    get { self[hash] ?? initial() }
    _modify {
      if self[hash] == nil { makeRoom() }
      let number = piece(of: hash)
      let place = place(of: hash, in: pieces[number])
      if place == pieces[number].count || pieces[number][place].hash != hash {
        pieces[number].insert((hash, initial()), at: place)
        count += 1
      }
      yield &pieces[number][place].value
    }
  }

  mutating func remove(_ hash: UInt64) {
    guard self[hash] != nil else { return }
    let number = piece(of: hash)
    pieces[number].remove(at: place(of: hash, in: pieces[number]))
    count -= 1
  }

  /// Makes the pieces, or more of them, before another value comes.
  private mutating func makeRoom() {
    if pieces.isEmpty {
      pieces = Array(repeating: [], count: 1 << pieceBits)
    } else if count >= pieces.count * Self.pieceSize, pieceBits < Self.bits.most {
      let all = pieces.joined()
      pieceBits += 2
      var pieces = [Piece](repeating: [], count: 1 << pieceBits)
      // They come in the order of their hashes.
      for entry in all { pieces[piece(of: entry.hash)].append(entry) }
      self.pieces = pieces
    }
  }

  private func piece(of hash: UInt64) -> Int { Int(hash >> UInt64(64 - pieceBits)) }

  /// The first place whose hash is this one or greater.
  private func place(of hash: UInt64, in piece: Piece) -> Int {
    // Where it would be if the hashes lay at equal distances.
    let guess = (hash << UInt64(pieceBits)).multipliedFullWidth(by: UInt64(piece.count)).high
    var place = Int(guess)
    while place < piece.count, piece[place].hash < hash { place += 1 }
    while place > 0, piece[place - 1].hash >= hash { place -= 1 }
    return place
  }
}
