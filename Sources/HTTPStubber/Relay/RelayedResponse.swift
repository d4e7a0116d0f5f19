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
  let times: LoadedExchange.Times
  let startedAt: Date

  init(head: ResponseHead?, body: Data, error: (any Error)?, stopwatch: ExchangeStopwatch) {
    self.head = head
    self.body = body
    self.error = error
    times = stopwatch.times
    startedAt = stopwatch.startedAt
  }

  /// The real response, or the plan to fail as the network did.
  var plan: ResponsePlan {
    if let error { return .failing(.error(error)) }
    return ResponsePlan(head: head, body: .data(body))
  }

  /// The exchange for a recorder; `nil` when the client gave up.
  func exchange(_ request: ReceivedRequest) -> LoadedExchange? {
    let failure = error.map { error in
      let error = error as NSError
      return LoadedExchange.Failure(
        domain: error.domain, code: error.code, message: error.localizedDescription)
    }
    if let failure, failure.domain == NSURLErrorDomain, failure.code == NSURLErrorCancelled {
      return nil
    }
    return LoadedExchange(
      request, head: head, body: body, failure: failure, startedAt: startedAt, times: times)
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
