#if canImport(FoundationNetworking)
import Foundation
import FoundationNetworking
#else
import Foundation
#endif

/// The protocol class that the loading system calls; it identifies the stubber, and has no other
/// logic.
class StubURLProtocol: URLProtocol {
  private var exchange: TaskExchange?

  /// Returns the endpoint for a request that this class has taken; `nil` if its stubber no longer
  /// exists.
  class func endpoint(for request: URLRequest) -> Endpoint? {
    SlotRegistry.shared.endpoint(for: self)
  }

  override class func canInit(with request: URLRequest) -> Bool {
    let isTaken = takes(request)
    #if canImport(FoundationNetworking)
    if !isTaken { notePassed(request) }
    #endif
    return isTaken
  }

  #if !canImport(FoundationNetworking)
  /// Returns whether the class takes a task.
  ///
  /// The loading system calls this function several times for a task, and also calls
  /// `canInit(with: URLRequest)`.
  override class func canInit(with task: URLSessionTask) -> Bool {
    guard let request = task.currentRequest else { return false }
    let isTaken = takes(request)
    if !isTaken, task.isNotedFirst { notePassed(request) }
    return isTaken
  }
  #endif

  /// Whether the class answers for all enabled stubbers, and not for one.
  class var asksAll: Bool { false }

  class func takes(_ request: URLRequest) -> Bool {
    if request.isMarkedAsReal { return false }
    // If there is no endpoint, the stubber no longer exists; requests of its sessions must not
    // reach the network unnoticed.
    return endpoint(for: request)?.admits(request) ?? true
  }

  /// Notes a request that goes to the network.
  class func notePassed(_ request: URLRequest) {
    if !request.isMarkedAsReal { endpoint(for: request)?.notePassed(request) }
  }

  override class func canonicalRequest(for request: URLRequest) -> URLRequest { request }

  override func startLoading() {
    if let exchange {
      exchange.life.resume()
      return
    }
    if isOver { return }
    guard let endpoint = type(of: self).endpoint(for: request) else {
      end { $0.urlProtocol(self, didFailWithError: URLError.stubberGone(request)) }
      return
    }
    if isWebSocket {
      let error = URLError.webSocket(request)
      endpoint.warn(error.localizedDescription)
      return end { $0.urlProtocol(self, didFailWithError: error) }
    }
    let client = PlatformClient(self)
    if let code = client.fileError { return client.fail(URLError(code, for: request.url)) }
    guard let queue = client.queue else {
      ImmediateResponse.answer(self, client, from: endpoint)
      return client.close()
    }
    let exchange = TaskExchange(
      request, of: client, on: queue, from: endpoint, askingAll: type(of: self).asksAll)
    self.exchange = exchange
    exchange.start()
  }

  override func stopLoading() {
    switch task?.state {
    case .suspended:
      exchange?.life.suspend()
    #if canImport(FoundationNetworking)
    // Suspending a task also calls this function, perhaps only after the task was resumed. A task
    // that is cancelled has another state by now.
    case .running: break
    #endif
    default:
      exchange?.cancel()
    }
  }
}
