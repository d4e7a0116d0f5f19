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
  /// `nil` when the task's queue could not be found: then the answer must be given at once.
  let queue: ClientQueue?
  let settings: SessionSettings
  /// The body, where it is not on the request.
  let body: RequestBody?

  #if canImport(FoundationNetworking)
  init(_ loader: URLProtocol) {
    task = loader.task
    settings = .found(for: task)
    queue = settings.queue.map(ClientQueue.init)
    // That of another task is on its request.
    body = (task as? URLSessionUploadTask)?.bodyByReflection
  }
  #else
  init(_ loader: URLProtocol) {
    task = loader.task
    settings = SessionSettings(nil)
    queue = .current
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
