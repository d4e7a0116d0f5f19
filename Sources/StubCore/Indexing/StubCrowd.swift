/// Many stubs with one key, filed by the value that a part of the request has to have.
struct StubCrowd: Sendable {
  private(set) var count = 0
  private var byValue = PiecewiseDictionary<StubBucket>()
  /// How many stubs are filed by a value of each part.
  private var parts: [KeyedPart: Int] = [:]
  /// Those that no value tells apart from the others.
  private var others = RankedStubs()

  mutating func insert(_ stub: InstalledStub) {
    count += 1
    guard let value = emptiest(of: stub.keys.values) else {
      others.insert(RankedStub(stub))
      return
    }
    byValue[value.hash, default: .empty].insert(stub)
    parts[value.part, default: 0] += 1
  }

  mutating func remove(_ stub: InstalledStub) -> Bool {
    if others.remove(stub.rank) != nil {
      count -= 1
      return true
    }
    for (part, hash) in stub.keys.values where byValue[hash] != nil {
      guard byValue[hash, default: .empty].remove(stub) else { continue }
      if byValue[hash]?.count == 0 { byValue.remove(hash) }
      let left = parts[part, default: 1] - 1
      parts[part] = left == 0 ? nil : left
      count -= 1
      return true
    }
    return false
  }

  func collect(for request: ReceivedRequest, into candidates: inout StubCandidates) {
    for part in parts.keys {
      for hash in part.hashes(in: request) {
        byValue[UInt64(bitPattern: Int64(hash))]?.collect(into: &candidates)
      }
    }
    if others.count > 0 { candidates.add(others) }
  }

  /// The value that the fewest stubs have; of several the first.
  private func emptiest(
    of values: [(part: KeyedPart, hash: UInt64)]
  ) -> (part: KeyedPart, hash: UInt64)? {
    values.min { byValue[$0.hash]?.count ?? 0 < byValue[$1.hash]?.count ?? 0 }
  }
}

extension [StubKey] {
  fileprivate var values: [(part: KeyedPart, hash: UInt64)] {
    compactMap { key in
      guard case .value(let part, let hash) = key else { return nil }
      return (part, UInt64(bitPattern: Int64(hash)))
    }
  }
}
