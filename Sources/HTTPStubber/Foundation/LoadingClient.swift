import StubCore

#if canImport(FoundationNetworking)
import Foundation
import FoundationNetworking
#else
import Foundation
#endif

/// A task of the URL loading system: what an exchange has to know of it, and the one way to tell its
/// client something.
///
/// All of it is used on the task's own queue. What a platform forces is in its file, `LinuxClient` or
/// `AppleClient`; `PlatformClient` is the one of these that is there.
protocol LoadingClient: AnyObject, Sendable {
  /// Gathers what there is to know, in `startLoading`.
  init(_ loader: URLProtocol)

  /// The protocol object, kept for as long as there is something to say.
  var loader: URLProtocol? { get }
  /// `nil` when the task's queue could not be found: then the answer must be given at once.
  var queue: TaskQueue? { get }
  var settings: SessionSettings { get }
  /// The body, where it is not on the request.
  var body: RequestBody? { get }
  /// Why the file of an upload cannot be sent; `nil` if it can, or where the loading system sees to that.
  var fileError: URLError.Code? { get }
  var isDownload: Bool { get }

  /// Asks the delegate for the body of an upload that was made without one.
  ///
  /// - Returns: whether there is a delegate to ask; then the answer is called once, on any thread.
  func askForBody(answer: @escaping @Sendable (RequestBody?) -> Void) -> Bool
  /// Tells the delegate how much of the request's body is out.
  func reportSent(_ count: Int, total: Int, of expected: Int)

  func receive(_ response: HTTPURLResponse, expecting count: Int, cache: HTTPStubCachePolicy)
  func receive(_ data: Data)
  /// Ends the task well; `body` is the whole body once more, for a download.
  func finish(_ body: PlannedBody)
  func fail(_ error: any Error)
  /// Says nothing any more, and lets go of the protocol.
  func close()

  /// Follows a redirect, if the delegate allows it.
  ///
  /// - Returns: whether the loading system does it, with a task of its own; otherwise the answer is
  ///   called once, on any thread, with the request to make next or `nil` to stay.
  func follow(
    _ request: URLRequest, after response: HTTPURLResponse,
    answer: @escaping @Sendable (URLRequest?) -> Void
  ) -> Bool
  /// Asks the delegate for a credential; the verdict is called once, on any thread. Without a
  /// delegate it is the default handling.
  func ask(_ challenge: URLAuthenticationChallenge, verdict: @escaping Challenge.Verdict)

  /// Makes ready for tasks; must not be called on a task's own queue.
  static func prepare()
  /// The URL that a response is to show for one that came from `url`.
  static func responseURL(for head: ResponseHead, _ url: URL) -> URL
  /// Has a configuration, and the sessions that are made from it, keep what answers them, or no longer
  /// keep anything; does nothing where the platform has no place for it.
  static func keep(_ endpoint: Endpoint?, in configuration: URLSessionConfiguration)
}

extension LoadingClient {
  /// The limits for a request; 60 s on the request is the default and leaves it to the session.
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
  /// On Linux a task that is cancelled as it is resumed may be stopped first and started then.
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
