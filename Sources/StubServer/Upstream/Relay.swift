import StubCore

/// A request to a real server that is sent on the event loop of the client's connection.
package final class Relay: Sendable {
  /// The number by which the transfer can be canceled.
  private let id: Int
  private let send: @Sendable (UpstreamLoop, Int, @escaping (ResponsePlan) -> Void) -> Void
  /// The event loop; `nil` until the request is sent.
  private let port = Lock<UpstreamPort?>(nil)

  /// Creates a request to `server`, which `send` starts.
  init(
    to server: Upstream, for ticket: RecordingTicket?,
    _ send: @escaping @Sendable (UpstreamLoop, Int, @escaping (ResponsePlan) -> Void) -> Void
  ) {
    (id, self.send) = (server.nextID, send)
    ticket?.onRecordingEnd = { [weak self] in self?.post { $0.endStream($1) } }
  }

  /// Sends the request, and passes the plan of the response to `answer` once, possibly at once.
  func start(on loop: UpstreamLoop, answer: @escaping (ResponsePlan) -> Void) {
    port.withLock { $0 = loop.port }
    send(loop, id, answer)
  }

  /// Cancels the request if it is still open.
  func cancel() { post { $0.cancel($1) } }

  /// Notes that the client has left, which cancels the request unless it is being recorded.
  func clientLeft() { post { $0.clientLeft($1) } }

  private func post(_ message: @escaping @Sendable (UpstreamLoop, Int) -> Void) {
    port.withLock { $0 }?.post { [id] in message($0, id) }
  }
}

/// The result of a transfer.
struct ReceivedResponse: Sendable {
  /// The response; `nil` if none has arrived.
  var response: RecordedResponse?
  /// The reason why the response is missing or incomplete; `nil` if it is complete.
  var problem: CurlProblem?
  /// Whether the body was decoded.
  var isDecoded = false
}
