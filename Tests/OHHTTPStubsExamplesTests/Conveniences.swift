import Foundation
import HTTPStubber
import StubServer
import Synchronization
import Testing

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

extension URLSession {
  func text(from address: String) async throws -> (text: String, response: HTTPURLResponse) {
    let (data, response) = try await data(from: try #require(URL(string: address)))
    return (String(decoding: data, as: UTF8.self), try #require(response as? HTTPURLResponse))
  }

  /// The code of the `URLError` that loading the URL ends with.
  func errorCode(from address: String) async throws -> URLError.Code? {
    do {
      _ = try await text(from: address)
      return nil
    } catch let error as URLError {
      return error.code
    }
  }
}

/// A server on the loopback interface that stands for the real world.
struct RealWorld {
  static let text = "the real world"
  private let listener: Listener

  init() throws {
    let stubs = StubSet()
    stubs.add(stub: HTTPStubRequest().stub(body: Self.text))
    listener = try Listener(stubs: stubs, port: 0)
    try listener.start()
  }

  var url: String { listener.url }

  func stop() { listener.stop() }
}

/// A value that the tasks of a test share.
final class Shared<Value: Sendable>: Sendable {
  private let mutex: Mutex<Value>

  init(_ value: Value) { mutex = Mutex(value) }

  var value: Value { mutex.withLock { $0 } }

  func update(_ change: (inout Value) -> Void) { mutex.withLock { change(&$0) } }
}

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
