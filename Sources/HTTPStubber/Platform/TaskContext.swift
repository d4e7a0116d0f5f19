import StubCore

#if canImport(FoundationNetworking)
import Foundation
import FoundationNetworking
#else
import Foundation
#endif

/// A task and what the loading code has to know about it, gathered when it starts.
///
/// Reading a task from its own queue is what the loading system itself does.
struct TaskContext: @unchecked Sendable {
  let task: URLSessionTask?
  /// `nil` where the loading system hides it.
  let session: URLSession?
  /// `nil` when the task's queue could not be found: then the answer must be given at once.
  let queue: ClientQueue?
  let settings: SessionSettings
  /// The body, where it is not on the request.
  let body: RequestBody?

  #if canImport(FoundationNetworking)
  init(_ loader: URLProtocol) {
    let task = loader.task
    self.task = task
    session = task?.sessionByReflection
    queue = task?.workQueueByReflection.map(ClientQueue.init)
    settings = SessionSettings(session?.configuration)
    // That of another task is on its request.
    body = (task as? URLSessionUploadTask)?.bodyByReflection
  }
  #else
  init(_ loader: URLProtocol) {
    task = loader.task
    session = nil
    queue = .current
    settings = SessionSettings(nil)
    body = nil
  }
  #endif

  var isDownload: Bool { task is URLSessionDownloadTask }

  /// The limits for a request; 60 s on the request is the default and leaves it to the session.
  func limits(for request: URLRequest) -> TimeLimits {
    var limits = settings.limits
    if request.timeoutInterval != 60 { limits.idle = .limit(request.timeoutInterval) }
    return limits
  }
}

/// What a session's configuration says that a protocol has to see to itself.
struct SessionSettings: @unchecked Sendable {
  var headers: [AnyHashable: Any] = [:]
  var limits = TimeLimits(idle: .seconds(60), total: .seconds(7 * 24 * 3600))
  var cookies: CookieJar?
  var credentials: CredentialJar?

  init(_ configuration: URLSessionConfiguration?) {
    guard let configuration else {
      cookies = CookieJar(.shared)
      credentials = CredentialJar(.shared)
      return
    }
    headers = configuration.httpAdditionalHeaders ?? [:]
    limits.idle = .limit(configuration.timeoutIntervalForRequest)
    limits.total = .limit(configuration.timeoutIntervalForResource)
    if configuration.httpCookieAcceptPolicy != .never {
      cookies = configuration.httpCookieStorage.map(CookieJar.init)
    }
    credentials = configuration.urlCredentialStorage.map(CredentialJar.init)
  }
}

extension Duration {
  /// A time limit in seconds; 0 or less and what is no number mean none.
  fileprivate static func limit(_ seconds: TimeInterval) -> Duration {
    seconds > 0 && seconds < 1e12 ? .seconds(seconds) : TimeLimits.none.idle
  }
}
