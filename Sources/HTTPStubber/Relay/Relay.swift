import StubCore

#if canImport(FoundationNetworking)
import Foundation
import FoundationNetworking
#else
import Foundation
#endif

/// The sending of a request to the network, if no stub answers it after its task has started.
enum Relay {
  /// Returns the real response, or the network's error.
  ///
  /// `idle` is the timeout of the client's task between two pieces of data, which only this session
  /// can apply.
  ///
  /// Redirects and challenges are returned unchanged, because the client's task handles them. On
  /// Linux, a session with another delegate would itself follow redirects, and would not end after
  /// a 401. So each request gets a new session with the settings of `backing`.
  static func load(
    _ request: URLRequest, body: RequestBody, as backing: URLSession?, idle: Duration? = nil
  ) async -> RelayedResponse {
    var request = request.markedAsReal
    if let idle {
      let own = Duration.limit(backing?.configuration.timeoutIntervalForRequest ?? 0)
      // Foundation for Linux uses only whole seconds.
      request.timeoutInterval = min(idle, own, longestIdle).seconds.rounded(.up)
    }
    request.httpBodyStream = nil
    request.httpBody = body.data
    let receiver = RelayReceiver(trusting: backing?.delegate)
    let session = URLSession(
      configuration: backing?.configuration ?? configuration, delegate: receiver,
      delegateQueue: nil)
    defer { session.finishTasksAndInvalidate() }
    let task = session.dataTask(with: request)
    return await withTaskCancellationHandler {
      await withCheckedContinuation { receiver.start(task, $0) }
    } onCancel: {
      task.cancel()
    }
  }

  /// The longest timeout, a year, because Foundation cannot represent the absence of a limit.
  private static let longestIdle = Duration.seconds(365 * 24 * 3_600)

  /// A configuration without stubs and without cookies, which the request already contains.
  private static var configuration: URLSessionConfiguration {
    let configuration = URLSessionConfiguration.ephemeral
    configuration.protocolClasses = configuration.protocolClasses?.filter {
      !($0 is StubURLProtocol.Type)
    }
    configuration.httpCookieStorage = nil
    return configuration
  }
}

/// The receiver of one real response.
final class RelayReceiver: NSObject, URLSessionDataDelegate {
  private struct State {
    var continuation: CheckedContinuation<RelayedResponse, Never>?
    var response: HTTPURLResponse?
    var data = Data()
    var isChallenged = false
    var stopwatch = ExchangeStopwatch()
  }

  private let state = Lock(State())
  /// The delegate that answers challenges about TLS; `nil` for none.
  private let trust: (any URLSessionDelegate)?

  init(trusting trust: (any URLSessionDelegate)? = nil) { self.trust = trust }

  func start(
    _ task: URLSessionDataTask, _ continuation: CheckedContinuation<RelayedResponse, Never>
  ) {
    state.withLock { state in
      state.continuation = continuation
      state.stopwatch = ExchangeStopwatch()
    }
    task.resume()
  }

  func urlSession(
    _ session: URLSession, dataTask: URLSessionDataTask, didReceive response: URLResponse,
    completionHandler: @escaping @Sendable (URLSession.ResponseDisposition) -> Void
  ) {
    state.withLock { state in
      state.response = response as? HTTPURLResponse
      state.stopwatch.noteHead()
    }
    completionHandler(.allow)
  }

  func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
    state.withLock { state in
      state.data += data
      state.stopwatch.noteBytes(data.count)
    }
  }

  func urlSession(
    _ session: URLSession, task: URLSessionTask,
    willPerformHTTPRedirection response: HTTPURLResponse, newRequest request: URLRequest,
    completionHandler: @escaping @Sendable (URLRequest?) -> Void
  ) {
    completionHandler(nil)
  }

  /// Keeps a 401 as the response, and leaves a challenge about TLS to the delegate `trust`.
  ///
  /// For a 401, some platforms then end the task as cancelled, although the response has arrived.
  func urlSession(
    _ session: URLSession, task: URLSessionTask, didReceive challenge: URLAuthenticationChallenge,
    completionHandler:
      @escaping @Sendable (URLSession.AuthChallengeDisposition, URLCredential?) -> Void
  ) {
    guard ["http", "https"].contains(challenge.protectionSpace.protocol ?? ""),
      challenge.failureResponse != nil
    else { return answer(challenge, in: session, completionHandler) }
    state.withLock { $0.isChallenged = true }
    completionHandler(.rejectProtectionSpace, nil)
  }

  /// Passes a challenge about TLS to the delegate `trust`; Linux has no such challenges.
  private func answer(
    _ challenge: URLAuthenticationChallenge, in session: URLSession,
    _ completionHandler:
      @escaping @Sendable (URLSession.AuthChallengeDisposition, URLCredential?) -> Void
  ) {
    #if !canImport(FoundationNetworking)
    if let answer = trust?.urlSession(_:didReceive:completionHandler:) {
      return answer(session, challenge, completionHandler)
    }
    #endif
    completionHandler(.performDefaultHandling, nil)
  }

  func urlSession(
    _ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?
  ) {
    let (continuation, relayed) = state.withLock { state in
      defer { state.continuation = nil }
      let isAnswered = error == nil || state.isChallenged
      let response = state.response ?? task.response as? HTTPURLResponse
      let relayed = RelayedResponse(
        head: response.map(ResponseHead.init), body: state.data,
        error: isAnswered && response != nil ? nil : error ?? URLError(.badServerResponse),
        stopwatch: state.stopwatch)
      return (state.continuation, relayed)
    }
    continuation?.resume(returning: relayed)
  }
}

/// The result of a request that was sent to the network.
struct RelayedResponse: Sendable {
  /// The head; `nil` if the request failed before any response.
  let head: ResponseHead?
  let body: Data
  /// The error that ended the response; `nil` for a complete response.
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

  /// The real response, or a plan that fails with the network's error.
  var plan: ResponsePlan {
    if let error { return .failing(.error(error)) }
    return ResponsePlan(head: head, body: .data(body))
  }

  /// Returns the interaction for a recorder; `nil` if the client cancelled the request.
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
  /// Returns the request with the fields that it lacks, such as those of its session.
  func filled(with headers: HTTPHeaders) -> URLRequest {
    var request = self
    for field in headers.fields where value(forHTTPHeaderField: field.name.rawName) == nil {
      request.addValue(field.value, forHTTPHeaderField: field.name.rawName)
    }
    return request
  }
}
