/// Where a stub stands among the others: by priority, and of one priority the newest first.
struct Rank: Sendable, Hashable, Comparable {
  let priority: Int
  /// Rises with each stub that is added.
  let number: Int

  /// Whether the left one is asked after the right one.
  static func < (left: Rank, right: Rank) -> Bool {
    left.priority == right.priority ? left.number < right.number : left.priority > right.priority
  }
}

/// A stub with its rank, so that it need not be looked at itself for that.
struct RankedStub: Sendable {
  let rank: Rank
  let installed: InstalledStub

  init(_ installed: InstalledStub) {
    rank = installed.rank
    self.installed = installed
  }
}

/// Stubs by rank, in pieces, so that a change of a shared copy copies little.
struct RankedStubs: Sendable {
  /// Those that are asked last come first, so that adding the newest stub appends.
  private var pieces: [RankedPiece] = []
  private(set) var count = 0

  /// Adds a stub.
  ///
  /// Where the nearest are looked for, each comes with a sketch of what it asks of the URL.
  mutating func insert(_ stub: RankedStub, sketch: URLSketch? = nil) {
    count += 1
    if pieces.isEmpty { pieces = [RankedPiece()] }
    var piece = Swift.min(self.piece(of: stub.rank), pieces.count - 1)
    if pieces[piece].isFull {
      // New stubs mostly go to the end, which is left full.
      let isNewest = last.map { $0.rank < stub.rank } ?? true
      pieces.insert(isNewest ? RankedPiece() : pieces[piece].split(), at: piece + 1)
      piece = self.piece(of: stub.rank)
    }
    pieces[piece].insert(stub, sketch: sketch)
  }

  /// - Returns: the stub with this rank, if there was one.
  @discardableResult
  mutating func remove(_ rank: Rank) -> RankedStub? {
    let piece = self.piece(of: rank)
    guard piece < pieces.count else { return nil }
    let place = pieces[piece].stubs.place(of: rank)
    guard place < pieces[piece].stubs.count, pieces[piece].stubs[place].rank == rank
    else { return nil }
    count -= 1
    let removed = pieces[piece].remove(at: place)
    if pieces[piece].stubs.isEmpty { pieces.remove(at: piece) }
    return removed
  }

  /// The stub with this rank.
  subscript(rank: Rank) -> RankedStub? {
    let piece = self.piece(of: rank)
    guard piece < pieces.count else { return nil }
    let stubs = pieces[piece].stubs
    let place = stubs.place(of: rank)
    return place < stubs.count && stubs[place].rank == rank ? stubs[place] : nil
  }

  /// The newest stub of each priority.
  var newest: [RankedStub] {
    var newest: [RankedStub] = []
    var end = last
    while let stub = end {
      newest.append(stub)
      end = lastBefore(Rank(priority: stub.rank.priority, number: .min))
    }
    return newest
  }

  private var last: RankedStub? { pieces.last?.stubs.last }

  private func lastBefore(_ rank: Rank) -> RankedStub? {
    let piece = self.piece(of: rank)
    if piece < pieces.count {
      let place = pieces[piece].stubs.place(of: rank)
      if place > 0 { return pieces[piece].stubs[place - 1] }
    }
    return piece > 0 ? pieces[piece - 1].stubs.last : nil
  }

  /// The first piece that ends at this rank or behind it.
  private func piece(of rank: Rank) -> Int {
    var low = 0
    var high = pieces.count
    while low < high {
      let middle = (low + high) / 2
      let isBefore = pieces[middle].stubs.last.map { $0.rank < rank } ?? false
      if isBefore { low = middle + 1 } else { high = middle }
    }
    return low
  }

  /// Stubs in the order they are asked.
  struct Iterator: IteratorProtocol, Sendable {
    private let pieces: [RankedPiece]
    private var piece: Int
    /// How many stubs of that piece are still to come.
    private var rest = 0

    fileprivate init(_ pieces: [RankedPiece]) {
      self.pieces = pieces
      piece = pieces.count
    }

    mutating func next() -> RankedStub? {
      while rest == 0 {
        guard piece > 0 else { return nil }
        piece -= 1
        rest = pieces[piece].stubs.count
      }
      rest -= 1
      return pieces[piece].stubs[rest]
    }
  }
}

extension RankedStubs {
  /// Shows the stubs whose sketch is most like that of a request; of like ones those asked first.
  func visitNearest(to target: RequestURL, limit: Int, _ body: (InstalledStub) -> Void) {
    var nearest = NearestStubs(to: URLSketch(target), limit: limit)
    for piece in pieces.indices.reversed() {
      nearest.look(through: pieces[piece].sketches, of: piece)
    }
    for place in nearest.inOrder { body(pieces[place.piece].stubs[place.place].installed) }
  }
}

extension RankedStubs: Sequence {
  func makeIterator() -> Iterator { Iterator(pieces) }

  var underestimatedCount: Int { count }
}

extension [RankedStub] {
  /// The first place whose stub has this rank or stands behind it.
  func place(of rank: Rank) -> Int {
    var low = 0
    var high = count
    // New stubs mostly go to the end.
    if let last, last.rank < rank { return count }
    while low < high {
      let middle = (low + high) / 2
      if self[middle].rank < rank { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
