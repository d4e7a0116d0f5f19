/// Why no stub answered a request: the nearest stubs, and what to write to make one answer.
public struct UnmatchedReport: Error, Sendable, Hashable {
  public let request: ReceivedRequest
  /// The nearest stubs, the nearest first; three of them in the report that a client gets.
  public let nearMisses: [NearMiss]
  /// How many stubs there were.
  public let stubCount: Int

  init(
    _ request: ReceivedRequest, stack: StubStack, besides winner: InstalledStub? = nil,
    limit: Int = 3
  ) {
    self.request = request
    var nearest: [NearMiss] = []
    var count = 0
    for installed in stack.inOrder where installed !== winner {
      count += 1
      let miss = NearMiss(installed, request)
      let place = nearest.firstIndex { $0.closeness < miss.closeness } ?? nearest.endIndex
      guard place < limit else { continue }
      nearest.insert(miss, at: place)
      if nearest.count > limit { nearest.removeLast() }
    }
    nearMisses = nearest
    stubCount = count
  }
}
