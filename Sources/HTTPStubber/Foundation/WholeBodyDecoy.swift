#if canImport(FoundationNetworking)
import Foundation
import FoundationNetworking

/// A task that replaces the real one during a call whose data the client must not see.
///
/// Completion handlers get the data of the last call. Therefore a body that came in several pieces
/// is passed again as a whole, on behalf of this task. So it is kept for the handler, and the
/// delegate of the real task does not get it twice.
enum WholeBodyDecoy {
  /// A task of a private session, which never runs.
  private static let task: URLSessionTask = {
    let session = URLSession(configuration: .ephemeral)
    let url = URL(fileURLWithPath: "/")
    let task = session.dataTask(with: url) { _, _, _ in }
    // Tasks are added to their session's table later, on the session's queue; wait for that.
    let entered = DispatchSemaphore(value: 0)
    session.getAllTasks { _ in entered.signal() }
    entered.wait()
    return task
  }()

  /// Creates the task if needed; must not be called on a task's own queue.
  static func prepare() { _ = task }

  /// Passes the whole body to the client, which has received it in pieces.
  static func tell(_ loader: URLProtocol, _ body: Data) {
    let real = loader.task
    loader.task = task
    loader.client?.urlProtocol(loader, didLoad: body)
    loader.task = real
  }
}
#endif
