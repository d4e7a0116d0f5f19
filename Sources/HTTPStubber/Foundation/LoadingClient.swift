import StubCore

#if canImport(FoundationNetworking)
import Foundation
import FoundationNetworking
#else
import Foundation
#endif

/// A task of the loading system, with its properties and the calls to its client.
///
/// It is used only on the task's own queue. `LinuxClient` and `AppleClient` contain the
/// platform-specific code; `PlatformClient` is the class for the current platform.
protocol LoadingClient: AnyObject, Sendable {
  /// Reads the properties of the task; must be called in `startLoading`.
  init(_ loader: URLProtocol)

  /// The protocol instance, which is kept until the last call to its client.
  var loader: URLProtocol? { get }
  /// The task's queue; `nil` if it was not found, so that the response must be given immediately.
  var queue: TaskQueue? { get }
  var settings: SessionSettings { get }
  /// The body, if it is not in the request; otherwise `nil`.
  var body: RequestBody? { get }
  /// The reason why the file of an upload cannot be sent; `nil` if it can.
  ///
  /// It is also `nil` if the loading system itself checks the file.
  var fileError: URLError.Code? { get }
  var isDownload: Bool { get }

  /// Asks the delegate for the body of an upload task that was created without one.
  ///
  /// - Returns: Whether there is a delegate to ask; if so, `answer` is called once, on any thread.
  func askForBody(answer: @escaping @Sendable (RequestBody?) -> Void) -> Bool
  /// Notifies the delegate of the progress of the request's body.
  func reportSent(_ count: Int, total: Int, of expected: Int)

  func receive(_ response: HTTPURLResponse, expecting count: Int, cache: HTTPStubCachePolicy)
  func receive(_ data: Data)
  /// Ends the task successfully; `body` is the whole body, which a download needs again.
  func finish(_ body: PlannedBody)
  func fail(_ error: any Error)
  /// Ends all calls to the client, and releases the protocol instance.
  func close()

  /// Follows a redirect if the delegate allows it.
  ///
  /// - Returns: Whether the loading system follows it with a task of its own. If not, `answer` is
  ///   called once, on any thread, with the next request, or with `nil` to keep the response.
  func follow(
    _ request: URLRequest, after response: HTTPURLResponse,
    answer: @escaping @Sendable (URLRequest?) -> Void
  ) -> Bool
  /// Asks the delegate for a credential; `verdict` is called once, on any thread.
  ///
  /// Without a delegate, `verdict` gets the default handling.
  func ask(_ challenge: URLAuthenticationChallenge, verdict: @escaping Challenge.Verdict)

  /// Creates objects that all tasks need; must not be called on a task's own queue.
  static func prepare()
  /// Returns the URL to show in a response to a request for `url`.
  static func responseURL(for head: ResponseHead, _ url: URL) -> URL
  /// Makes a configuration, and sessions created from it, keep the endpoint; with `nil`, they keep
  /// none.
  ///
  /// If the platform has no place for the endpoint, the call does nothing.
  static func keep(_ endpoint: Endpoint?, in configuration: URLSessionConfiguration)
}

extension LoadingClient {
  /// Returns the limits for a request.
  ///
  /// A request with the default timeout, 60 s, gets the limit of its session.
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
  /// Whether the task has ended before it was started.
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
