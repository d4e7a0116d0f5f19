#if canImport(FoundationNetworking)
import Foundation
import FoundationNetworking
import StubCore

/// The calls to the delegate of a task, on the delegate queue of its session.
///
/// On Linux, the loading system makes these calls only for its own HTTP protocol. For tasks of
/// other protocols, it asks neither for a body, nor whether to follow a redirect, nor for a
/// credential.
struct DelegateCalls {
  private let task: URLSessionTask
  private let session: URLSession
  private let delegate: any URLSessionTaskDelegate

  /// Finds the delegate of the task or the session; `nil` if there is none.
  ///
  /// In a real upload, the delegate that was passed to an asynchronous function is notified of the
  /// progress, and the other delegate is not. About redirects and challenges, only the other
  /// delegate is asked.
  init?(_ task: URLSessionTask?, forProgress: Bool = false) {
    guard let task,
      let delegate = (forProgress ? task.functionDelegateByReflection : nil) ?? task.delegate,
      let session = task.sessionByReflection
    else { return nil }
    self.task = task
    self.session = session
    self.delegate = delegate
  }

  /// Asks whether to follow a redirect.
  ///
  /// The answer is the request to make, or `nil` to keep the response.
  func ask(
    toFollow response: HTTPURLResponse, with request: URLRequest,
    answer: @escaping @Sendable (URLRequest?) -> Void
  ) {
    session.delegateQueue.addOperation {
      delegate.urlSession(
        session, task: task, willPerformHTTPRedirection: response, newRequest: request,
        completionHandler: answer)
    }
  }

  /// Asks the delegate for a credential.
  func ask(_ challenge: URLAuthenticationChallenge, verdict: @escaping Challenge.Verdict) {
    session.delegateQueue.addOperation {
      delegate.urlSession(session, task: task, didReceive: challenge, completionHandler: verdict)
    }
  }

  func askForBodyStream(answer: @escaping @Sendable (RequestBody?) -> Void) {
    session.delegateQueue.addOperation {
      delegate.urlSession(session, task: task) { stream in
        answer(stream.map { RequestBody(draining: $0) })
      }
    }
  }

  /// Notifies the delegate of the progress of the request's body.
  func reportSent(_ count: Int, total: Int, of expected: Int) {
    session.delegateQueue.addOperation {
      delegate.urlSession(
        session, task: task, didSendBodyData: Int64(count), totalBytesSent: Int64(total),
        totalBytesExpectedToSend: Int64(expected))
    }
  }

  /// Notifies a download's delegate of the progress of the response's body.
  func reportWritten(_ count: Int, total: Int, of expected: Int) {
    guard let download = task as? URLSessionDownloadTask,
      let delegate = delegate as? any URLSessionDownloadDelegate
    else { return }
    session.delegateQueue.addOperation {
      delegate.urlSession(
        session, downloadTask: download, didWriteData: Int64(count),
        totalBytesWritten: Int64(total), totalBytesExpectedToWrite: Int64(expected))
    }
  }
}
#endif
