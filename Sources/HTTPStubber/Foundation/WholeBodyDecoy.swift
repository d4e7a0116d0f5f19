#if canImport(FoundationNetworking)
import Foundation
import FoundationNetworking

/// A task that takes the place of the real task during a call whose data the client must not see.
///
/// A completion handler gets the data of the last call. So a body that was passed on in several
/// pieces is passed again as a whole, with this task in place of the real one. The data is then
/// kept for the handler, and the delegate of the real task does not get it again.
enum WholeBodyDecoy {
  /// A task of a private session, which never runs.
  private static let task: URLSessionTask = {
    let session = URLSession(configuration: .ephemeral)
    let url = URL(fileURLWithPath: "/")
    let task = session.dataTask(with: url) { _, _, _ in }
    // The session adds the task to its table later, on the session's queue; this
    // waits until it has.
    let entered = DispatchSemaphore(value: 0)
    session.getAllTasks { _ in entered.signal() }
    entered.wait()
    return task
  }()

  /// Creates the task if needed; must not be called on a task's own queue.
  static func prepare() { _ = task }

  /// Passes the whole body to the client, which has already got it in pieces.
  static func tell(_ loader: URLProtocol, _ body: Data) {
    let real = loader.task
    loader.task = task
    loader.client?.urlProtocol(loader, didLoad: body)
    loader.task = real
  }
}
#endif
