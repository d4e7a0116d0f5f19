import StubCore
import Synchronization

#if canImport(FoundationNetworking)
import Foundation
import FoundationNetworking
#else
import Foundation
#endif

/// Collects one real response.
final class RelayReceiver: NSObject, URLSessionDataDelegate {
  private struct State {
    var continuation: CheckedContinuation<ResponsePlan, Never>?
    var response: HTTPURLResponse?
    var data = Data()
    var isChallenged = false
  }

  private let state = Mutex(State())

  func start(
    _ task: URLSessionDataTask, _ continuation: CheckedContinuation<ResponsePlan, Never>
  ) {
    state.withLock { $0.continuation = continuation }
    task.resume()
  }

  func urlSession(
    _ session: URLSession, dataTask: URLSessionDataTask, didReceive response: URLResponse,
    completionHandler: @escaping @Sendable (URLSession.ResponseDisposition) -> Void
  ) {
    state.withLock { $0.response = response as? HTTPURLResponse }
    completionHandler(.allow)
  }

  func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
    state.withLock { $0.data += data }
  }

  func urlSession(
    _ session: URLSession, task: URLSessionTask,
    willPerformHTTPRedirection response: HTTPURLResponse, newRequest request: URLRequest,
    completionHandler: @escaping @Sendable (URLRequest?) -> Void
  ) {
    completionHandler(nil)
  }

  /// Rejecting ends the task as cancelled on some platforms, although the 401 is there.
  func urlSession(
    _ session: URLSession, task: URLSessionTask, didReceive challenge: URLAuthenticationChallenge,
    completionHandler:
      @escaping @Sendable (URLSession.AuthChallengeDisposition, URLCredential?) -> Void
  ) {
    guard ["http", "https"].contains(challenge.protectionSpace.protocol ?? ""),
      challenge.failureResponse != nil
    else { return completionHandler(.performDefaultHandling, nil) }
    state.withLock { $0.isChallenged = true }
    completionHandler(.rejectProtectionSpace, nil)
  }

  func urlSession(
    _ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?
  ) {
    let (continuation, plan) = state.withLock { state in
      defer { state.continuation = nil }
      let isAnswered = error == nil || state.isChallenged
      guard isAnswered, let response = state.response ?? task.response as? HTTPURLResponse else {
        let failure = error.map(StubFailure.error) ?? .network(.badServerResponse)
        return (state.continuation, ResponsePlan.failing(failure))
      }
      let plan = ResponsePlan(head: ResponseHead(response), body: .data(state.data))
      return (state.continuation, plan)
    }
    continuation?.resume(returning: plan)
  }
}
