import Foundation
import HTTPStubber

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// A session delegate that notes what it is told about one task.
final class TaskObserver: NSObject, URLSessionDataDelegate, URLSessionDownloadDelegate {
  struct Notes: Sendable {
    var status: Int?
    var chunks: [Data] = []
    var file: Data?
    var written: [Int64] = []
    var sent: Int64 = 0
    /// The totals that the delegate was told while the body went out.
    var progress: [Int64] = []
    var redirects: [String] = []
    var challenges: [String] = []
    var failureCounts: [Int] = []
    var completions: [(any Error)?] = []

    var body: String { String(decoding: chunks.reduce(into: Data()) { $0 += $1 }, as: UTF8.self) }
    var errorCode: URLError.Code? { (completions.first.flatMap { $0 } as? URLError)?.code }
  }

  typealias Redirect = @Sendable (URLRequest) -> URLRequest?
  typealias Answer =
    @Sendable (URLAuthenticationChallenge) -> (
      URLSession.AuthChallengeDisposition, URLCredential?
    )

  private let notes = Lock(Notes())
  private let waiter = Lock<CheckedContinuation<Void, Never>?>(nil)
  private let redirect: Redirect
  private let answer: Answer
  private let bodyStream: Data?

  init(
    redirect: @escaping Redirect = { $0 },
    answer: @escaping Answer = { _ in (.performDefaultHandling, nil) }, bodyStream: Data? = nil
  ) {
    self.redirect = redirect
    self.answer = answer
    self.bodyStream = bodyStream
  }

  /// Runs a task of a session with this delegate until it is complete.
  func run(_ task: URLSessionTask) async -> Notes {
    await withCheckedContinuation { continuation in
      waiter.withLock { $0 = continuation }
      task.resume()
    }
    return notes.withLock { $0 }
  }

  /// What has been noted so far.
  var current: Notes { notes.withLock { $0 } }

  /// Waits until what has been noted is enough.
  func waitUntil(_ isEnough: (Notes) -> Bool) async {
    while !isEnough(current) { try? await Task.sleep(for: .milliseconds(1)) }
  }

  func session(_ stubber: HTTPStubber) -> URLSession {
    URLSession(configuration: stubber.configuration, delegate: self, delegateQueue: nil)
  }

  func urlSession(
    _ session: URLSession, dataTask: URLSessionDataTask, didReceive response: URLResponse,
    completionHandler: @escaping @Sendable (URLSession.ResponseDisposition) -> Void
  ) {
    notes.withLock { $0.status = (response as? HTTPURLResponse)?.statusCode }
    completionHandler(.allow)
  }

  func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
    notes.withLock { $0.chunks.append(data) }
  }

  func urlSession(
    _ session: URLSession, downloadTask: URLSessionDownloadTask,
    didFinishDownloadingTo location: URL
  ) {
    let data = try? Data(contentsOf: location)
    notes.withLock { $0.file = data }
  }

  func urlSession(
    _ session: URLSession, downloadTask: URLSessionDownloadTask, didWriteData bytesWritten: Int64,
    totalBytesWritten: Int64, totalBytesExpectedToWrite: Int64
  ) {
    notes.withLock { $0.written.append(totalBytesWritten) }
  }

  func urlSession(
    _ session: URLSession, task: URLSessionTask, didSendBodyData bytesSent: Int64,
    totalBytesSent: Int64, totalBytesExpectedToSend: Int64
  ) {
    notes.withLock {
      $0.sent += bytesSent
      $0.progress.append(totalBytesSent)
    }
  }

  func urlSession(
    _ session: URLSession, task: URLSessionTask,
    willPerformHTTPRedirection response: HTTPURLResponse, newRequest request: URLRequest,
    completionHandler: @escaping @Sendable (URLRequest?) -> Void
  ) {
    notes.withLock { $0.redirects.append("\(response.statusCode) \(request.url?.path ?? "")") }
    completionHandler(redirect(request))
  }

  func urlSession(
    _ session: URLSession, task: URLSessionTask, didReceive challenge: URLAuthenticationChallenge,
    completionHandler:
      @escaping @Sendable (URLSession.AuthChallengeDisposition, URLCredential?) -> Void
  ) {
    notes.withLock {
      $0.challenges.append(challenge.protectionSpace.realm ?? "")
      $0.failureCounts.append(challenge.previousFailureCount)
    }
    let (disposition, credential) = answer(challenge)
    completionHandler(disposition, credential)
  }

  func urlSession(
    _ session: URLSession, task: URLSessionTask,
    needNewBodyStream completionHandler: @escaping @Sendable (InputStream?) -> Void
  ) {
    completionHandler(bodyStream.map { InputStream(data: $0) })
  }

  func urlSession(
    _ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?
  ) {
    notes.withLock { $0.completions.append(error) }
    waiter.withLock { waiter in
      waiter?.resume()
      waiter = nil
    }
  }
}
