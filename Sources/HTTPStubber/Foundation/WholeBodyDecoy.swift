#if canImport(FoundationNetworking)
import Foundation
import FoundationNetworking

/// A task that stands in for another while the platform calls the client with something that the client must not see.
///
/// Completion handlers get what the client was told last. A body that came in several pieces is
/// told once more as a whole, on behalf of this task: it is kept for the handler, and the delegate
/// of the real task does not get it twice.
enum WholeBodyDecoy {
  /// A task of a private session; it never runs, and its completion handler is never called.
  private static let task: URLSessionTask = {
    let session = URLSession(configuration: .ephemeral)
    let url = URL(fileURLWithPath: "/")
    let task = session.dataTask(with: url) { _, _, _ in }
    // Tasks are entered into their session's table later, on the session's queue; wait for that.
    let entered = DispatchSemaphore(value: 0)
    session.getAllTasks { _ in entered.signal() }
    entered.wait()
    return task
  }()

  /// Makes sure the task exists; must not be called on a task's own queue.
  static func prepare() { _ = task }

  /// Passes the client the whole body that it has received in pieces.
  static func tell(_ loader: URLProtocol, _ body: Data) {
    let real = loader.task
    loader.task = task
    loader.client?.urlProtocol(loader, didLoad: body)
    loader.task = real
  }
}
#endif
