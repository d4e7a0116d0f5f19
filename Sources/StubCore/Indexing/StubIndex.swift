/// Finds the stubs that may accept a request without asking the others.
///
/// A stub is filed once: under one key of the URL that each request has which it accepts, and where
/// many stubs have that key, under the value of another part of the request. All other stubs cannot
/// accept the request; those that are found are asked in the order of the stack.
struct StubIndex: Sendable {
  private var buckets = PiecewiseDictionary<StubBucket>()
  private var probes = URLProbes()
  /// Stubs that no key of the URL leads to.
  private var others = StubBucket()

  /// Files a stub that has these keys.
  mutating func insert(_ stub: RankedStub, under keys: [StubKey]) {
    guard let (probe, hash) = leastCrowded(of: keys.ofURL) else {
      others.insert(stub)
      return
    }
    buckets[hash, default: StubBucket()].insert(stub)
    probes.add(probe)
  }

  mutating func remove(_ stub: RankedStub) {
    for (probe, hash) in stub.installed.stub.keys.ofURL where buckets[hash] != nil {
      guard buckets[hash, default: StubBucket()].remove(stub) else { continue }
      if buckets[hash]?.count == 0 { buckets.remove(hash) }
      probes.remove(probe)
      return
    }
    _ = others.remove(stub)
  }

  /// The stubs that may accept the request, in the order they are asked.
  func candidates(for request: ReceivedRequest) -> StubCandidates {
    var candidates = StubCandidates()
    let buckets = buckets
    probes.forEachKey(of: request.target) { hash in
      buckets[hash]?.collect(for: request, into: &candidates)
    }
    others.collect(for: request, into: &candidates)
    candidates.sort()
    return candidates
  }

  /// The first key under which few stubs are, else the one with the fewest.
  private func leastCrowded(
    of keys: [(probe: URLProbe, hash: UInt64)]
  ) -> (probe: URLProbe, hash: UInt64)? {
    keys.first { !(buckets[$0.hash]?.isCrowded ?? false) }
      ?? keys.min { (buckets[$0.hash]?.count ?? 0) < (buckets[$1.hash]?.count ?? 0) }
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
