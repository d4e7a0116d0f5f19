package import StubCore

/// Loads requests for real at the server behind a listener.
package final class Upstream: Sendable {
  let configuration: UpstreamConfiguration
  private let thread: UpstreamThread
  private var mailbox: Mailbox<UpstreamLoop> { thread.mailbox }

  /// - Throws: `TLSConfigurationError` for a file of authorities that cannot be used, or `EventLoopError` when the
  ///   system has nothing left.
  package convenience init(_ configuration: UpstreamConfiguration) throws {
    if let file = configuration.authorityFile { _ = try CertificateFiles.certificates(in: file) }
    self.init(configuration, on: try UpstreamThread())
  }

  /// One of several servers whose requests share a thread.
  init(_ configuration: UpstreamConfiguration, on thread: UpstreamThread) {
    (self.configuration, self.thread) = (configuration, thread)
  }

  /// The request as it goes to the server.
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

  /// Loads a request that `forwarded` has made; `nil` when the client gives up.
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

  /// Begins to load a response that has no end of its own, such as one of events.
  ///
  /// - Returns: its body as it comes; `nil` for a response that is whole, and for none.
  package func stream(_ request: ReceivedRequest) async -> BodyTail? {
    if case .head(_, let tail) = await begin(nextID, request, for: nil) { tail } else { nil }
  }

  /// Loads a request up to the head of its response, or to its end when all is wanted at once.
  ///
  /// - Parameters:
  ///   - id: What it can be given up by.
  ///   - request: One that `forwarded` has made.
  ///   - added: Fields that the server gets, too.
  ///   - ticket: Gets the end, wherever that is.
  ///   - note: How much of a body that goes on as it comes is wanted, and by whom.
  /// - Returns: what there is then.
  func begin(
    _ id: Int, _ request: ReceivedRequest, adding added: [HTTPHeaders.Field] = [],
    for ticket: RecordingTicket?,
    _ note: (limit: Int, take: @Sendable (ResponseHead, RelayedBody) -> Void)? = nil
  ) async -> Begun {
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

  /// Gives up a transfer, if it is still under way.
  func cancel(_ id: Int) { mailbox.post { $0.cancel(id) } }

  /// Gives up a transfer whose client is gone, unless a recorder waits for its end.
  func clientLeft(_ id: Int) { mailbox.post { $0.clientLeft(id) } }

  /// Ends a transfer if it has no end of its own.
  func endStream(_ id: Int) { mailbox.post { $0.endStream(id) } }
}

extension Interaction {
  /// Whether the server has made it, and not the limits of this process or a loop, which no recording should have.
  fileprivate var isOfServer: Bool {
    failure?.code != NetworkErrorCode.resourceUnavailable.rawValue
      && response?.headers[ProxyStatus.field]?.hasSuffix(ProxyStatus.loop) != true
  }
}
