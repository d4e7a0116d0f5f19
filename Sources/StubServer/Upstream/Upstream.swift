package import StubCore

/// A real server to which a listener forwards requests.
package final class Upstream: Sendable {
  let configuration: UpstreamConfiguration
  private let thread: UpstreamThread
  private var mailbox: Mailbox<UpstreamLoop> { thread.mailbox }

  /// Creates a server with its own thread.
  ///
  /// - Throws: `TLSConfigurationError` if the authority file is invalid, or `EventLoopError` if
  ///   system resources are used up.
  package convenience init(_ configuration: UpstreamConfiguration) throws {
    if let file = configuration.authorityFile { _ = try CertificateFiles.certificates(in: file) }
    self.init(configuration, on: try UpstreamThread())
  }

  /// Creates a server whose requests run on `thread`, which other servers may share.
  init(_ configuration: UpstreamConfiguration, on thread: UpstreamThread) {
    (self.configuration, self.thread) = (configuration, thread)
  }

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
    let (id, givenUp) = (nextID, Flag())
    return await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let isAccepted = mailbox.post { [configuration] loop in
          guard !givenUp.isSet else { return continuation.resume(returning: nil) }
          let transfer = CurlTransfer(request, configuration) { continuation.resume(returning: $0) }
          guard let transfer else { return continuation.resume(returning: nil) }
          loop.start(id, transfer)
        }
        if !isAccepted { continuation.resume(returning: nil) }
      }
    } onCancel: {
      givenUp.set()
      cancel(id)
    }
  }

  /// Sends a request whose response may never end, such as an event stream.
  ///
  /// - Returns: the body of the response as it arrives; `nil` if the response is already complete,
  ///   or if there is none.
  package func stream(_ request: ReceivedRequest) async -> BodyTail? {
    if case .head(_, let tail) = await begin(nextID, request, for: nil) { tail } else { nil }
  }

  /// Sends a request, and waits for the head of its response.
  ///
  /// If the whole body is needed, the wait lasts until the end of the response.
  ///
  /// - Parameters:
  ///   - id: The number by which the transfer can be canceled.
  ///   - request: A request made by `forwarded`.
  ///   - added: Additional fields for the server.
  ///   - ticket: Receives the completed interaction for a recording; `nil` if it is not recorded.
  ///   - note: Receives the first `limit` bytes of a body that the client gets as it arrives.
  /// - Returns: the part of the response that is known by then.
  func begin(
    _ id: Int, _ request: ReceivedRequest, adding added: [HTTPHeaders.Field] = [],
    for ticket: RecordingTicket?,
    _ note: (limit: Int, take: @Sendable (ResponseHead, RelayedBody) -> Void)? = nil
  ) async -> StartedResponse {
    let givenUp = Flag()
    return await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let isAccepted = mailbox.post { [configuration, mailbox] loop in
          guard !givenUp.isSet else {
            ticket?.finish(nil)
            return continuation.resume(returning: .whole(nil))
          }
          var hasBegun = false
          let transfer = CurlTransfer(request, adding: added, configuration) { interaction in
            ticket?.finish(interaction.flatMap { $0.isOfServer ? $0 : nil })
            if !hasBegun { continuation.resume(returning: .whole(interaction)) }
          }
          guard let transfer else { return continuation.resume(returning: .whole(nil)) }
          transfer.keepsBody = ticket != nil
          transfer.collector = BodyCollector(ticket?.spool)
          transfer.onRoom = { mailbox.post { $0.resume(id) } }
          transfer.excerpt = RelayedBody(limit: note?.limit ?? 0)
          transfer.onHead = { [unowned transfer] head, tail in
            hasBegun = true
            if let note { transfer.onBodyEnd = { note.take(head, $0) } }
            continuation.resume(returning: .head(head, tail))
          }
          loop.start(id, transfer)
        }
        if !isAccepted { continuation.resume(returning: .whole(nil)) }
      }
    } onCancel: {
      givenUp.set()
      cancel(id)
    }
  }

  var nextID: Int { thread.lastID.add(1) }

  /// Cancels a transfer if it is still open.
  func cancel(_ id: Int) { mailbox.post { $0.cancel(id) } }

  /// Notes that the client has left, which cancels the transfer unless it is being recorded.
  func clientLeft(_ id: Int) { mailbox.post { $0.clientLeft(id) } }

  /// Ends a transfer if its response is an event stream.
  func endStream(_ id: Int) { mailbox.post { $0.endStream(id) } }
}

extension Interaction {
  /// Whether the server has caused the result.
  ///
  /// A failure must not be recorded if its cause is a limit of this process or a loop of servers.
  fileprivate var isOfServer: Bool {
    failure?.code != NetworkErrorCode.resourceUnavailable.rawValue
      && response?.headers[ProxyStatus.field]?.hasSuffix(ProxyStatus.loop) != true
  }
}
