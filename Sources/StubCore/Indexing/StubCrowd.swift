/// Many stubs with one key, filed by the value that a part of the request has to have.
struct StubCrowd: Sendable {
  private(set) var count = 0
  private var byValue = PiecewiseDictionary<StubBucket>()
  /// How many stubs are filed by a value of each part.
  private var parts: [KeyedPart: Int] = [:]
  /// Those for which no part has to have a certain value.
  private var others = StubBucket()

  mutating func insert(_ stub: RankedStub) {
    count += 1
    guard let (part, hash) = emptiest(of: stub.installed.stub.valueKeys) else {
      others.insert(stub)
      return
    }
    byValue[hash, default: StubBucket()].insert(stub)
    parts[part, default: 0] += 1
  }

  mutating func remove(_ stub: RankedStub) -> Bool {
    if others.remove(stub) {
      count -= 1
      return true
    }
    for (part, hash) in stub.installed.stub.valueKeys where byValue[hash] != nil {
      guard byValue[hash, default: StubBucket()].remove(stub) else { continue }
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
    others.collect(into: &candidates)
  }

  /// The key under which the fewest stubs are; of several the first.
  private func emptiest(
    of keys: [(part: KeyedPart, hash: UInt64)]
  ) -> (part: KeyedPart, hash: UInt64)? {
    keys.lazy.map { ($0, byValue[$0.hash]?.count ?? 0) }.min { $0.1 < $1.1 }?.0
  }
}

extension HTTPStub {
  fileprivate var valueKeys: [(part: KeyedPart, hash: UInt64)] {
    keys.compactMap { key in
      guard case .value(let part, let hash) = key else { return nil }
      return (part, UInt64(bitPattern: Int64(hash)))
    }
  }
}
