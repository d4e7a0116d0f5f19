/// The stubs that are found by one key.
///
/// One reference, as there is one for each key: most keys have one stub.
enum StubBucket: Sendable {
  case empty
  case one(InstalledStub)
  indirect case several(RankedStubs)

  var count: Int {
    switch self {
    case .empty: 0
    case .one: 1
    case .several(let stubs): stubs.count
    }
  }

  /// In no order.
  var stubs: [InstalledStub] {
    switch self {
    case .empty: []
    case .one(let stub): [stub]
    case .several(let stubs): stubs.map(\.installed)
    }
  }

  mutating func insert(_ stub: InstalledStub) {
    switch self {
    case .empty: self = .one(stub)
    case .one(let first):
      var stubs = RankedStubs()
      stubs.insert(RankedStub(first))
      stubs.insert(RankedStub(stub))
      self = .several(stubs)
    case .several(var stubs):
      // Let go of meanwhile, so that it is not copied when it is changed.
      self = .empty
      stubs.insert(RankedStub(stub))
      self = .several(stubs)
    }
  }

  /// - Returns: whether the stub was there.
  mutating func remove(_ stub: InstalledStub) -> Bool {
    switch self {
    case .empty: return false
    case .one(let one):
      guard one.rank == stub.rank else { return false }
      self = .empty
      return true
    case .several(var stubs):
      self = .empty
      let isRemoved = stubs.remove(stub.rank) != nil
      self = .several(stubs)
      return isRemoved
    }
  }

  /// Adds them all, as each may accept a request.
  func collect(into candidates: inout StubCandidates) {
    switch self {
    case .empty: break
    case .one(let stub): candidates.add(stub)
    case .several(let stubs): candidates.add(stubs)
    }
  }
}
