/// Why no stub answered a request: the nearest stubs, and what to write to make one answer.
public struct UnmatchedReport: Error, Sendable, Hashable {
  public let request: ReceivedRequest
  /// The nearest stubs, the nearest first; three of them in the report that a client gets.
  public let nearMisses: [NearMiss]
  /// How many stubs there were.
  public let stubCount: Int

  /// Of very many stubs only those with a similar URL are compared.
  private static let comparedAtMost = 32

  init(
    _ request: ReceivedRequest, stack: StubStack, besides winner: InstalledStub? = nil,
    limit: Int = 3
  ) {
    self.request = request
    var nearest: [StubComparison] = []
    let compared = stack.nearest(to: request, limit: max(Self.comparedAtMost, 4 * limit))
    for installed in compared where installed !== winner {
      let miss = StubComparison(installed, request)
      let place = nearest.firstIndex { $0.closeness < miss.closeness } ?? nearest.endIndex
      guard place < limit else { continue }
      nearest.insert(miss, at: place)
      if nearest.count > limit { nearest.removeLast() }
    }
    nearMisses = nearest.map { NearMiss($0, request) }
    stubCount = stack.count - (winner == nil ? 0 : 1)
  }
}
