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
  /// The stubs that have no key for the URL.
  private var others = StubCrowd()

  /// Adds a stub that has the keys `keys`.
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
    for (probe, hash) in stub.stub.keys.ofURL where remove(stub, under: hash) {
      probes.remove(probe)
      return
    }
    _ = others.remove(stub)
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
      if let bucket = buckets[hash] { return bucket.collect(into: &candidates) }
      crowds[hash]?.collect(for: request, into: &candidates)
    }
    if others.count > 0 { others.collect(for: request, into: &candidates) }
    candidates.sort()
    return candidates
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
    var keys = compactMap(\.urlKey)
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

  mutating func insert(_ stub: InstalledStub) {
    switch self {
    case .empty: self = .one(stub)
    case .one(let first):
      var stubs = RankedStubs()
      stubs.insert(RankedStub(first))
      stubs.insert(RankedStub(stub))
      self = .several(stubs)
    case .several(var stubs):
      // `self` releases the list during the change, so that the list is not copied.
      self = .empty
      stubs.insert(RankedStub(stub))
      self = .several(stubs)
    }
  }

  /// Removes a stub.
  ///
  /// - Returns: Whether the stub was there.
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

  /// Adds all stubs of the bucket to the candidates.
  func collect(into candidates: inout StubCandidates) {
    switch self {
    case .empty: break
    case .one(let stub): candidates.add(stub)
    case .several(let stubs): candidates.add(stubs)
    }
  }
}

/// Many stubs with one key, indexed by what their conditions require of another part of the
/// request.
struct StubCrowd: Sendable {
  /// The number of parts above which presence of an item is preferred to a value of a further part.
  private static let manyParts = 16

  private(set) var count = 0
  private var byHash = PiecewiseDictionary<StubBucket>()
  /// The number of stubs that are indexed by a value of each part.
  private var parts: [KeyedPart: Int] = [:]
  /// The views of the parts by whose texts stubs are indexed.
  private var texts: [KeyedPart: TextViews] = [:]
  /// The stubs that are not indexed.
  private var others = RankedStubs()

  mutating func insert(_ stub: InstalledStub) {
    count += 1
    guard let probe = leastCrowded(of: stub.stub.keys.probes) else {
      others.insert(RankedStub(stub))
      return
    }
    byHash[probe.hash, default: .empty].insert(stub)
    if let view = probe.view {
      texts[probe.part, default: TextViews(of: probe.part)].add(view)
    } else {
      parts[probe.part, default: 0] += 1
    }
  }

  mutating func remove(_ stub: InstalledStub) -> Bool {
    if others.remove(stub.rank) != nil {
      count -= 1
      return true
    }
    for probe in stub.stub.keys.probes where byHash[probe.hash] != nil {
      guard byHash[probe.hash, default: .empty].remove(stub) else { continue }
      if byHash[probe.hash]?.count == 0 { byHash.remove(probe.hash) }
      remove(probe)
      count -= 1
      return true
    }
    return false
  }

  private mutating func remove(_ probe: PartProbe) {
    if let view = probe.view {
      texts[probe.part]?.remove(view)
      if texts[probe.part]?.isEmpty == true { texts[probe.part] = nil }
    } else {
      let left = parts[probe.part, default: 1] - 1
      parts[probe.part] = left == 0 ? nil : left
    }
  }

  func collect(for request: ReceivedRequest, into candidates: inout StubCandidates) {
    for part in parts.keys {
      for hash in part.hashes(in: request) {
        byHash[UInt64(bitPattern: Int64(hash))]?.collect(into: &candidates)
      }
    }
    if !texts.isEmpty { collectByText(for: request, into: &candidates) }
    if others.count > 0 { candidates.add(others) }
  }

  private func collectByText(
    for request: ReceivedRequest, into candidates: inout StubCandidates
  ) {
    for (part, views) in texts {
      for text in part.texts(in: request) {
        views.forEachHash(of: text) { byHash[$0]?.collect(into: &candidates) }
      }
    }
  }

  /// Returns the key with the fewest stubs: rather of a value than of a text, and rather of a text
  /// than of presence, as long as few stubs have it.
  ///
  /// Each part takes time for each request, so among many parts a known one or presence is
  /// preferred.
  private func leastCrowded(of probes: [PartProbe]) -> PartProbe? {
    let few = probes.filter { count(under: $0) < StubIndex.crowdLimit }
    if parts.count + texts.count >= Self.manyParts {
      let known = few.first { $0.view == nil ? parts[$0.part] != nil : texts[$0.part] != nil }
      if let probe = known ?? few.first(where: \.part.isNames) { return probe }
    }
    let groups = [
      few.filter { $0.view == nil && !$0.part.isNames }, few.filter { $0.view != nil }, few, probes,
    ]
    return groups.first { !$0.isEmpty }?.min { count(under: $0) < count(under: $1) }
  }

  private func count(under probe: PartProbe) -> Int { byHash[probe.hash]?.count ?? 0 }
}

/// A hash under which a stub may be indexed by a part of the request.
private struct PartProbe {
  let part: KeyedPart
  /// The view of a text that has the hash; `nil` if a value of the part has it.
  let view: TextView?
  let hash: UInt64
}

extension [StubKey] {
  fileprivate var probes: [PartProbe] {
    compactMap { key in
      switch key.form {
      case .value(let part, let hash):
        PartProbe(part: part, view: nil, hash: UInt64(bitPattern: Int64(hash)))
      case .text(let part, let trait):
        trait.key(of: part).map { PartProbe(part: part, view: $0.view, hash: $0.hash) }
      case .path, .segments, .pathPrefix, .literal: nil
      }
    }
  }
}
