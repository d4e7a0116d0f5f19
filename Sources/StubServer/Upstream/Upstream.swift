package import StubCore
import Synchronization

/// Loads requests for real at the server behind a listener.
package final class Upstream: Sendable {
  let configuration: UpstreamConfiguration
  private let mailbox: Mailbox<UpstreamLoop>
  private let lastID = Atomic(0)

  /// - Throws: `EventLoopError` when the system has nothing left.
  package init(_ configuration: UpstreamConfiguration) throws(EventLoopError) {
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
    let id = lastID.add(1, ordering: .relaxed).newValue
    return await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let isAccepted = mailbox.post { [configuration] loop in
          loop.load(id, request, configuration) { continuation.resume(returning: $0) }
        }
        if !isAccepted { continuation.resume(returning: nil) }
      }
    } onCancel: {
      mailbox.post { $0.cancel(id) }
    }
  }

  /// What the client gets of the real response, or of the error.
  ///
  /// References to the server lead back to the listener, by the address that the client knows.
  func plan(
    for exchange: LoadedExchange?, _ request: ReceivedRequest, askedAs asked: ReceivedRequest
  ) -> ResponsePlan {
    guard let exchange else { return .failing(.network(.cancelled)) }
    var head = exchange.head
    if let headers = head?.headers {
      let references = MovedReferences(from: RequestURL(configuration.url), to: asked.target)
      head?.headers = references.applied(to: headers)
    }
    guard let failure = exchange.failure else {
      return ResponsePlan(head: head, body: .data(exchange.body))
    }
    let problem = CurlProblem(NetworkErrorCode(rawValue: failure.code), failure.message ?? "")
    if head != nil {
      return ResponsePlan(head: head, body: .data(exchange.body), failure: .network(problem.code))
    }
    return .text(
      """
      expected a response of \(configuration.url) to \(request.summary), found: \
      \(problem.message) (\(problem.code)); is the server running, and is its URL right?

      """, status: problem.status)
  }
}
