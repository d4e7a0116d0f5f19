/// An index of the stubs, which finds those that may accept a request without running all matchers.
///
/// Each stub is indexed once, under a key that the URL of every accepted request has. If many stubs
/// have this key, the stub is also indexed by the value of another part of the request. The
/// matchers of the found stubs run in the order of rank; no other stub can accept the request.
struct StubIndex: Sendable {
  /// The number of stubs under one key from which they are also indexed by other parts of the
  /// request.
  static let crowdLimit = 8

  private var buckets = PiecewiseDictionary<StubBucket>()
  private var crowds = PiecewiseDictionary<StubCrowd>()
  private var probes = URLProbes()
  /// The number of stubs that have no key for the URL; all are under the hash `anyURL`.
  private var anyURLCount = 0
  private static let anyURL: UInt64 = 0

  /// Adds a stub that has the keys `keys`.
  mutating func insert(_ stub: InstalledStub, under keys: [StubKey]) {
    if let (probe, hash) = leastCrowded(of: keys.ofURL) {
      insert(stub, under: hash)
      probes.add(probe)
    } else {
      insert(stub, under: Self.anyURL)
      anyURLCount += 1
    }
  }

  private mutating func insert(_ stub: InstalledStub, under hash: UInt64) {
    if crowds[hash] == nil, count(under: hash) < Self.crowdLimit {
      buckets[hash, default: .empty].insert(stub)
    } else {
      let few = buckets[hash]?.stubs ?? []
      buckets.remove(hash)
      for stub in few + [stub] { crowds[hash, default: StubCrowd()].insert(stub) }
    }
  }

  mutating func remove(_ stub: InstalledStub) {
    for (probe, hash) in stub.stub.keys.ofURL where remove(stub, under: hash) {
      probes.remove(probe)
      return
    }
    if remove(stub, under: Self.anyURL) { anyURLCount -= 1 }
  }

  /// Removes a stub that is indexed under `hash`.
  ///
  /// - Returns: Whether the stub was there.
  private mutating func remove(_ stub: InstalledStub, under hash: UInt64) -> Bool {
    if crowds[hash] != nil {
      guard crowds[hash, default: StubCrowd()].remove(stub) else { return false }
      if crowds[hash]?.count == 0 { crowds.remove(hash) }
      return true
    }
    guard buckets[hash]?.count ?? 0 > 0, buckets[hash, default: .empty].remove(stub)
    else { return false }
    if buckets[hash]?.count == 0 { buckets.remove(hash) }
    return true
  }

  /// Returns the stubs that may accept the request, in the order in which they are tried.
  func candidates(for request: ReceivedRequest) -> StubCandidates {
    var candidates = StubCandidates()
    probes.forEachKey(of: request.target, into: &candidates) { candidates, hash in
      collect(under: hash, for: request, into: &candidates)
    }
    if anyURLCount > 0 { collect(under: Self.anyURL, for: request, into: &candidates) }
    candidates.sort()
    return candidates
  }

  private func collect(
    under hash: UInt64, for request: ReceivedRequest, into candidates: inout StubCandidates
  ) {
    if let bucket = buckets[hash] { return bucket.collect(into: &candidates) }
    crowds[hash]?.collect(for: request, into: &candidates)
  }

  /// Returns the first key that has few stubs; if none has few, the key with the fewest.
  private func leastCrowded(
    of keys: [(probe: URLProbe, hash: UInt64)]
  ) -> (probe: URLProbe, hash: UInt64)? {
    keys.first { count(under: $0.hash) < Self.crowdLimit }
      ?? keys.min { count(under: $0.hash) < count(under: $1.hash) }
  }

  private func count(under hash: UInt64) -> Int {
    crowds[hash]?.count ?? buckets[hash]?.count ?? 0
  }
}

extension [StubKey] {
  /// The keys for the URL, most specific first.
  fileprivate var ofURL: [(probe: URLProbe, hash: UInt64)] {
    var keys = flatMap(\.urlKeys)
    if keys.count > 1 { keys.sort { $0.probe.weight > $1.probe.weight } }
    return keys
  }
}

extension URLProbe {
  /// The specificity of a key: the greater it is, the fewer URLs usually have the key.
  fileprivate var weight: Int {
    switch self {
    case .path: 10_000
    case .segments: 1_000
    case .window(let length, _, .atDelimiters): 100 + length
    case .prefix(let length): 100 + length
    case .window(let length, _, .anywhere): length
    }
  }
}

/// The stubs that are indexed under one key.
///
/// A bucket has the size of one reference, because each key has one, mostly with a single stub.
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

  /// The stubs, in no particular order.
  var stubs: [InstalledStub] {
    switch self {
    case .empty: []
    case .one(let stub): [stub]
    case .several(let stubs): stubs.map(\.installed)
    }
  }

  private init(_ stubs: RankedStubs) {
    switch stubs.count {
    case 0: self = .empty
    case 1: self = stubs.first { _ in true }.map { .one($0.installed) } ?? .empty
    default: self = .several(stubs)
    }
  }

  mutating func insert(_ stub: InstalledStub) {
    if case .empty = self {
      self = .one(stub)
      return
    }
    var stubs = take()
    stubs.insert(RankedStub(stub))
    self = StubBucket(stubs)
  }

  /// Removes a stub.
  ///
  /// - Returns: Whether the stub was there.
  mutating func remove(_ stub: InstalledStub) -> Bool {
    var stubs = take()
    defer { self = StubBucket(stubs) }
    return stubs.remove(stub.rank) != nil
  }

  /// Removes and returns all stubs; without the bucket, they can be changed without a copy.
  private mutating func take() -> RankedStubs {
    var stubs = RankedStubs()
    switch self {
    case .empty: break
    case .one(let stub): stubs.insert(RankedStub(stub))
    case .several(let several): stubs = several
    }
    self = .empty
    return stubs
  }

  /// Adds all stubs of the bucket to the candidates.
  func collect(into candidates: inout StubCandidates) {
    switch self {
    case .empty: break
    case .one(let stub): candidates.add(stub)
    case .several(let stubs): candidates.add(stubs)
    }
  }
}
