/// Why no stub answered a request: the nearest stubs, and what to write to make one answer.
public struct UnmatchedReport: Error, Sendable, Hashable {
  public let request: ReceivedRequest
  /// The nearest stubs, the nearest first; three of them in the report that a client gets.
  public let nearMisses: [NearMiss]
  /// How many stubs there were.
  public let stubCount: Int

  /// Of more stubs only those are compared that are for the same parent path, and the newest.
  private static let comparedAtMost = 64

  init(
    _ request: ReceivedRequest, stack: StubStack, besides winner: InstalledStub? = nil,
    limit: Int = 3
  ) {
    self.request = request
    let comparison = StubComparison(request)
    // The nearest first, and of those that are equally near the one that came first.
    var nearest: [(installed: InstalledStub, distance: Double)] = []
    nearest.reserveCapacity(min(limit, stack.count) + 1)
    for installed in stack.nearest(to: request, limit: max(Self.comparedAtMost, 4 * limit))
    where installed !== winner {
      let distance = comparison.distance(to: installed)
      if nearest.count == limit, (nearest.last?.distance ?? 0) <= distance { continue }
      nearest.append((installed, distance))
      var rank = nearest.count - 1
      while rank > 0, nearest[rank - 1].distance > distance {
        nearest.swapAt(rank - 1, rank)
        rank -= 1
      }
      if nearest.count > limit { nearest.removeLast() }
    }
    nearMisses = nearest.map { NearMiss($0.installed, request) }
    stubCount = stack.count - (winner == nil ? 0 : 1)
  }
}
