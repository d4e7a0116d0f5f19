import StubCore

#if canImport(FoundationNetworking)
import Foundation
import FoundationNetworking
#else
import Foundation
#endif

/// What came of a request that was loaded for real.
struct RelayedResponse: Sendable {
  /// `nil` when the request failed before any response.
  let head: ResponseHead?
  let body: Data
  /// What the response ended with instead of its end; `nil` for a whole response.
  let error: (any Error)?
  private let startedAt: Date
  private let timing: RecordedTiming

  init(head: ResponseHead?, body: Data, error: (any Error)?, stopwatch: ExchangeStopwatch) {
    self.head = head
    self.body = body
    self.error = error
    startedAt = stopwatch.startedAt
    timing = stopwatch.timing
  }

  /// The real response, or the plan to fail as the network did.
  var plan: ResponsePlan {
    if let error { return .failing(.error(error)) }
    return ResponsePlan(head: head, body: .data(body))
  }

  /// The interaction for a recorder; `nil` when the client gave up.
  func interaction(_ request: ReceivedRequest) -> Interaction? {
    let failure = error.map { error in
      let error = error as NSError
      return RecordedFailure(
        domain: error.domain, code: error.code, message: error.localizedDescription)
    }
    if let failure, failure.domain == NSURLErrorDomain, failure.code == NSURLErrorCancelled {
      return nil
    }
    return Interaction(
      RecordedRequest(request), head.map { RecordedResponse($0, body: body) }, failure: failure,
      recordedAt: startedAt, timing: timing)
  }
}

extension URLRequest {
  /// The request with the fields that it lacks, such as those of its session.
  func filled(with headers: HTTPHeaders) -> URLRequest {
    var request = self
    for field in headers.fields where value(forHTTPHeaderField: field.name.rawName) == nil {
      request.addValue(field.value, forHTTPHeaderField: field.name.rawName)
    }
    return request
  }
}
