/// The stubs that may accept a request, in the order they are asked, each once.
struct StubCandidates: Sequence, IteratorProtocol {
  /// Longer lists are merged while the stubs are asked rather than sorted before.
  private static let shortLimit = 8

  /// Most requests find one stub alone, which then takes no list.
  private var sole: InstalledStub?
  /// In ascending order, so that the next one is the last.
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

  /// To be called when all are added.
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
      // A key that a request has twice leads to the same stubs twice.
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
