import Dispatch
package import StubCore
import StubPlatform

/// The answer to one request, and the function that receives the reports on its sending.
package struct ListenerAnswer: Sendable {
  package var answer: Answer
  /// Receives reports while the response is sent, and one when it is complete, failed as planned or
  /// cut off.
  package var finish: ResponseReport
  /// Whether the answer is canceled if the client ends its side before the answer is ready.
  package fileprivate(set) var endsWithInput = false

  package init(_ answer: Answer, finish: ResponseReport) {
    self.answer = answer
    self.finish = finish
  }

  package init(
    _ answer: Answer, finish: @escaping @Sendable (ResponseEnding) -> Void = { _ in }
  ) {
    self.init(answer, finish: ResponseReport(finish))
  }

  /// Returns the answer, to be sent through these network links.
  consuming func through(_ links: [NetworkLink], random: SeededRandom) -> ListenerAnswer {
    if links.isEmpty { return self }
    return ListenerAnswer(answer.map { $0.through(links, random: random) }, finish: finish)
  }
}

/// A path below which the listener itself answers, before it looks for a stub.
///
/// Network limits and response faults do not affect these requests, and no journal contains them.
package struct ReservedPath: Sendable {
  /// The start of the path, such as `/__admin`: with a leading slash and no trailing one.
  package let prefix: String
  private let handler: RequestHandler
  private let isQuestion: @Sendable (ReceivedRequest) -> Bool
  /// The byte after the first slash, which rules out most other requests at once.
  private let mark: UInt8?

  /// Creates a reserved path, below which `handler` answers.
  ///
  /// `isQuestion` returns `true` for requests that change nothing. Their answer is canceled if the
  /// client ends its side early.
  package init(
    _ prefix: String, isQuestion: @escaping @Sendable (ReceivedRequest) -> Bool = { _ in false },
    handler: @escaping RequestHandler
  ) {
    self.prefix = prefix
    mark = prefix.utf8.dropFirst().first
    (self.handler, self.isQuestion) = (handler, isQuestion)
  }

  /// Returns the answer; `nil` if the request is not below the path or is for another server.
  func answer(_ request: ReceivedRequest) -> ListenerAnswer? {
    guard isMeant(by: request) else { return nil }
    let isDeferred = request.hasBody(over: IncomingBody.freeSize)
    var answer =
      isDeferred ? ListenerAnswer.deferred { [handler] in handler(request) } : handler(request)
    answer.endsWithInput = isQuestion(request)
    return answer
  }

  func isMeant(by request: ReceivedRequest) -> Bool {
    // A client that uses a proxy also sends the listener's own port (RFC 9112 §3.2.2).
    guard request.pathMark == mark, request.target.path.hasBytes(of: prefix),
      !request.isForProxy || request.target.isPortOwn
    else { return false }
    let rest = request.target.path.utf8.dropFirst(prefix.utf8.count)
    return rest.isEmpty || rest.first == UInt8(ascii: "/")
  }

  /// Returns whether the path of a request, which may start with the name of a session, is
  /// reserved.
  func isMeant(by request: ReceivedRequest, in sessions: StubSessions?) -> Bool {
    if isMeant(by: request) { return true }
    guard case .session(_, let request)? = sessions?.select(request) else { return false }
    return isMeant(by: request)
  }
}

extension StubSet {
  /// The size in bytes from which a body counts as large.
  private static let largeBody = 8 << 20

  /// Returns the stubs' answer for a listener.
  ///
  /// The answer is deferred if finding it may take long. Requests to pass through go to the
  /// upstream server, if there is one.
  func answerForListener(
    _ request: ReceivedRequest, through links: [NetworkLink] = [],
    upstream slot: UpstreamSlot? = nil, webhooks: WebhookSender? = nil
  ) -> ListenerAnswer {
    var request = request
    request.isFromListener = true
    if let exchange = receiveBriefly(request, webhooks: webhooks, through: links) {
      return answer(to: request, exchange, slot)
    }
    return .deferred(isLarge: request.hasBody(over: Self.largeBody)) { [request] in
      let exchange = self.receive(request, webhooks: webhooks, through: links)
      return self.answer(to: request, exchange, slot)
    }
  }

  private func answer(
    to request: ReceivedRequest, _ exchange: ReceivedExchange, _ slot: UpstreamSlot?
  ) -> ListenerAnswer {
    answerWithoutLines(to: request, exchange, slot)
      .through(exchange.links, random: templateEnvironment.random)
  }

  private func answerWithoutLines(
    to request: ReceivedRequest, _ exchange: ReceivedExchange, _ slot: UpstreamSlot?
  ) -> ListenerAnswer {
    let (outcome, finish) = (exchange.outcome, exchange.finish)
    let answer: Answer
    func noted(_ plan: ResponsePlan) -> ResponsePlan {
      finish.note(instead: plan)
      return plan
    }
    switch consume outcome {
    case .stubbed(_, let request, .ready(let plan)) where !plan.isPlain && plan.forwarding != nil:
      if let answer = slot?.answer(to: request, plan, finish: finish) { return answer }
      answer = .ready(plan)
    case .stubbed(_, _, let ready): answer = ready
    case .passedThrough:
      if let slot, let upstream = slot.upstream {
        return upstream.answer(to: request, through: slot.hop, finish: finish)
      }
      answer = .ready(noted(.nowhereToPass(request)))
    case .recorded(let ticket):
      if let slot, let upstream = slot.upstream {
        return upstream.answer(to: request, through: slot.hop, for: ticket, finish: finish)
      }
      answer = .ready(
        noted(.nowhereToPass(request, "would be recorded, but there is no real server")))
    case .unmatched(let report, .error) where report.isAboutTunnel:
      answer = .ready(noted(.reporting(report, nil, to: request, status: .methodNotAllowed)))
    case .unmatched(var report, let response):
      report.server = slot?.ownAddresses.url(scheme: request.target.scheme)
      let status =
        if case .status(let status) = response { status } else { HTTPStatusCode.notFound }
      answer = .ready(.reporting(report, unmatchedText, to: request, status: status))
    }
    return ListenerAnswer(answer, finish: finish)
  }
}

extension StubSessions {
  /// Returns the answer from the stubs of the request's session.
  ///
  /// If the request names no session, the base stubs answer it.
  func answerForListener(
    _ request: ReceivedRequest, through links: [NetworkLink], reserved: ReservedPath?,
    upstream: UpstreamSlot?, webhooks: WebhookSender
  ) -> ListenerAnswer {
    switch select(request) {
    case .base:
      return base.answerForListener(
        request, through: links, upstream: upstream, webhooks: webhooks)
    case .session(let session, var request):
      request.headers[configuration.field] = session.name
      return reserved?.answer(request)
        ?? session.stubs.answerForListener(
          request, through: links, upstream: upstream, webhooks: webhooks)
    case .missing(let missing):
      return ListenerAnswer(
        .ready(.text("\(missing.problem); \(missing.remedy)\n", status: missing.status))
      ).through(links, random: base.templateEnvironment.random)
    }
  }
}

extension ResponsePlan {
  /// The report of an unmatched request, as JSON if the client prefers it, otherwise as text.
  fileprivate static func reporting(
    _ report: UnmatchedReport, _ text: StubSet.UnmatchedText?, to request: ReceivedRequest,
    status: HTTPStatusCode
  ) -> ResponsePlan {
    guard request.headers[.accept]?.lowercasedASCII().contains("json") == true else {
      let own = text.flatMap { $0(report) }
      return .text(utf8: own.map { Array($0.utf8) } ?? report.utf8(before: "\n"), status: status)
    }
    var plan = ResponsePlan.text(report.json.text(pretty: true) + "\n", status: status)
    plan.head?.headers[.contentType] = HTTPContentType.json.rawValue
    return plan
  }

  /// The response to a request that is to pass through, if the listener has no upstream server.
  fileprivate static func nowhereToPass(
    _ request: ReceivedRequest, _ reason: String = "is not stubbed (ignore rule or optin)"
  ) -> ResponsePlan {
    if request.method == .connect {
      let lines = UnmatchedReport.tunnelHint.map { "\($0)\n" }
      return .text(lines.joined(), status: .methodNotAllowed)
    }
    return .text(
      """
      \(request.summary) \(reason); add a stub, or use --upstream URL

      """, status: .notFound)
  }
}

extension ResponsePlan {
  /// The listener's response to a request that it refuses because of an error.
  static func refusing(_ error: RequestError) -> ResponsePlan {
    .text("\(error.status) \(error.status.reasonPhrase)\n\(error)\n", status: error.status)
  }

  /// The response that replaces one that cannot be sent.
  static func unsendable(_ reason: any Error) -> ResponsePlan {
    let isForNow = (reason as? BodyReadError)?.isForNow ?? false
    return .text(
      "the stub's response cannot be sent: \(reason)\n",
      status: isForNow ? .serviceUnavailable : .internalServerError)
  }
}

extension ListenerAnswer {
  /// The number of waiting requests up to which a request is answered even if its client has left.
  ///
  /// So the journal has all of these requests.
  private static let mostAbandoned = 64
  static let waitingCount = AtomicInt(0)
  private static let largeBodies = DispatchQueue(label: "large request bodies", qos: .utility)

  /// Returns an answer that is found on another queue, so that the event loop can serve other
  /// clients.
  ///
  /// As many answers are found at once as there are cores. Answers to large bodies are found one
  /// after another, because parsing a body can take 30 times its memory.
  static func deferred(
    isLarge: Bool = false, _ decide: @escaping @Sendable () -> ListenerAnswer
  ) -> ListenerAnswer {
    let ending = DeferredEnding()
    let queue = isLarge ? largeBodies : DispatchQueue.global(qos: .utility)
    return ListenerAnswer(
      .pending {
        let answer = await withCheckedContinuation { continuation in
          waitingCount.add(1)
          queue.async {
            let isCrowded = waitingCount.add(-1) >= mostAbandoned
            continuation.resume(
              returning: isCrowded && ending.isKnown
                ? ListenerAnswer(.ready(.failing(.network(.cancelled)))) : decide())
          }
        }
        ending.tell(answer.finish)
        switch answer.answer {
        case .ready(let plan): return plan
        case .pending(let make): return await make()
        }
      },
      finish: ResponseReport(following: ending.note))
  }
}

/// The progress of a deferred response, stored until the receiver of its reports is known.
private final class DeferredEnding: Sendable {
  private struct State {
    var sent: SentResponse?
    var report: ResponseReport?
  }

  private let state = Lock(State())

  /// Whether the response has ended.
  var isKnown: Bool { state.withLock { $0.sent?.ending != nil } }

  /// Notes the progress, and reports it if the receiver is known.
  func note(_ sent: SentResponse) {
    let report = state.withLock { state in
      state.sent = sent
      return state.report
    }
    report?(sent)
  }

  /// Sets the receiver of reports, which gets the progress so far at once and later progress when
  /// it is noted.
  func tell(_ report: ResponseReport) {
    let sent = state.withLock { state in
      state.report = report
      return state.sent
    }
    if let sent { report(sent) }
  }
}
