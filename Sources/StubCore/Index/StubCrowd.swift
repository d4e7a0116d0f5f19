/// Many stubs with one key, indexed by what their conditions require of another part of the
/// request.
struct StubCrowd: Sendable {
  /// The number of parts above which presence of an item is preferred to a value of a further part.
  private static let manyParts = 16
  /// The number of stubs with a key from which stubs get another key if they have one.
  private static let few = 2
  /// The number of stubs with windows (pieces of texts) from which texts of any length are
  /// searched.
  private static let manyWindowed = 256

  private(set) var count = 0
  private var byHash = PiecewiseDictionary<StubBucket>()
  /// For each part, the number of stubs that are indexed by one of its values.
  private var parts: [KeyedPart: Int] = [:]
  /// The views of the parts by whose texts stubs are indexed.
  private var texts: [KeyedPart: TextViews] = [:]
  /// The stubs with a window (a piece of fixed length) of a text in the request as their key.
  private var windowed = RankedStubs()
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
      if view.isWindow { windowed.insert(RankedStub(stub)) }
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
      windowed.remove(stub.rank)
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
    var isMissingWindowed = false
    for (part, views) in texts {
      for text in part.texts(in: request) {
        let withWindows = !views.hasWindows || isWorthSearching(text)
        views.forEachHash(of: text, withWindows: withWindows) {
          byHash[$0]?.collect(into: &candidates)
        }
        if !withWindows { isMissingWindowed = true }
      }
    }
    if isMissingWindowed { candidates.add(windowed) }
  }

  /// Returns whether looking up each window of the text takes less time than trying all stubs that
  /// are indexed by windows.
  private func isWorthSearching(_ text: String) -> Bool {
    windowed.count >= Self.manyWindowed || text.utf8.count <= windowed.count * 8
  }

  /// Returns the key with the fewest stubs.
  ///
  /// Among keys with few stubs, keys of values come before keys of texts, and these before keys of
  /// presence. Each indexed part takes time for each request, so if there are many, parts that are
  /// indexed already, or presence, come first.
  private func leastCrowded(of probes: [PartProbe]) -> PartProbe? {
    let few = probes.filter { count(under: $0) < Self.few }
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
    flatMap { key -> [PartProbe] in
      switch key.form {
      case .value(let part, let hash):
        [PartProbe(part: part, view: nil, hash: UInt64(bitPattern: Int64(hash)))]
      case .text(let part, let trait):
        trait.keys(of: part).map { PartProbe(part: part, view: $0.view, hash: $0.hash) }
      case .path, .segments, .pathPrefix, .literal: []
      }
    }
  }
}
