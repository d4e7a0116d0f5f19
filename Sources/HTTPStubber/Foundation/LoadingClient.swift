import StubCore

#if canImport(FoundationNetworking)
import Foundation
import FoundationNetworking
#else
import Foundation
#endif

/// A task of the URL loading system: its properties, and the calls to its client.
///
/// It is used only on the task's own queue. Platform-specific code is in `LinuxClient` and
/// `AppleClient`; `PlatformClient` is the one for the current platform.
protocol LoadingClient: AnyObject, Sendable {
  /// Collects the properties of the task, in `startLoading`.
  init(_ loader: URLProtocol)

  /// The protocol object, kept until the last call to its client.
  var loader: URLProtocol? { get }
  /// The task's queue; if it could not be found (`nil`), the answer must be given immediately.
  var queue: TaskQueue? { get }
  var settings: SessionSettings { get }
  /// The body, if it is not in the request.
  var body: RequestBody? { get }
  /// Why the file of an upload cannot be sent; `nil` if it can, or if the loading system checks
  /// this itself.
  var fileError: URLError.Code? { get }
  var isDownload: Bool { get }

  /// Asks the delegate for the body of an upload that was made without one.
  ///
  /// - Returns: whether there is a delegate to ask; then `answer` is called once, on any thread.
  func askForBody(answer: @escaping @Sendable (RequestBody?) -> Void) -> Bool
  /// Notifies the delegate of how much of the request's body has been sent.
  func reportSent(_ count: Int, total: Int, of expected: Int)

  func receive(_ response: HTTPURLResponse, expecting count: Int, cache: HTTPStubCachePolicy)
  func receive(_ data: Data)
  /// Ends the task successfully; `body` is the whole body again, for a download.
  func finish(_ body: PlannedBody)
  func fail(_ error: any Error)
  /// Ends all calls to the client, and releases the protocol object.
  func close()

  /// Follows a redirect, if the delegate allows it.
  ///
  /// - Returns: whether the loading system follows it with its own task. Otherwise `answer` is
  ///   called once, on any thread, with the next request or `nil` to keep the response.
  func follow(
    _ request: URLRequest, after response: HTTPURLResponse,
    answer: @escaping @Sendable (URLRequest?) -> Void
  ) -> Bool
  /// Asks the delegate for a credential; `verdict` is called once, on any thread.
  ///
  /// Without a delegate, it gets the default handling.
  func ask(_ challenge: URLAuthenticationChallenge, verdict: @escaping Challenge.Verdict)

  /// Makes what all tasks need; must not be called on a task's own queue.
  static func prepare()
  /// Returns the URL to show in a response that came from `url`.
  static func responseURL(for head: ResponseHead, _ url: URL) -> URL
  /// Makes a configuration, and its future sessions, keep the endpoint, or keep none (`nil`).
  ///
  /// Does nothing if the platform has no place for it.
  static func keep(_ endpoint: Endpoint?, in configuration: URLSessionConfiguration)
}

extension LoadingClient {
  /// Returns the limits for a request; 60 s is the default of a request and means the session's limit.
  func limits(for request: URLRequest) -> TimeLimits {
    var limits = settings.limits
    if request.timeoutInterval != 60 { limits.idle = .limit(request.timeoutInterval) }
    return limits
  }

  func fail(_ error: any Error) {
    guard let loader else { return }
    loader.end { $0.urlProtocol(loader, didFailWithError: error) }
    close()
  }
}

extension URLProtocol {
  /// Whether the task is over before it has begun.
  ///
  /// On Linux, a task that is cancelled while it resumes may be stopped before it is started.
  var isOver: Bool {
    switch task?.state {
    case .canceling, .completed: true
    default: false
    }
  }

  func receive(_ response: HTTPURLResponse, cache: HTTPStubCachePolicy) {
    let policy: URLCache.StoragePolicy =
      switch cache {
      case .allowed: .allowed
      case .allowedInMemoryOnly: .allowedInMemoryOnly
      case .notAllowed: .notAllowed
      }
    client?.urlProtocol(self, didReceive: response, cacheStoragePolicy: policy)
  }
}
