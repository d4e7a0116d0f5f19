import StubCore

#if canImport(FoundationNetworking)
import Foundation
import FoundationNetworking
#else
import Foundation
#endif

extension Exchange {
  func storeCookies(of head: ResponseHead) {
    guard let url = request.url, request.httpShouldHandleCookies else { return }
    context.settings.cookies?.store(
      head.headers, from: url, mainDocument: request.mainDocumentURL)
  }

  /// Whether the response may be delivered in one, as it neither leads on nor is large.
  func canDeliverWhole(_ plan: ResponsePlan) -> Bool {
    guard let status = plan.head?.status, case .data(let body) = plan.body else { return false }
    return !status.isRedirect && status != .unauthorized && body.count <= PlanSteps.largestStep
  }

  /// Delivers head, body and end.
  func deliverWhole() {
    guard let head = plan.head, case .data(let body) = plan.body else { return }
    storeCookies(of: head)
    deliver(head)
    if life.phase == .running, !body.isEmpty { sink.receive(body) }
    advance()
  }

  func deliver(_ head: ResponseHead) {
    guard let url = request.url, let response = plan.response(for: url) else {
      return fail(
        URLError(.badServerResponse, for: request.url),
        .failed(.network(.badServerResponse)))
    }
    sink.receive(response, expecting: plan.body.count, cache: plan.cachePolicy)
  }

  func deliver(_ source: Player.Piece.Source) -> Bool {
    do {
      switch source {
      case .tail(let data): sink.receive(data)
      case .body(let range):
        guard let data = try bodyReader?.read(range) else { return false }
        sink.receive(data)
      }
      return true
    } catch {
      fail(error, .failed(.error(error)))
      return false
    }
  }
}
