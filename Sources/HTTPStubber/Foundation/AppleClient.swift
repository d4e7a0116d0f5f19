#if !canImport(FoundationNetworking)
import Foundation
import StubCore

typealias PlatformClient = AppleClient

/// The client for Apple's Foundation, which itself follows redirects and asks delegates.
final class AppleClient: LoadingClient, @unchecked Sendable {
  private(set) var loader: URLProtocol?
  let queue: TaskQueue? = .current
  let settings = SessionSettings(nil)
  var body: RequestBody? { nil }
  var fileError: URLError.Code? { nil }
  let isDownload: Bool

  init(_ loader: URLProtocol) {
    self.loader = loader
    isDownload = loader.task is URLSessionDownloadTask
  }

  func askForBody(answer: @escaping @Sendable (RequestBody?) -> Void) -> Bool { false }

  func reportSent(_ count: Int, total: Int, of expected: Int) {}

  func receive(_ response: HTTPURLResponse, expecting count: Int, cache: HTTPStubCachePolicy) {
    loader?.receive(response, cache: cache)
  }

  func receive(_ data: Data) {
    guard let loader else { return }
    loader.client?.urlProtocol(loader, didLoad: data)
  }

  func finish(_ body: PlannedBody) {
    guard let loader else { return }
    loader.end { $0.urlProtocolDidFinishLoading(loader) }
    close()
  }

  func close() { loader = nil }

  func follow(
    _ request: URLRequest, after response: HTTPURLResponse,
    answer: @escaping @Sendable (URLRequest?) -> Void
  ) -> Bool {
    if let loader {
      loader.client?.urlProtocol(loader, wasRedirectedTo: request, redirectResponse: response)
    }
    return true
  }

  /// Passes a challenge to the protocol's client, which answers through the challenge's sender.
  func ask(_ challenge: URLAuthenticationChallenge, verdict: @escaping Challenge.Verdict) {
    guard let loader else { return }
    loader.client?.urlProtocol(loader, didReceive: challenge)
  }

  static func prepare() {}

  static func responseURL(for head: ResponseHead, _ url: URL) -> URL { url }

  /// Warns if the configuration is for a background session.
  ///
  /// An Apple configuration has no property that could hold the endpoint and that sessions copy.
  static func keep(_ endpoint: Endpoint?, in configuration: URLSessionConfiguration) {
    guard let endpoint, configuration.identifier != nil else { return }
    endpoint.warn(
      "the stubber cannot answer a background session, because the system loads its requests outside "
        + "of this process; use a default or ephemeral configuration, or serve the stubs on a port")
  }
}

extension URLProtocol {
  /// Notifies the client of the end of the task; `tell` makes the last call to it.
  func end(_ tell: (any URLProtocolClient) -> Void) {
    if let client { tell(client) }
  }
}

extension URLSessionTask {
  /// Whether this property is read for the first time for this task.
  var isNotedFirst: Bool {
    defer { objc_setAssociatedObject(self, Self.notedKey, true, .OBJC_ASSOCIATION_RETAIN) }
    return objc_getAssociatedObject(self, Self.notedKey) == nil
  }

  /// A unique address that serves as a key and is never read.
  nonisolated(unsafe) private static let notedKey = UnsafeRawPointer(
    UnsafeMutableRawPointer.allocate(byteCount: 1, alignment: 1))
}

extension TaskQueue {
  /// The run loop of the thread that called `startLoading`, on which Apple's loading system expects
  /// calls to the client.
  fileprivate static var current: TaskQueue {
    // Work can be added to a run loop from any thread.
    nonisolated(unsafe) let runLoop = CFRunLoopGetCurrent()
    let mode = RunLoop.current.currentMode ?? .default
    return TaskQueue { work in
      CFRunLoopPerformBlock(runLoop, mode.rawValue as CFString, work)
      CFRunLoopWakeUp(runLoop)
    }
  }
}
#endif
