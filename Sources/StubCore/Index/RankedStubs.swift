/// The position of a stub in the order in which stubs are tried: by priority, then newest first.
struct Rank: Sendable, Hashable, Comparable {
  let priority: Int
  /// The number of the stub, which increases with each added stub.
  let number: Int

  /// Returns whether the left stub is tried after the right one.
  static func < (left: Rank, right: Rank) -> Bool {
    left.priority == right.priority ? left.number < right.number : left.priority > right.priority
  }
}

/// A stub with a copy of its rank, so that ranks can be compared without reading the stubs.
struct RankedStub: Sendable {
  let rank: Rank
  let installed: InstalledStub

  init(_ installed: InstalledStub) {
    rank = installed.rank
    self.installed = installed
  }
}

/// Stubs sorted by rank, in pieces, so that changing a shared copy copies only one piece.
struct RankedStubs: Sendable {
  private static let pieceSize = 128

  /// The stubs in reverse order, so that the newest stub is usually appended.
  private var pieces: [[RankedStub]] = []
  private(set) var count = 0

  mutating func insert(_ stub: RankedStub) {
    count += 1
    if pieces.isEmpty { pieces = [[]] }
    var piece = Swift.min(self.piece(of: stub.rank), pieces.count - 1)
    if pieces[piece].count == Self.pieceSize {
      // New stubs mostly go to the end, so the full piece stays full and a new piece begins.
      let isNewest = last.map { $0.rank < stub.rank } ?? true
      let half = isNewest ? Self.pieceSize : Self.pieceSize / 2
      pieces.insert(Array(pieces[piece][half...]), at: piece + 1)
      pieces[piece].removeSubrange(half...)
      piece = Swift.min(self.piece(of: stub.rank), pieces.count - 1)
    }
    pieces[piece].insert(stub, at: pieces[piece].place(of: stub.rank))
  }

  /// Removes the stub with rank `rank`.
  ///
  /// - Returns: The removed stub; `nil` if there was none.
  @discardableResult
  mutating func remove(_ rank: Rank) -> RankedStub? {
    let piece = self.piece(of: rank)
    guard piece < pieces.count else { return nil }
    let place = pieces[piece].place(of: rank)
    guard place < pieces[piece].count, pieces[piece][place].rank == rank
    else { return nil }
    count -= 1
    let removed = pieces[piece].remove(at: place)
    if pieces[piece].isEmpty { pieces.remove(at: piece) }
    return removed
  }

  /// The stub with rank `rank`; `nil` if there is none.
  subscript(rank: Rank) -> RankedStub? {
    let piece = self.piece(of: rank)
    guard piece < pieces.count else { return nil }
    let stubs = pieces[piece]
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

  private var last: RankedStub? { pieces.last?.last }

  private func lastBefore(_ rank: Rank) -> RankedStub? {
    let piece = self.piece(of: rank)
    if piece < pieces.count {
      let place = pieces[piece].place(of: rank)
      if place > 0 { return pieces[piece][place - 1] }
    }
    return piece > 0 ? pieces[piece - 1].last : nil
  }

  /// Returns the index of the first piece that ends at or after `rank`.
  private func piece(of rank: Rank) -> Int {
    var low = 0
    var high = pieces.count
    while low < high {
      let middle = (low + high) / 2
      let isBefore = pieces[middle].last.map { $0.rank < rank } ?? false
      if isBefore { low = middle + 1 } else { high = middle }
    }
    return low
  }

  /// Returns the stubs that are in this list but not in the other, in the order in which they are
  /// tried.
  ///
  /// Pieces that a list shares with its copy are not compared, so the time depends on the number of
  /// changes.
  func subtracting(_ other: RankedStubs) -> [RankedStub] {
    let shared = Set(other.pieces.map(\.address))
    return pieces.reversed().filter { !shared.contains($0.address) }.flatMap { piece in
      piece.reversed().filter { other[$0.rank]?.installed !== $0.installed }
    }
  }

  /// An iterator over the stubs in the order in which they are tried.
  struct Iterator: IteratorProtocol, Sendable {
    private let pieces: [[RankedStub]]
    private var piece: Int
    /// The number of stubs in the current piece that have not been returned.
    private var rest = 0

    fileprivate init(_ pieces: [[RankedStub]]) {
      self.pieces = pieces
      piece = pieces.count
    }

    mutating func next() -> RankedStub? {
      while rest == 0 {
        guard piece > 0 else { return nil }
        piece -= 1
        rest = pieces[piece].count
      }
      rest -= 1
      return pieces[piece][rest]
    }
  }
}

extension RankedStubs: Sequence {
  func makeIterator() -> Iterator { Iterator(pieces) }

  var underestimatedCount: Int { count }
}

extension [RankedStub] {
  /// The address of the stubs, which copies of an array share until one of them changes.
  fileprivate var address: UnsafePointer<RankedStub>? {
    withUnsafeBufferPointer(\.baseAddress)
  }

  /// Returns the index of the first stub that is at or after `rank`.
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

/// The stubs that may accept a request, in the order in which they are tried, without duplicates.
struct StubCandidates: Sequence, IteratorProtocol {
  /// The length up to which lists are sorted in advance; longer lists are merged while stubs are
  /// tried.
  private static let shortLimit = 8

  /// The only candidate; before `sort()`, the first stub that was added alone.
  ///
  /// A request usually has only one candidate, for which no array is needed.
  private var sole: InstalledStub?
  /// The stubs of short lists in ascending order of rank, so that the last one is tried next.
  private var short: [InstalledStub] = []
  private var long: [(next: InstalledStub, rest: RankedStubs.Iterator)] = []
  private var previous: Rank?

  mutating func add(_ stub: InstalledStub) {
    if sole == nil { sole = stub } else { short.append(stub) }
  }

  mutating func add(_ stubs: RankedStubs) {
    var rest = stubs.makeIterator()
    if stubs.count <= Self.shortLimit {
      while let stub = rest.next()?.installed { short.append(stub) }
    } else if let next = rest.next()?.installed {
      long.append((next, rest))
    }
  }

  /// Sorts the stubs; must be called once all of them are added.
  mutating func sort() {
    if let sole, !short.isEmpty || !long.isEmpty {
      short.append(sole)
      self.sole = nil
    }
    if short.count > 1 { short.sort { $0.rank < $1.rank } }
  }

  mutating func next() -> InstalledStub? { sole.take() ?? nextListed() }

  private mutating func nextListed() -> InstalledStub? {
    while let stub = first() {
      // A stub occurs twice if the request has its key twice.
      if stub.rank == previous { continue }
      previous = stub.rank
      return stub
    }
    return nil
  }

  private mutating func first() -> InstalledStub? {
    var place: Int?
    var best = short.last
    for index in long.indices where best.map({ $0.rank < long[index].next.rank }) ?? true {
      best = long[index].next
      place = index
    }
    guard let place else { return short.popLast() }
    if let next = long[place].rest.next()?.installed {
      long[place].next = next
    } else {
      long.remove(at: place)
    }
    return best
  }
}
