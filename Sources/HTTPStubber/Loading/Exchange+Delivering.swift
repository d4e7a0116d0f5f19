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

  /// Delivers a whole response, unless it may lead on.
  ///
  /// - Returns: whether it did.
  func deliver(_ head: ResponseHead, _ body: Data) -> Bool {
    guard !head.status.isRedirect, head.status != .unauthorized else { return false }
    storeCookies(of: head)
    deliver(head)
    guard life.phase == .running else { return true }
    if !body.isEmpty { sink.receive(body) }
    finish()
    return true
  }

  func deliver(_ head: ResponseHead) {
    guard let url = request.url, let response = plan.response(for: url) else {
      return fail(
        URLError(.badServerResponse, for: request.url),
        .failed(.network(.badServerResponse)))
    }
    faulty?.takeHead()
    sink.receive(response, expecting: plan.body.count, cache: plan.cachePolicy)
  }

  func deliver(_ range: Range<Int>) -> Bool {
    do {
      let range = faulty?.take(range) ?? range
      guard let data = try bodyReader?.read(range) else { return false }
      sink.receive(data)
      return true
    } catch {
      fail(error, .failed(.error(error)))
      return false
    }
  }
}
