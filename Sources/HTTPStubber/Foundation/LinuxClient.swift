#if canImport(FoundationNetworking)
import Foundation
import FoundationNetworking
import StubCore

typealias PlatformClient = LinuxClient

/// The client for swift-corelibs-foundation, which leaves much of its work to protocol classes.
///
/// This class itself asks delegates. It also gives completion handlers and downloads the data that
/// otherwise only the system's own protocol class provides.
final class LinuxClient: LoadingClient, @unchecked Sendable {
  private(set) var loader: URLProtocol?
  let queue: TaskQueue?
  let settings: SessionSettings
  let body: RequestBody?
  let fileError: URLError.Code?
  private let task: URLSessionTask?
  /// The pieces of the body so far, kept because a completion handler needs the whole body.
  private var pieces: [Data] = []
  private var received = 0
  private var expected = 0

  init(_ loader: URLProtocol) {
    self.loader = loader
    task = loader.task
    let session = KnownSession.of(task)
    settings = session.settings
    queue = session.queue.map(TaskQueue.init)
    // Only uploads have their body outside of the request.
    let upload = task as? URLSessionUploadTask
    body = upload?.bodyByReflection
    fileError = upload?.fileErrorByReflection
  }

  var isDownload: Bool { task is URLSessionDownloadTask }

  private var calls: DelegateCalls? { DelegateCalls(task) }

  func askForBody(answer: @escaping @Sendable (RequestBody?) -> Void) -> Bool {
    guard task is URLSessionUploadTask, body == nil, let calls else { return false }
    calls.askForBodyStream(answer: answer)
    return true
  }

  func reportSent(_ count: Int, total: Int, of expected: Int) {
    guard count > 0 else { return }
    DelegateCalls(task, forProgress: task is URLSessionUploadTask)?
      .reportSent(count, total: total, of: expected)
  }

  func receive(_ response: HTTPURLResponse, expecting count: Int, cache: HTTPStubCachePolicy) {
    expected = count
    loader?.receive(response, cache: cache)
  }

  func receive(_ data: Data) {
    guard let loader else { return }
    received += data.count
    if let task {
      task.progress.totalUnitCount = Int64(expected)
      task.progress.completedUnitCount = Int64(received)
    }
    if isDownload {
      calls?.reportWritten(data.count, total: received, of: expected)
      return
    }
    pieces.append(data)
    loader.client?.urlProtocol(loader, didLoad: data)
  }

  func finish(_ body: PlannedBody) {
    guard let loader else { return }
    if isDownload { return finishDownload(body) }
    if pieces.count > 1 { WholeBodyDecoy.tell(loader, wholeBody) }
    loader.end { $0.urlProtocolDidFinishLoading(loader) }
    close()
  }

  /// All pieces joined, copied one by one because all sessions wait during each copy.
  private var wholeBody: Data {
    var body = Data(capacity: received)
    for piece in pieces { body.append(piece) }
    return body
  }

  /// Ends a download with a file, which only the loading system can create.
  private func finishDownload(_ body: PlannedBody) {
    callerCodeQueue.async { [self] in
      DownloadedFile.make(with: body) { [self] result in
        queue?.run { [self] in
          guard let loader else { return }
          switch result {
          case .success(let file):
            loader.end { file.finish(task, through: $0) }
            close()
          case .failure(let error): fail(error)
          }
        }
      }
    }
  }

  func close() {
    loader = nil
    pieces = []
  }

  func follow(
    _ request: URLRequest, after response: HTTPURLResponse,
    answer: @escaping @Sendable (URLRequest?) -> Void
  ) -> Bool {
    if let calls {
      calls.ask(toFollow: response, with: request, answer: answer)
    } else {
      answer(request)
    }
    return false
  }

  func ask(_ challenge: URLAuthenticationChallenge, verdict: @escaping Challenge.Verdict) {
    if let calls {
      calls.ask(challenge, verdict: verdict)
    } else {
      verdict(.performDefaultHandling, nil)
    }
  }

  static func prepare() { WholeBodyDecoy.prepare() }

  /// Returns the URL of a response.
  ///
  /// For a challenge, the URL's scheme is in upper case, which means the same (RFC 3986 §3.1). With
  /// a scheme in lower case, the loading system would handle the challenge itself, and never
  /// finish. When a 401 is delivered, the delegate has already been asked.
  static func responseURL(for head: ResponseHead, _ url: URL) -> URL {
    guard head.status == .unauthorized, head.headers.contains(.wwwAuthenticate),
      let scheme = url.scheme
    else { return url }
    let text = url.absoluteString
    return URL(string: scheme.uppercasedASCII() + text.dropFirst(scheme.count)) ?? url
  }

  /// Stores the endpoint in the proxy dictionary of the configuration.
  ///
  /// Sessions copy the dictionary but do not use it, because their proxies come from
  /// the environment.
  static func keep(_ endpoint: Endpoint?, in configuration: URLSessionConfiguration) {
    var kept = configuration.connectionProxyDictionary ?? [:]
    kept["HTTPStubber"] = endpoint
    configuration.connectionProxyDictionary = kept.isEmpty ? nil : kept
  }
}

extension URLProtocol {
  /// Notifies the client of the end of the task; `tell` makes the last call to it.
  ///
  /// `cancel()` reports a failure even to a client that was just notified of the end, and
  /// Foundation then ends the process. So the client is removed from a task that has ended.
  func end(_ tell: (any URLProtocolClient) -> Void) {
    guard let client else { return }
    tell(client)
    self.client = nil
  }
}
#endif
