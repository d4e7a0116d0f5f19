import StubCore

#if canImport(FoundationNetworking)
import Foundation
import FoundationNetworking
#else
import Foundation
#endif

/// The one way to the URL loading system; all of it is used on the task's own queue.
///
/// That queue is what makes it safe to share, although `URLProtocol` is not.
final class ClientSink: @unchecked Sendable {
  /// Keeps the protocol, and with it the client, for as long as there is something to say.
  private var loader: URLProtocol?
  let context: TaskContext
  /// The pieces of the body so far, of a task whose completion handler wants all of it.
  private var pieces: [Data] = []
  private var received = 0
  private var expected = 0

  init(_ loader: URLProtocol, _ context: TaskContext) {
    self.loader = loader
    self.context = context
  }

  /// Whether there is still somebody to talk to.
  var isOpen: Bool { loader != nil }

  func receive(_ response: HTTPURLResponse, expecting count: Int, cache: HTTPStubCachePolicy) {
    guard let loader else { return }
    expected = count
    loader.client?.urlProtocol(loader, didReceive: response, cacheStoragePolicy: cache.policy)
  }

  func receive(_ data: Data) {
    guard let loader else { return }
    received += data.count
    #if canImport(FoundationNetworking)
    context.reportReceived(data.count, total: received, of: expected)
    if context.isDownload { return }
    pieces.append(data)
    #endif
    loader.client?.urlProtocol(loader, didLoad: data)
  }

  /// Ends the task well; `body` is the whole body once more, for a download.
  func finish(_ body: PlannedBody, on queue: ClientQueue) {
    guard let loader else { return }
    #if canImport(FoundationNetworking)
    if context.isDownload {
      handOver(body, on: queue)
      return
    }
    if pieces.count > 1 {
      let real = loader.task
      loader.task = CompletionDecoy.task
      loader.client?.urlProtocol(loader, didLoad: wholeBody)
      loader.task = real
    }
    #endif
    loader.end { $0.urlProtocolDidFinishLoading(loader) }
    close()
  }

  #if canImport(FoundationNetworking)
  /// The pieces in one, copied piece by piece: all sessions wait meanwhile.
  private var wholeBody: Data {
    var body = Data(capacity: received)
    for piece in pieces { body.append(piece) }
    return body
  }
  #endif

  func fail(_ error: any Error) {
    guard let loader else { return }
    loader.end { $0.urlProtocol(loader, didFailWithError: error) }
    close()
  }

  /// Says nothing any more, and lets go of the protocol.
  func close() {
    loader = nil
    pieces = []
  }

  #if canImport(FoundationNetworking)
  /// Ends a download: a file that only the loading system can make is made and passed on.
  private func handOver(_ body: PlannedBody, on queue: ClientQueue) {
    callerCodeQueue.async {
      DownloadedFile.make(with: body) { result in
        queue.run {
          guard let loader = self.loader else { return }
          switch result {
          case .success(let file):
            loader.end { file.finish(self.context.task, through: $0) }
            self.close()
          case .failure(let error):
            self.fail(error)
          }
        }
      }
    }
  }
  #else
  /// Hands a redirect to the loading system, which asks the delegate and starts anew.
  func redirect(to request: URLRequest, _ response: HTTPURLResponse) {
    guard let loader else { return }
    loader.client?.urlProtocol(loader, wasRedirectedTo: request, redirectResponse: response)
    close()
  }

  /// Hands a challenge to the loading system, which asks the delegate.
  func tell(_ challenge: URLAuthenticationChallenge) {
    guard let loader else { return }
    loader.client?.urlProtocol(loader, didReceive: challenge)
  }
  #endif
}

extension HTTPStubCachePolicy {
  fileprivate var policy: URLCache.StoragePolicy {
    switch self {
    case .allowed: .allowed
    case .allowedInMemoryOnly: .allowedInMemoryOnly
    case .notAllowed: .notAllowed
    }
  }
}
