/// Plans for many requests, of which stubs that answer alike share one with what hosts made of it.
///
/// Of many thousand stubs most answer with one of few responses, which so are near together in
/// memory.
package final class SharedPlans: Sendable {
  /// What a plan is made of.
  private struct Source: Hashable {
    let specification: ResponseSpecification
    /// Of the file that is the body.
    let stamp: FileStamp?

    func hash(into hasher: inout Hasher) {
      // What else there is hardly ever differs where the body is the same.
      hasher.combine(specification.body)
      hasher.combine(specification.head.status)
    }
  }

  /// Plans with a longer body are not kept as long as the table.
  static let largestBody = 64 * 1_024

  private let recent = RecentTable<Source, ResponsePlan>()

  package init() {}

  /// The plan to keep for a request and those to come: one that was made of the same before, if it
  /// is still known, else the one that `make` returns.
  ///
  /// In the process each stub has its own, of which the host keeps the response for its URL.
  func plan(
    of specification: ResponseSpecification, _ stamp: FileStamp? = nil,
    for request: ReceivedRequest, make: () throws -> ResponsePlan
  ) throws -> ResponsePlan {
    guard request.isFromListener else { return try make().kept() }
    return try recent.value(for: Source(specification: specification, stamp: stamp)) {
      try make().kept()
    } keeps: {
      $0.whole(upTo: Self.largestBody, evenAfterWait: true) != nil
    }
  }
}
