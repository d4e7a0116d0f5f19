package import StubCore

/// Loads requests for real at the server behind a listener.
package final class Upstream: Sendable {
  let configuration: UpstreamConfiguration
  private let mailbox: Mailbox<UpstreamLoop>
  private let lastID = AtomicInt(0)

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
  package func load(_ request: ReceivedRequest) async -> Interaction? {
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
  ///   - ticket: Gets the end, wherever that is.
  /// - Returns: what there is then.
  func begin(
    _ id: Int, _ request: ReceivedRequest, for ticket: RecordingTicket?
  ) async -> Begun {
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let isAccepted = mailbox.post { [configuration, mailbox] loop in
          var hasBegun = false
          let transfer = CurlTransfer(request, configuration) { interaction in
            ticket?.finish(interaction)
            if !hasBegun { continuation.resume(returning: .whole(interaction)) }
          }
          guard let transfer else { return continuation.resume(returning: .whole(nil)) }
          transfer.keepsBody = ticket != nil
          transfer.collector = BodyCollector(ticket?.spool)
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

  var nextID: Int { lastID.add(1) }

  /// Gives up a transfer, if it is still under way.
  func cancel(_ id: Int) { mailbox.post { $0.cancel(id) } }

  /// Gives up a transfer whose client is gone, unless a recorder waits for its end.
  func clientLeft(_ id: Int) { mailbox.post { $0.clientLeft(id) } }

  /// Ends a transfer if it has no end of its own.
  func endStream(_ id: Int) { mailbox.post { $0.endStream(id) } }
}

/// Where a listener finds the server behind it, which can change while it serves.
package final class UpstreamSlot: Sendable {
  private let current: Lock<Upstream?>

  init(_ upstream: Upstream?) { current = Lock(upstream) }

  var upstream: Upstream? {
    get { current.withLock { $0 } }
    set { current.withLock { $0 = newValue } }
  }
}

extension Upstream {
  /// The part of a response that the client can already get.
  enum Begun: Sendable {
    /// The body comes as the server sends it.
    case head(ResponseHead, BodyTail)
    /// All of it, or the error; `nil` when the client has given up.
    case whole(Interaction?)
  }

  /// The real answer, which goes on to the client as it comes; a recorder may be waiting for it.
  func answer(
    to request: ReceivedRequest, for ticket: RecordingTicket? = nil,
    finish: ResponseReport
  ) -> ListenerAnswer {
    if let refusal = configuration.refusal(of: request) {
      ticket?.finish(nil)
      return ListenerAnswer(.ready(refusal), finish: finish)
    }
    let sent = forwarded(request)
    let id = nextID
    ticket?.onRecordingEnd = { [weak self] in self?.endStream(id) }
    let answer = Answer.pending {
      self.plan(for: await self.begin(id, sent, for: ticket), sent, askedAs: request)
    }
    return ListenerAnswer(answer) { ending in
      if ending == .cancelled { self.clientLeft(id) }
      finish(ending)
    }
  }

  /// What the client gets of the real response, or of the error.
  ///
  /// References to the server lead back to the listener, by the address that the client knows.
  private func plan(
    for begun: Begun, _ request: ReceivedRequest, askedAs asked: ReceivedRequest
  ) -> ResponsePlan {
    let references = MovedReferences(from: RequestURL(configuration.url), to: asked.target)
    func moved(_ head: ResponseHead) -> ResponseHead {
      var head = head
      head.headers = references.applied(to: head.headers)
      return head
    }
    switch begun {
    case .head(let head, let tail):
      var plan = ResponsePlan(head: moved(head))
      plan.tail = tail
      return plan
    case .whole(nil):
      return .failing(.network(.cancelled))
    case .whole(let interaction?):
      let failure = interaction.failure.map { failure in
        CurlProblem(NetworkErrorCode(rawValue: failure.code), failure.message ?? "")
      }
      if let response = interaction.response {
        return ResponsePlan(
          head: moved(response.head), body: response.plannedBody,
          failure: failure.map { .network($0.code) })
      }
      return unreached(request, failure ?? CurlProblem(.badServerResponse, "no response head"))
    }
  }

  private func unreached(_ request: ReceivedRequest, _ problem: CurlProblem) -> ResponsePlan {
    .text(
      """
      \(configuration.url) did not answer \(request.summary): \(problem.message) \
      (\(problem.code)); check that the server runs

      """, status: problem.status)
  }
}

/// The thread on which requests to the real server run.
final class UpstreamLoop {
  private let loop: EventLoop
  private let multi: CurlMulti
  private let mailbox: Mailbox<UpstreamLoop>
  private var watch: Watch?
  private var transfers: [Int: CurlTransfer] = [:]

  /// - Throws: `EventLoopError` when the system has nothing left.
  init(_ mailbox: Mailbox<UpstreamLoop>) throws(EventLoopError) {
    loop = try EventLoop()
    guard let multi = CurlMulti(on: loop) else { throw EventLoopError() }
    self.multi = multi
    self.mailbox = mailbox
    watch = Watch(mailbox.readEnd, on: loop) { [unowned self] _ in mailbox.deliver(to: self) }
  }

  func run() {
    loop.run()
    multi.cancelAll()
    mailbox.closeDown(for: self)
    multi.cancelAll()
  }

  func stop() { loop.stop() }

  func start(_ id: Int, _ transfer: CurlTransfer) {
    transfers[id] = transfer
    transfer.onOver = { [unowned self] in transfers[id] = nil }
    multi.start(transfer)
  }

  func cancel(_ id: Int) {
    if let transfer = transfers[id] { multi.cancel(transfer) }
  }

  /// Gives up a transfer, unless a recorder waits for its end.
  func clientLeft(_ id: Int) {
    if transfers[id]?.clientLeft() ?? false { cancel(id) }
  }

  /// Goes on with a transfer whose client has made room.
  func resume(_ id: Int) { transfers[id]?.resume() }

  /// Ends a transfer if it has no end of its own.
  func endStream(_ id: Int) {
    if transfers[id]?.isEventStream == true { cancel(id) }
  }
}
