package import StubCore

/// A real server to which a listener forwards requests.
package final class Upstream: Sendable {
  private static let lastNumber = AtomicInt(0)
  private static let lastID = AtomicInt(0)

  let configuration: UpstreamConfiguration
  /// The number of the server in this process.
  let number = Upstream.lastNumber.add(1)
  /// The thread of requests that come from no connection of a listener.
  private let thread = LazyObject<UpstreamThread>()
  /// The event loops with requests to this server.
  private let ports = Lock<[UpstreamPort]>([])

  /// Creates a server with its own thread.
  ///
  /// - Throws: `TLSConfigurationError` if the authority file is invalid, or `EventLoopError` if
  ///   system resources are used up.
  package convenience init(_ configuration: UpstreamConfiguration) throws {
    try self.init(checking: configuration)
    _ = try thread.object { try UpstreamThread() }
  }

  /// Creates a server for requests of a listener's connections.
  ///
  /// - Throws: `TLSConfigurationError` if the authority file is invalid.
  convenience init(checking configuration: UpstreamConfiguration) throws {
    if let file = configuration.authorityFile { _ = try CertificateFiles.certificates(in: file) }
    self.init(unchecked: configuration)
  }

  /// Creates a server for requests of a listener's connections.
  init(unchecked configuration: UpstreamConfiguration) { self.configuration = configuration }

  deinit {
    for port in ports.withLock({ $0 }) { port.post { [number] in $0.forget(number) } }
  }

  /// Notes that the event loop at `port` has requests to this server.
  func isUsed(at port: UpstreamPort) { ports.withLock { $0.append(port) } }

  /// Returns the request in the form in which it is sent to the server.
  func forwarded(_ request: ReceivedRequest) -> ReceivedRequest {
    let target = configuration.target(of: request)
    var headers = ForwardedFields.ofRequest(request.headers)
    if let authority = target.authority {
      headers = HTTPHeaders([HTTPHeaders.Field(name: .host, value: authority)] + headers.fields)
    }
    return ReceivedRequest(
      method: request.method, target: target, headers: headers,
      body: request.content.unparsed(holding: request.content.holding))
  }

  /// Sends a request made by `forwarded`.
  ///
  /// - Returns: the interaction; `nil` if the task is canceled or the thread has ended.
  package func load(_ request: ReceivedRequest) async -> Interaction? {
    await onThread(orElse: nil) { loop, id, answer in
      guard let handle = loop.handle(for: self) else { return answer(nil) }
      weak var transfer: CurlTransfer?
      let new = CurlTransfer(id, request, to: self, by: handle) { received in
        answer(received.flatMap { transfer?.interaction($0) })
      }
      transfer = new
      loop.start(new)
    }
  }

  /// Sends a request whose response may never end, such as an event stream.
  ///
  /// - Returns: the body of the response as it arrives; `nil` if the response is already complete,
  ///   or if there is none.
  package func stream(_ request: ReceivedRequest) async -> BodyTail? {
    await onThread(orElse: nil) { loop, id, answer in
      self.begin(id, request, for: nil, on: loop) { begun in
        if case .head(_, let tail) = begun { answer(tail) } else { answer(nil) }
      }
    }
  }

  /// Starts a transfer on the thread of this server, and waits for its answer.
  ///
  /// The answer is `missing` if the task is canceled before the start, or if the thread has ended.
  private func onThread<Value: Sendable>(
    orElse missing: Value,
    _ start: @escaping @Sendable (UpstreamLoop, Int, @escaping (Value) -> Void) -> Void
  ) async -> Value {
    guard let port = try? thread.object({ try UpstreamThread() }).port else { return missing }
    let (id, givenUp) = (nextID, Flag())
    return await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let isAccepted = port.post { loop in
          guard !givenUp.isSet else { return continuation.resume(returning: missing) }
          start(loop, id) { continuation.resume(returning: $0) }
        }
        if !isAccepted { continuation.resume(returning: missing) }
      }
    } onCancel: {
      givenUp.set()
      port.post { $0.cancel(id) }
    }
  }

  /// The number for the next transfer, which is unique in this process.
  var nextID: Int { Self.lastID.add(1) }
}
