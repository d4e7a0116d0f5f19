/// The stubs that are found by one key of the URL, or by none.
struct StubBucket: Sendable {
  /// More stubs than these are told apart by other parts of the request.
  static let crowdLimit = 8

  /// In ascending order; empty when there is a crowd.
  private var few: [RankedStub] = []
  private var crowd: StubCrowd?

  var count: Int { crowd?.count ?? few.count }
  var isCrowded: Bool { count >= Self.crowdLimit }

  mutating func insert(_ stub: RankedStub) {
    if crowd != nil {
      crowd?.insert(stub)
    } else if few.count < Self.crowdLimit {
      few.insert(stub, at: few.place(of: stub.rank))
    } else {
      var crowd = StubCrowd()
      for stub in few + [stub] { crowd.insert(stub) }
      self.crowd = crowd
      few = []
    }
  }

  /// - Returns: whether the stub was there.
  mutating func remove(_ stub: RankedStub) -> Bool {
    if crowd != nil { return crowd?.remove(stub) ?? false }
    let place = few.place(of: stub.rank)
    guard place < few.count, few[place].rank == stub.rank else { return false }
    few.remove(at: place)
    return true
  }

  /// Adds those that may accept the request.
  func collect(for request: ReceivedRequest, into candidates: inout StubCandidates) {
    if let crowd { crowd.collect(for: request, into: &candidates) } else { candidates.add(few) }
  }
}

/// Many stubs with one key, filed by the value that a part of the request has to have.
struct StubCrowd: Sendable {
  private(set) var count = 0
  private var byValue = PiecewiseDictionary<RankedStubs>()
  /// How many stubs are filed by a value of each part.
  private var parts: [KeyedPart: Int] = [:]
  /// Those for which no part has to have a certain value.
  private var others = RankedStubs()

  mutating func insert(_ stub: RankedStub) {
    count += 1
    guard let (part, hash) = emptiest(of: stub.installed.stub.valueKeys) else {
      others.insert(stub)
      return
    }
    byValue[hash, default: RankedStubs()].insert(stub)
    parts[part, default: 0] += 1
  }

  mutating func remove(_ stub: RankedStub) -> Bool {
    if others.remove(stub.rank) != nil {
      count -= 1
      return true
    }
    for (part, hash) in stub.installed.stub.valueKeys where byValue[hash] != nil {
      guard byValue[hash, default: RankedStubs()].remove(stub.rank) != nil else { continue }
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
        if let found = byValue[UInt64(bitPattern: Int64(hash))] { candidates.add(found) }
      }
    }
    candidates.add(others)
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
