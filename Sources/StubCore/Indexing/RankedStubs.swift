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

/// A stub with its rank.
struct RankedStub: Sendable {
  let rank: Rank
  let installed: InstalledStub
  /// What it asks of the URL.
  let sketch: URLSketch

  init(rank: Rank, _ installed: InstalledStub, sketch: URLSketch) {
    self.rank = rank
    self.installed = installed
    self.sketch = sketch
  }
}

/// Stubs by rank, in pieces, so that a change of a shared copy copies little.
struct RankedStubs: Sendable {
  private static let pieceLimit = 512

  /// Those that are asked last come first, so that adding the newest stub appends.
  private var pieces: [[RankedStub]] = []
  private(set) var count = 0

  mutating func insert(_ stub: RankedStub) {
    count += 1
    guard !pieces.isEmpty else {
      pieces = [[stub]]
      return
    }
    let piece = Swift.min(self.piece(of: stub.rank), pieces.count - 1)
    pieces[piece].insert(stub, at: pieces[piece].place(of: stub.rank))
    guard pieces[piece].count > Self.pieceLimit else { return }
    // New stubs mostly go to the end, which is left full.
    let isLast = piece == pieces.count - 1
    let start = isLast ? Self.pieceLimit : Self.pieceLimit / 2
    let rest = Array(pieces[piece][start...])
    pieces[piece].removeSubrange(start...)
    pieces.insert(rest, at: piece + 1)
  }

  /// - Returns: the stub with this rank, if there was one.
  @discardableResult
  mutating func remove(_ rank: Rank) -> RankedStub? {
    let piece = self.piece(of: rank)
    guard piece < pieces.count else { return nil }
    let place = pieces[piece].place(of: rank)
    guard place < pieces[piece].count, pieces[piece][place].rank == rank else { return nil }
    count -= 1
    let removed = pieces[piece].remove(at: place)
    if pieces[piece].isEmpty { pieces.remove(at: piece) }
    return removed
  }

  /// The stub with this rank.
  subscript(rank: Rank) -> RankedStub? {
    let piece = self.piece(of: rank)
    guard piece < pieces.count else { return nil }
    let place = pieces[piece].place(of: rank)
    guard place < pieces[piece].count, pieces[piece][place].rank == rank else { return nil }
    return pieces[piece][place]
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

  private var last: RankedStub? { pieces.last?.last }

  private func lastBefore(_ rank: Rank) -> RankedStub? {
    let piece = self.piece(of: rank)
    if piece < pieces.count {
      let place = pieces[piece].place(of: rank)
      if place > 0 { return pieces[piece][place - 1] }
    }
    return piece > 0 ? pieces[piece - 1].last : nil
  }

  /// The first piece that ends at this rank or behind it.
  private func piece(of rank: Rank) -> Int {
    var low = 0
    var high = pieces.count
    while low < high {
      let middle = (low + high) / 2
      if let end = pieces[middle].last, end.rank < rank { low = middle + 1 } else { high = middle }
    }
    return low
  }

  /// The stubs in the order they are asked.
  struct Iterator: IteratorProtocol, Sendable {
    private let pieces: [[RankedStub]]
    private var piece: Int
    private var place: Int

    fileprivate init(_ pieces: [[RankedStub]]) {
      self.pieces = pieces
      piece = pieces.count - 1
      place = pieces.last?.count ?? 0
    }

    mutating func next() -> RankedStub? {
      if place == 0 {
        guard piece > 0 else { return nil }
        piece -= 1
        place = pieces[piece].count
      }
      place -= 1
      return pieces[piece][place]
    }
  }
}

extension RankedStubs {
  /// The stubs whose sketch is most like that of a request; of like ones those asked first.
  func nearest(to target: RequestURL, limit: Int) -> [InstalledStub] {
    let sketch = URLSketch(target)
    var found = [[InstalledStub]](repeating: [], count: URLSketch.greatestLikeness + 1)
    for piece in pieces.reversed() {
      for place in piece.indices.reversed() {
        let likeness = sketch.likeness(to: piece[place].sketch)
        if found[likeness].count < limit { found[likeness].append(piece[place].installed) }
      }
    }
    return Array(found.reversed().joined().prefix(limit))
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
