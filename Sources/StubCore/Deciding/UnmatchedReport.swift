/// Why no stub answered a request: the nearest stubs, and what to write to make one answer.
public struct UnmatchedReport: Error, Sendable, Hashable {
  public let request: ReceivedRequest
  /// The nearest stubs, the nearest first; at most three.
  public let nearMisses: [NearMiss]
  /// How many stubs there were.
  public let stubCount: Int

  static let nearMissLimit = 3

  init(_ request: ReceivedRequest, stack: StubStack) {
    self.request = request
    var nearest: [NearMiss] = []
    var count = 0
    for installed in stack.inOrder {
      count += 1
      let miss = NearMiss(installed, request)
      let place = nearest.firstIndex { $0.closeness < miss.closeness } ?? nearest.endIndex
      guard place < Self.nearMissLimit else { continue }
      nearest.insert(miss, at: place)
      if nearest.count > Self.nearMissLimit { nearest.removeLast() }
    }
    nearMisses = nearest
    stubCount = count
  }
}
