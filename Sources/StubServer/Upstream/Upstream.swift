package import StubCore
import Synchronization

/// Loads requests for real at the server behind a listener.
package final class Upstream: Sendable {
  let configuration: UpstreamConfiguration
  private let mailbox: Mailbox<UpstreamLoop>
  private let lastID = Atomic(0)

  /// - Throws: `EventLoopError` when the system has nothing left.
  package init(_ configuration: UpstreamConfiguration) throws {
    self.configuration = configuration
    let mailbox = try Mailbox<UpstreamLoop>()
    self.mailbox = mailbox
    try LoopThread.start {
      guard let loop = try? UpstreamLoop(mailbox) else { return mailbox.refuse() }
      loop.run()
    }
  }

  deinit { mailbox.post { $0.stop() } }

  /// The request as it goes to the server.
  func forwarded(_ request: ReceivedRequest) -> ReceivedRequest {
    let target = configuration.target(of: request)
    var headers = ForwardedFields.ofRequest(request.headers)
    if let authority = target.authority {
      headers = HTTPHeaders([HTTPHeaders.Field(name: .host, value: authority)] + headers.fields)
    }
    return ReceivedRequest(
      method: request.method, target: target, headers: headers, body: RequestBody(request.body))
  }

  /// Loads a request that `forwarded` has made; `nil` when the client gives up.
  package func load(_ request: ReceivedRequest) async -> LoadedExchange? {
    let id = nextID
    return await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let isAccepted = mailbox.post { [configuration] loop in
          let transfer = CurlTransfer(request, configuration) { continuation.resume(returning: $0) }
          guard let transfer else { return continuation.resume(returning: nil) }
          loop.start(id, transfer)
        }
        if !isAccepted { continuation.resume(returning: nil) }
      }
    } onCancel: {
      cancel(id)
    }
  }

  /// Loads a request up to the head of its response, or to its end when all is wanted at once.
  ///
  /// - Parameters:
  ///   - id: What it can be given up by.
  ///   - request: One that `forwarded` has made.
  ///   - ticket: Who is told of the end, wherever that is.
  /// - Returns: what there is then.
  func begin(
    _ id: Int, _ request: ReceivedRequest, for ticket: RecordingTicket?
  ) async -> Begun {
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let isAccepted = mailbox.post { [configuration, mailbox] loop in
          var hasBegun = false
          let transfer = CurlTransfer(request, configuration) { exchange in
            ticket?.finish(exchange)
            if !hasBegun { continuation.resume(returning: .whole(exchange)) }
          }
          guard let transfer else { return continuation.resume(returning: .whole(nil)) }
          transfer.keepsBody = ticket != nil
          transfer.onRoom = { mailbox.post { $0.resume(id) } }
          transfer.onHead = { head, tail in
            hasBegun = true
            continuation.resume(returning: .head(head, tail))
          }
          loop.start(id, transfer)
        }
        if !isAccepted { continuation.resume(returning: .whole(nil)) }
      }
    } onCancel: {
      cancel(id)
    }
  }

  var nextID: Int { lastID.add(1, ordering: .relaxed).newValue }

  /// Gives up a transfer, if it is still under way.
  func cancel(_ id: Int) { mailbox.post { $0.cancel(id) } }

  /// Gives up a transfer whose client is gone, unless a recorder waits for its end.
  func clientLeft(_ id: Int) { mailbox.post { $0.clientLeft(id) } }

  /// Ends a transfer if it has no end of its own.
  func endStream(_ id: Int) { mailbox.post { $0.endStream(id) } }
}
