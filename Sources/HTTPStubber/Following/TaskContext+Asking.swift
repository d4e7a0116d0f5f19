#if canImport(FoundationNetworking)
import Foundation
import FoundationNetworking
import StubCore

extension TaskContext {
  /// The task's own delegate or the session's.
  private var delegate: (any URLSessionTaskDelegate)? { task?.delegate }

  private var session: URLSession? { task?.sessionByReflection }

  /// Asks the delegate whether to follow a redirect; without a delegate it is followed.
  ///
  /// The answer is called once, with the request to make or `nil` to stay.
  func ask(
    toFollow response: HTTPURLResponse, with request: URLRequest,
    answer: @escaping @Sendable (URLRequest?) -> Void
  ) {
    guard let delegate, let session, let task else {
      answer(request)
      return
    }
    session.delegateQueue.addOperation {
      delegate.urlSession(
        session, task: task, willPerformHTTPRedirection: response, newRequest: request,
        completionHandler: answer)
    }
  }

  /// Asks the delegate for a credential; without a delegate the default handling is the verdict.
  func ask(_ challenge: URLAuthenticationChallenge, verdict: @escaping ClientSink.Verdict) {
    guard let delegate, let session, let task else {
      verdict(.performDefaultHandling, nil)
      return
    }
    session.delegateQueue.addOperation {
      delegate.urlSession(session, task: task, didReceive: challenge, completionHandler: verdict)
    }
  }

  /// Asks the delegate for the body of an upload that was made without one.
  func askForBodyStream(answer: @escaping @Sendable (RequestBody?) -> Void) {
    guard let delegate, let session, let task else {
      answer(nil)
      return
    }
    session.delegateQueue.addOperation {
      delegate.urlSession(session, task: task) { stream in
        answer(stream.map { RequestBody(draining: $0) })
      }
    }
  }

  /// Whether the body of this task has to be asked for.
  var bodyIsStreamed: Bool { task is URLSessionUploadTask && body == nil }

  /// Tells the delegate how much of the request's body is out.
  func reportSent(_ count: Int, total: Int, of expected: Int) {
    guard count > 0, let delegate, let session, let task else { return }
    session.delegateQueue.addOperation {
      delegate.urlSession(
        session, task: task, didSendBodyData: Int64(count), totalBytesSent: Int64(total),
        totalBytesExpectedToSend: Int64(expected))
    }
  }

  /// Tells progress and, for a download, the delegate how much of the response has arrived.
  func reportReceived(_ count: Int, total: Int, of expected: Int) {
    guard let task else { return }
    task.progress.totalUnitCount = Int64(expected)
    task.progress.completedUnitCount = Int64(total)
    guard let download = task as? URLSessionDownloadTask,
      let delegate = delegate as? any URLSessionDownloadDelegate, let session
    else { return }
    session.delegateQueue.addOperation {
      delegate.urlSession(
        session, downloadTask: download, didWriteData: Int64(count),
        totalBytesWritten: Int64(total), totalBytesExpectedToWrite: Int64(expected))
    }
  }
}
#endif
