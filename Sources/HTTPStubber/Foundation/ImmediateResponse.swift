import StubCore

#if canImport(FoundationNetworking)
import Foundation
import FoundationNetworking
#else
import Foundation
#endif

/// An answer within `startLoading` with a whole response.
///
/// Delays, redirects and async closures are not supported. Tasks are answered in this way if their
/// queue cannot be found, because calls from any other place may crash the process.
enum ImmediateResponse {
  private static let hasWarned = AtomicBool(false)

  static func answer(_ loader: URLProtocol, _ task: some LoadingClient, from endpoint: Endpoint) {
    if !hasWarned.exchange(true) {
      endpoint.warn(
        "this version of Foundation is unknown: the queue of a URLSessionTask cannot be found. "
          + "Responses come whole and without delays; for anything else, use the listener")
    }
    let request = loader.request
    let reception = endpoint.stubs.receive(
      ReceivedRequest(request, body: task.body, sessionHeaders: task.settings.headers),
      webhooks: endpoint.webhooks)
    let plan = plan(for: reception.outcome.decoded)
    do {
      let data = try BodyReader(plan.body).read(0..<plan.body.count)
      if let failure = plan.failure ?? plan.fault?.clientError.map(StubFailure.network) {
        throw failure.error(for: request.url)
      }
      guard !task.isDownload, let head = plan.head, let url = request.url,
        let response = HTTPURLResponse(head, url: url)
      else { throw URLError(.badServerResponse, for: request.url) }
      reception.finish(.completed)
      loader.receive(response, cache: .notAllowed)
      if !data.isEmpty { loader.client?.urlProtocol(loader, didLoad: data) }
      loader.end { $0.urlProtocolDidFinishLoading(loader) }
    } catch {
      reception.finish(.failed(.error(error)))
      loader.end { $0.urlProtocol(loader, didFailWithError: error) }
    }
  }

  private static func plan(for outcome: Outcome) -> ResponsePlan {
    switch outcome {
    case .stubbed(_, _, .ready(let plan)): plan
    case .unmatched(let report, .error): .failing(.error(report))
    case .unmatched(let report, .status(let code)): .text(report.description, status: code)
    case .stubbed(_, _, .pending), .passedThrough, .recorded:
      .failing(.network(.cannotConnectToHost))
    }
  }
}
