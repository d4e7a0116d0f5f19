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
    let compared = stack.nearest(to: request, limit: max(Self.comparedAtMost, 4 * limit))
    let comparison = StubComparison(request)
    var nearest: [(place: Int, closeness: Double)] = []
    for (place, installed) in compared.enumerated() where installed !== winner {
      let closeness = comparison.closeness(of: installed)
      let rank = nearest.firstIndex { $0.closeness < closeness } ?? nearest.endIndex
      guard rank < limit else { continue }
      nearest.insert((place, closeness), at: rank)
      if nearest.count > limit { nearest.removeLast() }
    }
    nearMisses = nearest.map { NearMiss(compared[$0.place], request) }
    stubCount = stack.count - (winner == nil ? 0 : 1)
  }
}
