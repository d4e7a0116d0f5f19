import Foundation

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// What a delegate is told of a task, in order.
enum TaskEvent: Sendable, Hashable {
  case response(Int)
  case data(String)
  case end
}

/// A delegate that passes on what it is told.
final class EventDelegate: NSObject, URLSessionDataDelegate {
  private let continuation: AsyncStream<TaskEvent>.Continuation
  let events: AsyncStream<TaskEvent>

  override init() { (events, continuation) = AsyncStream.makeStream() }

  func urlSession(
    _ session: URLSession, dataTask: URLSessionDataTask, didReceive response: URLResponse,
    completionHandler: @escaping (URLSession.ResponseDisposition) -> Void
  ) {
    continuation.yield(.response((response as? HTTPURLResponse)?.statusCode ?? 0))
    completionHandler(.allow)
  }

  func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
    continuation.yield(.data(String(decoding: data, as: UTF8.self)))
  }

  func urlSession(
    _ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?
  ) {
    continuation.yield(.end)
    continuation.finish()
  }
}
