#if canImport(FoundationNetworking)
import Foundation
import FoundationNetworking
import StubCore

/// A downloaded file, held by an instance of the loading system's own protocol class.
///
/// A download task finds its file under a key that no other module can write. So the loading system
/// downloads the body again, from a server in this process that answers one request. The instance
/// that has done this then takes the place of the real task's protocol instance.
struct DownloadedFile: @unchecked Sendable {
  private let holder: URLProtocol

  /// Creates the file; `done` is called once, on any thread.
  static func make(
    with body: PlannedBody, done: @escaping @Sendable (Result<DownloadedFile, any Error>) -> Void
  ) {
    do {
      let server = try LoopbackServer(serving: body)
      guard let url = URL(string: "http://127.0.0.1:\(server.port)/\(server.path)") else {
        throw URLError(.badURL)
      }
      InnerDownload.waiting.withLock { $0[server.path] = done }
      server.start()
      InnerDownload.session.downloadTask(with: url) { _, _, _ in }.resume()
    } catch {
      done(.failure(error))
    }
  }

  /// Ends the task with this file; must be called on the task's own queue.
  func finish(_ task: URLSessionTask?, through client: any URLProtocolClient) {
    holder.task = task
    client.urlProtocolDidFinishLoading(holder)
  }

  fileprivate init(holder: URLProtocol) { self.holder = holder }
}

/// The protocol class of the session that downloads from this process.
private final class InnerDownload: URLProtocol {
  typealias Done = @Sendable (Result<DownloadedFile, any Error>) -> Void

  /// The closures that wait for a download, by the path of its URL.
  static let waiting = Lock<[String: Done]>([:])

  static let session: URLSession = {
    let configuration = URLSessionConfiguration.ephemeral
    configuration.protocolClasses = [InnerDownload.self]
    return URLSession(configuration: configuration)
  }()

  private var native: URLProtocol?

  override class func canInit(with request: URLRequest) -> Bool { true }
  override class func canonicalRequest(for request: URLRequest) -> URLRequest { request }

  override func startLoading() {
    let path = String(request.url?.path.dropFirst() ?? "")
    guard let done = Self.waiting.withLock({ $0.removeValue(forKey: path) }) else { return }
    guard let type = PlatformHTTPProtocol.type, let task else {
      done(
        .failure(
          URLError(
            .cannotCreateFile, for: nil,
            "downloads cannot be answered in-process, because this Foundation has no HTTP protocol "
              + "of its own; use the listener")))
      return
    }
    let listener = NativeListener(for: self, done)
    let instance = type.init(task: task, cachedResponse: nil, client: listener)
    native = instance
    instance.startLoading()
  }

  override func stopLoading() {}

  /// Ends the inner task after its download, so that its session forgets it.
  fileprivate func retire() {
    native = nil
    client?.urlProtocol(self, didFailWithError: URLError(.cancelled))
  }
}

/// The client of an instance of the loading system's own protocol class.
private final class NativeListener: NSObject, URLProtocolClient {
  private let done: InnerDownload.Done
  /// The inner protocol instance.
  ///
  /// It is used only on the inner task's queue, on which all these calls are made.
  nonisolated(unsafe) private weak var inner: InnerDownload?

  init(for inner: InnerDownload, _ done: @escaping InnerDownload.Done) {
    self.inner = inner
    self.done = done
  }

  private func end(_ result: Result<DownloadedFile, any Error>) {
    done(result)
    inner?.retire()
  }

  func urlProtocolDidFinishLoading(_ loader: URLProtocol) {
    end(.success(DownloadedFile(holder: loader)))
  }

  func urlProtocol(_ loader: URLProtocol, didFailWithError error: any Error) {
    end(
      .failure(
        URLError(
          .cannotCreateFile, for: nil,
          "cannot hand a downloaded file over through 127.0.0.1: \(error); if the environment sets "
            + "a proxy, list 127.0.0.1 in no_proxy")))
  }

  func urlProtocol(_ loader: URLProtocol, didLoad data: Data) {}
  func urlProtocol(
    _ loader: URLProtocol, didReceive response: URLResponse,
    cacheStoragePolicy policy: URLCache.StoragePolicy
  ) {}
  func urlProtocol(
    _ loader: URLProtocol, wasRedirectedTo request: URLRequest, redirectResponse: URLResponse
  ) {}
  func urlProtocol(_ loader: URLProtocol, cachedResponseIsValid response: CachedURLResponse) {}
  func urlProtocol(_ loader: URLProtocol, didReceive challenge: URLAuthenticationChallenge) {}
  func urlProtocol(_ loader: URLProtocol, didCancel challenge: URLAuthenticationChallenge) {}
}
#endif
