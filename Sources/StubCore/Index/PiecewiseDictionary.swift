/// A dictionary by evenly spread hashes, in pieces, so that changing a shared copy copies little.
///
/// Each piece is sorted. Because the hashes are spread evenly, a hash nearly gives its index in the
/// piece. A lookup therefore reads few other entries, which are far apart in memory if there are
/// many stubs.
struct PiecewiseDictionary<Value: Sendable>: Sendable {
  private typealias Piece = [(hash: UInt64, value: Value)]

  /// The range of the number of pieces, in bits.
  ///
  /// Few values are in few pieces, because changing a shared copy copies the list of pieces.
  private static var bits: (fewest: Int, most: Int) { (3, 9) }
  /// The average number of values per piece above which there are more pieces.
  private static var pieceSize: Int { 16 }

  /// The pieces: none until a value is added, then 2 to the power of `pieceBits`.
  private var pieces: [Piece] = []
  private var pieceBits = bits.fewest
  private var count = 0

  subscript(hash: UInt64) -> Value? {
    if pieces.isEmpty { return nil }
    let piece = pieces[self.piece(of: hash)]
    let place = place(of: hash, in: piece)
    return place < piece.count && piece[place].hash == hash ? piece[place].value : nil
  }

  /// The value for a hash.
  ///
  /// If there is none, `initial` is added and returned.
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

  /// Makes the pieces, or doubles their number, before a value is added.
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

  /// Returns the first index whose hash is this one or greater.
  private func place(of hash: UInt64, in piece: Piece) -> Int {
    // The index if the hashes lay at equal distances.
    let guess = (hash << UInt64(pieceBits)).multipliedFullWidth(by: UInt64(piece.count)).high
    var place = Int(guess)
    while place < piece.count, piece[place].hash < hash { place += 1 }
    while place > 0, piece[place - 1].hash >= hash { place -= 1 }
    return place
  }
}
