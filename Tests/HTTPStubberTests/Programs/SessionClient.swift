import Foundation
import HTTPStubber
import TestSupport

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// A client the way large networking libraries are written: one session with one delegate for all tasks,
/// adapters that change requests, and a retrier that makes failed ones again.
final class SessionClient: NSObject, Sendable {
  struct Hooks: Sendable {
    var adapt: @Sendable (inout URLRequest) -> Void = { _ in }
    /// Whether to make a request again, after so many attempts.
    var retry: @Sendable (_ status: Int?, _ attempts: Int) async -> Bool = { _, _ in false }
    var redirect: @Sendable (URLRequest) -> URLRequest? = { $0 }
    var credential: URLCredential?
    var progress: @Sendable (_ sent: Int64, _ total: Int64) -> Void = { _, _ in }
  }

  struct Answer: Sendable {
    var data = Data()
    var response: HTTPURLResponse?
    var error: URLError?

    var text: String { String(decoding: data, as: UTF8.self) }
  }

  private struct Running {
    var answer = Answer()
    let end: @Sendable (Answer) -> Void
    let piece: @Sendable (Data) -> Void
  }

  private let hooks: Hooks
  private let running = Shared<[Int: Running]>([:])
  private let made = Shared<URLSession?>(nil)

  init(_ configuration: URLSessionConfiguration, _ hooks: Hooks = Hooks()) {
    self.hooks = hooks
    super.init()
    let queue = OperationQueue()
    queue.maxConcurrentOperationCount = 1
    let session = URLSession(configuration: configuration, delegate: self, delegateQueue: queue)
    made.update { $0 = session }
  }

  func invalidate() { made.value?.finishTasksAndInvalidate() }

  /// Makes a request, and makes it again as the retrier wants.
  func send(_ request: URLRequest, body: Data? = nil) async -> Answer {
    var attempts = 0
    while true {
      var adapted = request
      hooks.adapt(&adapted)
      let answer = await sendOnce(adapted, body: body)
      attempts += 1
      guard await hooks.retry(answer.response?.statusCode, attempts) else { return answer }
    }
  }

  private func sendOnce(_ request: URLRequest, body: Data?) async -> Answer {
    guard let task = task(request, body: body) else { return Answer() }
    return await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        start(task) { continuation.resume(returning: $0) }
      }
    } onCancel: {
      task.cancel()
    }
  }

  /// The body of a response as it comes.
  func stream(_ request: URLRequest) -> AsyncThrowingStream<Data, any Error> {
    AsyncThrowingStream { continuation in
      guard let task = task(request, body: nil) else { return continuation.finish() }
      continuation.onTermination = { _ in task.cancel() }
      start(task, piece: { continuation.yield($0) }) { answer in
        continuation.finish(throwing: answer.error)
      }
    }
  }

  private func task(_ request: URLRequest, body: Data?) -> URLSessionTask? {
    body.flatMap { made.value?.uploadTask(with: request, from: $0) }
      ?? made.value?.dataTask(with: request)
  }

  private func start(
    _ task: URLSessionTask, piece: @escaping @Sendable (Data) -> Void = { _ in },
    end: @escaping @Sendable (Answer) -> Void
  ) {
    let entry = Running(end: end, piece: piece)
    running.update { $0[task.taskIdentifier] = entry }
    task.resume()
  }
}

extension SessionClient: URLSessionDataDelegate {
  func urlSession(
    _ session: URLSession, dataTask: URLSessionDataTask, didReceive response: URLResponse,
    completionHandler: @escaping @Sendable (URLSession.ResponseDisposition) -> Void
  ) {
    completionHandler(.allow)
  }

  func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
    running.update { $0[dataTask.taskIdentifier]?.answer.data += data }
    running.value[dataTask.taskIdentifier]?.piece(data)
  }

  func urlSession(
    _ session: URLSession, task: URLSessionTask, didSendBodyData bytesSent: Int64,
    totalBytesSent: Int64, totalBytesExpectedToSend: Int64
  ) {
    hooks.progress(totalBytesSent, totalBytesExpectedToSend)
  }

  func urlSession(
    _ session: URLSession, task: URLSessionTask,
    willPerformHTTPRedirection response: HTTPURLResponse, newRequest request: URLRequest,
    completionHandler: @escaping @Sendable (URLRequest?) -> Void
  ) {
    completionHandler(hooks.redirect(request))
  }

  func urlSession(
    _ session: URLSession, task: URLSessionTask, didReceive challenge: URLAuthenticationChallenge,
    completionHandler:
      @escaping @Sendable (URLSession.AuthChallengeDisposition, URLCredential?) -> Void
  ) {
    guard let credential = hooks.credential, challenge.previousFailureCount == 0 else {
      return completionHandler(.performDefaultHandling, nil)
    }
    completionHandler(.useCredential, credential)
  }

  func urlSession(
    _ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?
  ) {
    let entry = running.value[task.taskIdentifier]
    running.update { $0[task.taskIdentifier] = nil }
    guard let entry else { return }
    var answer = entry.answer
    answer.response = task.response as? HTTPURLResponse
    answer.error = error.map { $0 as? URLError ?? URLError(.unknown) }
    entry.end(answer)
  }
}
