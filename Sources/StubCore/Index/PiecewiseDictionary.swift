/// A dictionary with hashes as keys, in pieces, so that changing a shared copy copies only one
/// piece.
///
/// Each piece is sorted by hash. The hashes must be evenly spread, so that the index in a piece can
/// be estimated from the hash, and a lookup reads few entries.
struct PiecewiseDictionary<Value: Sendable>: Sendable {
  private typealias Piece = [(hash: UInt64, value: Value)]

  /// The smallest and the largest number of leading bits of a hash that select its piece.
  ///
  /// A small dictionary has few pieces, because changing a shared copy also copies the list of
  /// pieces.
  private static var bits: (fewest: Int, most: Int) { (3, 9) }
  /// The average number of values per piece above which there are more pieces.
  private static var pieceSize: Int { 16 }

  /// The pieces, none until a value is added, and then 2 to the power of `pieceBits`.
  private var pieces: [Piece] = []
  private var pieceBits = bits.fewest
  private var count = 0

  subscript(hash: UInt64) -> Value? {
    if pieces.isEmpty { return nil }
    let piece = pieces[self.piece(of: hash)]
    let place = place(of: hash, in: piece)
    return place < piece.count && piece[place].hash == hash ? piece[place].value : nil
  }

  /// The value for a hash, or `initial` if there is none.
  ///
  /// A change to a missing value first adds `initial`; a read adds nothing.
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

  /// Makes room for one more value: creates the pieces, or quadruples their number if they are
  /// full.
  private mutating func makeRoom() {
    if pieces.isEmpty {
      pieces = Array(repeating: [], count: 1 << pieceBits)
    } else if count >= pieces.count * Self.pieceSize, pieceBits < Self.bits.most {
      let all = pieces.joined()
      pieceBits += 2
      var pieces = [Piece](repeating: [], count: 1 << pieceBits)
      // The entries come in the order of their hashes.
      for entry in all { pieces[piece(of: entry.hash)].append(entry) }
      self.pieces = pieces
    }
  }

  private func piece(of hash: UInt64) -> Int { Int(hash >> UInt64(64 - pieceBits)) }

  /// Returns the first index in the piece whose hash is at least `hash`.
  private func place(of hash: UInt64, in piece: Piece) -> Int {
    // The index if all hashes had equal distances.
    let guess = (hash << UInt64(pieceBits)).multipliedFullWidth(by: UInt64(piece.count)).high
    var place = Int(guess)
    while place < piece.count, piece[place].hash < hash { place += 1 }
    while place > 0, piece[place - 1].hash >= hash { place -= 1 }
    return place
  }
}
