/// Plans for many requests, of which stubs that answer alike share one with what hosts made of it.
///
/// Of many thousand stubs most answer with one of few responses, which so are near together in
/// memory.
package final class SharedPlans: Sendable {
  /// Longer bodies are not compared, nor kept as long as the table.
  static let largestBody = 64 * 1_024

  private let recent = RecentTable<ResponsePlan, ResponsePlan>()

  package init() {}

  /// The plan to keep for a request and those to come: an equal one that was kept before, if it is
  /// still known.
  ///
  /// In the process each stub has its own, of which the host keeps the response for its URL.
  func kept(_ plan: ResponsePlan, for request: ReceivedRequest) -> ResponsePlan {
    guard request.isFromListener, plan.whole(upTo: Self.largestBody, evenAfterWait: true) != nil
    else { return plan.kept() }
    return recent.value(for: plan) { plan.kept() }
  }
}
