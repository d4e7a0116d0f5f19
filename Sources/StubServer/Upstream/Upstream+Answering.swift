import StubCore
import StubPlatform

extension Upstream {
  /// The part of a response that can be sent to the client.
  enum StartedResponse: Sendable {
    /// A head, and a body that the client gets as the server sends it.
    case head(ResponseHead, BodyTail)
    /// The whole response, or the error instead of one; `nil` if the request was canceled.
    case whole(Interaction?)
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
    let id = nextID
    ticket?.onRecordingEnd = { [weak self] in self?.endStream(id) }
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
    let answer = Answer.pending {
      let begun = await self.begin(
        id, sent, adding: added, for: ticket,
        (
          finish.bodyLimit,
          { head, body in
            var plan = ResponsePlan(
              head: changed(head), body: .data(body.start), failure: body.failure)
            if let stub { plan.timing.beforeHead = stub.plan.timing.beforeHead }
            finish.note(relayed: plan, bodyCount: body.count)
          }
        ))
      let plan = self.plan(for: begun, sent, changed, finish)
      return stub.map { plan.inPlace(of: $0.plan) } ?? plan
    }
    return ListenerResponse(
      answer,
      finish: ResponseReport(following: { sent in
        // If a fault ends the response, the server may still be sending the body.
        if let ending = sent.newEnding, ending != .completed { self.clientLeft(id) }
        finish(sent)
      }))
  }

  /// Returns the plan for the real response, or for the error instead of one.
  private func plan(
    for begun: StartedResponse, _ request: ReceivedRequest,
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
    case .whole(let interaction?):
      let failure = interaction.failure.map { failure in
        CurlProblem(NetworkErrorCode(rawValue: failure.code), failure.message ?? "")
      }
      guard let response = interaction.response else {
        let problem = failure ?? CurlProblem(.badServerResponse, "no response head")
        let plan = unreached(request, problem)
        finish.note(instead: plan)
        return plan
      }
      let plan = ResponsePlan(
        head: changed(response.head), body: response.plannedBody,
        failure: failure.map { .network($0.code) })
      finish.note(relayed: plan, bodyCount: response.bodyCount)
      return plan
    }
  }

  private func unreached(_ request: ReceivedRequest, _ problem: CurlProblem) -> ResponsePlan {
    if problem.code == .resourceUnavailable {
      return .text(
        """
        cannot ask \(configuration.shownURL) for \(request.summary): \(problem.message); \
        \(DescriptorLimit.remedy)

        """, status: problem.status)
    }
    let (fault, remedy) =
      problem.code == .badServerResponse
      ? ("sent a malformed response to", "correct the server")
      : ("did not answer", "check that the server runs")
    return .text(
      """
      \(configuration.shownURL) \(fault) \(request.summary): \(problem.message) \
      (\(problem.code)); \(remedy)

      """, status: problem.status)
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
