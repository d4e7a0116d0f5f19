/// Finds the stubs that may accept a request without asking the others.
///
/// A stub is filed once: under one key of the URL that each request has which it accepts, and where
/// many stubs have that key, under the value of another part of the request. All other stubs cannot
/// accept the request; those that are found are asked in the order of the stack.
struct StubIndex: Sendable {
  /// More stubs than these under one key are told apart by other parts of the request.
  private static let crowdLimit = 8

  private var buckets = PiecewiseDictionary<StubBucket>()
  private var crowds = PiecewiseDictionary<StubCrowd>()
  private var probes = URLProbes()
  /// Stubs that no key of the URL leads to.
  private var others = StubCrowd()

  /// Files a stub that has these keys.
  mutating func insert(_ stub: InstalledStub, under keys: [StubKey]) {
    guard let (probe, hash) = leastCrowded(of: keys.ofURL) else {
      others.insert(stub)
      return
    }
    if crowds[hash] == nil, count(under: hash) < Self.crowdLimit {
      buckets[hash, default: .empty].insert(stub)
    } else {
      let few = buckets[hash]?.stubs ?? []
      buckets.remove(hash)
      for stub in few + [stub] { crowds[hash, default: StubCrowd()].insert(stub) }
    }
    probes.add(probe)
  }

  mutating func remove(_ stub: InstalledStub) {
    for (probe, hash) in stub.keys.ofURL where remove(stub, under: hash) {
      probes.remove(probe)
      return
    }
    _ = others.remove(stub)
  }

  /// - Returns: whether the stub was there.
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

  /// The stubs that may accept the request, in the order they are asked.
  func candidates(for request: ReceivedRequest) -> StubCandidates {
    var candidates = StubCandidates()
    probes.forEachKey(of: request.target, into: &candidates) { candidates, hash in
      if let bucket = buckets[hash] { return bucket.collect(into: &candidates) }
      crowds[hash]?.collect(for: request, into: &candidates)
    }
    if others.count > 0 { others.collect(for: request, into: &candidates) }
    candidates.sort()
    return candidates
  }

  /// The first key under which few stubs are, else the one with the fewest.
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
  /// Those of the URL, those that say most first.
  fileprivate var ofURL: [(probe: URLProbe, hash: UInt64)] {
    var keys = compactMap(\.urlKey)
    if keys.count > 1 { keys.sort { $0.probe.weight > $1.probe.weight } }
    return keys
  }
}

extension URLProbe {
  /// The greater, the fewer other URLs have the same key, as a rule.
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
