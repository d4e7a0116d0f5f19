import StubCore

extension Upstream {
  /// What there is of a response when its client can be told of it.
  enum Begun: Sendable {
    /// The body comes as the server sends it.
    case head(ResponseHead, BodyTail)
    /// All of it, or the error; `nil` when the client has given up.
    case whole(LoadedExchange?)
  }

  /// The real answer, which goes on to the client as it comes; a recorder may be waiting for it.
  func answer(
    to request: ReceivedRequest, for ticket: RecordingTicket? = nil,
    finish: ResponseReport
  ) -> ListenerAnswer {
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
    case .whole(let exchange?):
      let failure = exchange.failure.map { failure in
        CurlProblem(NetworkErrorCode(rawValue: failure.code), failure.message ?? "")
      }
      if let head = exchange.head {
        return ResponsePlan(
          head: moved(head), body: .data(exchange.body),
          failure: failure.map { .network($0.code) })
      }
      return unreached(request, failure ?? CurlProblem(.badServerResponse, "no response head"))
    }
  }

  private func unreached(_ request: ReceivedRequest, _ problem: CurlProblem) -> ResponsePlan {
    .text(
      """
      expected a response of \(configuration.url) to \(request.summary), found: \
      \(problem.message) (\(problem.code)); is the server running, and is its URL right?

      """, status: problem.status)
  }
}
