import StubCore
import StubPlatform

extension Upstream {
  /// The part of a response that can be sent to the client.
  enum StartedResponse: Sendable {
    /// A head, and a body that the client gets as the server sends it.
    case head(ResponseHead, BodyTail)
    /// The whole response, or the error in its place; `nil` if the request was canceled.
    case whole(ReceivedResponse?)
  }

  /// Sends a request, and passes on the response when its head has arrived.
  ///
  /// If the whole body is needed, the response is passed on when it is complete.
  ///
  /// - Parameters:
  ///   - id: The number by which the transfer can be canceled.
  ///   - request: A request made by `forwarded`.
  ///   - added: Additional fields for the server.
  ///   - ticket: Receives the completed interaction for a recording; `nil` if it is not recorded.
  ///   - note: Receives the first `limit` bytes of a body that the client gets as it arrives.
  ///   - loop: The event loop of the calling thread.
  ///   - answer: Called once with the known part of the response, possibly at once.
  func begin(
    _ id: Int, _ request: ReceivedRequest, adding added: [HTTPHeaders.Field] = [],
    for ticket: RecordingTicket?,
    _ note: (limit: Int, take: (ResponseHead, RelayedBody) -> Void)? = nil,
    on loop: UpstreamLoop, answer: @escaping (StartedResponse) -> Void
  ) {
    guard let handle = loop.handle(for: self) else {
      ticket?.finish(nil)
      return answer(.whole(nil))
    }
    var hasBegun = false
    weak var recorded: CurlTransfer?
    let transfer = CurlTransfer(id, request, adding: added, to: self, by: handle) { received in
      if let ticket {
        let interaction = received.flatMap { recorded?.interaction($0) }
        ticket.finish(interaction.flatMap { $0.isOfServer ? $0 : nil })
      }
      if !hasBegun { answer(.whole(received)) }
    }
    recorded = transfer
    transfer.isRecorded = ticket != nil
    transfer.collector = BodyCollector(ticket?.spool)
    transfer.onRoom = { [port = loop.port] in port.post { $0.resume(id) } }
    transfer.excerpt = RelayedBody(limit: note?.limit ?? 0)
    transfer.onHead = { [unowned transfer] head, tail in
      hasBegun = true
      if let note { transfer.onBodyEnd = { note.take(head, $0) } }
      answer(.head(head, tail))
    }
    loop.start(transfer)
  }

  /// Returns the answer from the real server, which the client gets as it arrives and which may be
  /// recorded.
  ///
  /// If a stub forwards the request, the stub's changes are made to the request and the response.
  func answer(
    to request: ReceivedRequest, through hop: ViaHop, for ticket: RecordingTicket? = nil,
    as stub: (forwarding: Forwarding, plan: ResponsePlan)? = nil, finish: ResponseReport
  ) -> ListenerResponse {
    if let refusal = configuration.refusal(of: request) ?? loop(of: request, through: hop) {
      ticket?.finish(nil)
      finish.note(instead: refusal)
      let answer = stub.map { refusal.inPlace(of: $0.plan) } ?? refusal
      return ListenerResponse(.ready(answer), finish: finish)
    }
    let sent = forwarded(stub?.forwarding.request(request) ?? request)
    let host = stub?.forwarding.requestFields[.host].map {
      HTTPHeaders.Field(name: .host, value: $0)
    }
    let added = [host].compactMap(\.self) + hop.fields(after: request)
    // References to the server become references to the listener,
    // at the address that the client uses.
    let references = HeaderURLRewriter(
      from: RequestURL(configuration.url), to: request.target,
      below: stub?.forwarding.root(for: request) ?? "")
    let changed: @Sendable (ResponseHead) -> ResponseHead = { head in
      var head = stub?.forwarding.head(head) ?? head
      head.headers = references.applied(to: head.headers)
      return head
    }
    let relay = Relay(to: self, for: ticket) { loop, id, answer in
      let note = (
        limit: finish.bodyLimit,
        take: { (head: ResponseHead, body: RelayedBody) in
          var plan = ResponsePlan(
            head: changed(head), body: .data(body.start), failure: body.failure)
          if let stub { plan.timing.beforeHead = stub.plan.timing.beforeHead }
          finish.note(relayed: plan, bodyCount: body.count)
        }
      )
      self.begin(id, sent, adding: added, for: ticket, note, on: loop) {
        [configuration = self.configuration] begun in
        let plan = configuration.plan(for: begun, sent, changed, finish)
        answer(stub.map { plan.inPlace(of: $0.plan) } ?? plan)
      }
    }
    return ListenerResponse(
      answer: .relay(relay),
      finish: ResponseReport(following: { sent in
        // If a fault ends the response, the server may still be sending the body.
        if let ending = sent.newEnding, ending != .completed { relay.clientLeft() }
        finish(sent)
      }))
  }

  /// Returns the answer to a request that has returned in a loop; `nil` for other requests.
  private func loop(of request: ReceivedRequest, through hop: ViaHop) -> ResponsePlan? {
    guard let problem = hop.refusal(of: request) else { return nil }
    var plan = ResponsePlan.text(
      """
      \(request.summary) is not forwarded to \(configuration.shownURL): \(problem); \
      forward to a server that does not forward back, or add a stub for this request

      """, status: 508)
    plan.head?.headers[ProxyStatus.field] = "\(hop.name); \(ProxyStatus.loop)"
    return plan
  }
}

extension UpstreamConfiguration {
  /// Returns the plan for the real response, or for the error in its place.
  fileprivate func plan(
    for begun: Upstream.StartedResponse, _ request: ReceivedRequest,
    _ changed: (ResponseHead) -> ResponseHead,
    _ finish: ResponseReport
  ) -> ResponsePlan {
    switch begun {
    case .head(let head, let tail):
      var plan = ResponsePlan(head: changed(head))
      plan.tail = tail
      return plan
    case .whole(nil):
      return .failing(.network(.cancelled))
    case .whole(let received?):
      guard let response = received.response else {
        let problem = received.problem ?? CurlProblem(.badServerResponse, "no response head")
        let plan = unreached(request, problem)
        finish.note(instead: plan)
        return plan
      }
      let plan = ResponsePlan(
        head: changed(response.head), body: response.plannedBody,
        failure: received.problem.map { .network($0.code) })
      finish.note(relayed: plan, bodyCount: response.bodyCount)
      return plan
    }
  }

  private func unreached(_ request: ReceivedRequest, _ problem: CurlProblem) -> ResponsePlan {
    if problem.code == .resourceUnavailable {
      return .text(
        """
        cannot ask \(shownURL) for \(request.summary): \(problem.message); \
        \(DescriptorLimit.remedy)

        """, status: problem.status)
    }
    let (fault, remedy) =
      problem.code == .badServerResponse
      ? ("sent a malformed response to", "correct the server")
      : ("did not answer", "check that the server runs")
    return .text(
      """
      \(shownURL) \(fault) \(request.summary): \(problem.message) \
      (\(problem.code)); \(remedy)

      """, status: problem.status)
  }
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

/// The header field that reports a loop of servers to the servers before this one (RFC 9209).
enum ProxyStatus {
  static let field: HTTPHeaderName = "Proxy-Status"
  static let loop = "error=proxy_loop_detected"
}

/// The start of a body that the client gets as the server sends it.
struct RelayedBody {
  let limit: Int
  private(set) var start = Data()
  /// The size of all received bytes.
  private(set) var count = 0
  /// The reason why the body is incomplete; `nil` for a complete body.
  var failure: StubFailure?

  init(limit: Int) { self.limit = limit }

  mutating func append(_ bytes: UnsafeRawBufferPointer) {
    count += bytes.count
    if start.count < limit { start.append(contentsOf: bytes.prefix(limit - start.count)) }
  }
}
