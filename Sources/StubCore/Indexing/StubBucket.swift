/// The stubs that are found by one key.
struct StubBucket: Sendable {
  /// One of them: most keys have no more, which then take no list.
  private var one: RankedStub?
  private var others = RankedStubs()

  var count: Int { (one == nil ? 0 : 1) + others.count }

  /// In no order.
  var stubs: [RankedStub] { (one.map { [$0] } ?? []) + others }

  mutating func insert(_ stub: RankedStub) {
    if one == nil { one = stub } else { others.insert(stub) }
  }

  /// - Returns: whether the stub was there.
  mutating func remove(_ stub: RankedStub) -> Bool {
    if one?.rank == stub.rank {
      one = nil
      return true
    }
    return others.count > 0 && others.remove(stub.rank) != nil
  }

  /// Adds them all, as each may accept a request.
  func collect(for request: ReceivedRequest, into candidates: inout StubCandidates) {
    if let one { candidates.add(one) }
    if others.count > 0 { candidates.add(others, for: request) }
  }
}
