import StubCore

/// Answers requests from stubs: the stubs of their session, or those outside of sessions.
///
/// Requests below the reserved path are answered by its handler.
final class StubAnswering: Answering {
  /// The part of a listener that answers a request, and the request in the form for it.
  private enum Receiver {
    case stubs(StubSet, ReceivedRequest)
    /// The handler of the reserved path, which follows the name of a session.
    case handler(RequestHandler, ReceivedRequest)
    /// The request names a session that does not exist.
    case missing(MissingSession)
  }

  /// The size in bytes from which a body counts as large.
  private static let largeBody = 8 << 20

  private let base: StubSet
  private let sessions: StubSessions?
  private let reserved: ReservedPath?
  private let added: AddedFields?
  let outbound: Outbound

  init(
    _ stubs: StubSet, _ configuration: ListenerConfiguration, _ outbound: Outbound,
    reserved: ReservedPath? = nil, sessions: StubSessions? = nil
  ) {
    base = stubs
    self.outbound = outbound
    self.reserved = reserved
    self.sessions = sessions
    added = AddedFields(configuration)
  }

  var stubs: StubSet? { base }

  var random: SeededRandom { base.templateEnvironment.random }

  var hasSessions: Bool { sessions.map { !$0.isEmpty } ?? false }

  func report(_ problem: String) { base.hooks.problem(problem) }

  private func isReserved(_ request: ReceivedRequest) -> Bool {
    reserved?.contains(request) ?? false
  }

  /// Returns the receiver of a request whose path does not begin with the reserved path.
  private func receiver(of request: ReceivedRequest) -> Receiver {
    guard let sessions else { return .stubs(base, request) }
    switch sessions.select(request) {
    case .base: return .stubs(base, request)
    case .session(let session, var request):
      request.headers[sessions.configuration.field] = session.name
      if let reserved, reserved.contains(request) { return .handler(reserved.answer, request) }
      return .stubs(session.stubs, request)
    case .missing(let missing): return .missing(missing)
    }
  }

  // The answer.

  func answer(_ request: ReceivedRequest, through links: [NetworkLink]) -> ListenerResponse {
    if isReserved(request), let reserved { return reserved.answer(request) }
    let receiver = receiver(of: request)
    guard let added else { return answer(from: receiver, through: links) }
    if let plan = added.preflight(request), case .stubs(let stubs, let seen) = receiver,
      stubs.stub(answering: seen)?.methods.contains(seen.method) != true
    {
      return ListenerResponse(.ready(plan)).through(
        stubs.links(before: links), random: stubs.templateEnvironment.random)
    }
    var answer = answer(from: receiver, through: links)
    answer.answer = answer.answer.map { added.added(to: $0, for: request) }
    return answer
  }

  /// Returns the answer of the receiver; it is deferred if finding it may take long.
  private func answer(from receiver: Receiver, through links: [NetworkLink]) -> ListenerResponse {
    switch receiver {
    case .stubs(let stubs, let request):
      if let brief = stubs.receiveBriefly(
        request, webhooks: outbound.webhooks, through: links)
      {
        return answer(to: request, brief, of: stubs)
      }
      return .deferred(isLarge: request.hasBody(over: Self.largeBody)) { [self] in
        let exchange = stubs.receive(request, webhooks: outbound.webhooks, through: links)
        return answer(to: request, exchange, of: stubs)
      }
    case .handler(let answer, let request): return answer(request)
    case .missing(let missing):
      return ListenerResponse(
        .ready(.text("\(missing.problem); \(missing.remedy)\n", status: missing.status))
      ).through(links, random: random)
    }
  }

  func answersTunnel(_ request: ReceivedRequest) -> Bool {
    switch receiver(of: request) {
    case .stubs(let stubs, let request): stubs.stub(answering: request) != nil
    // The answer says that there is no such session.
    case .handler, .missing: true
    }
  }

  // The body of the request.

  func neededBodyCount(of head: ReceivedRequest) -> Int {
    if isReserved(head) { return .max }
    switch receiver(of: head) {
    case .stubs(let stubs, let head): return stubs.neededBodyCount(of: head)
    case .handler: return .max
    // The request is refused without reading its body.
    case .missing: return 0
    }
  }

  /// Returns the links that the body of a request passes; none if the path is reserved.
  func bodyLinks(of head: ReceivedRequest?, through links: [NetworkLink]) -> [NetworkLink] {
    guard let head else { return base.links(before: links) }
    if isReserved(head) { return [] }
    switch receiver(of: head) {
    case .stubs(let stubs, _): return stubs.links(before: links)
    case .handler: return []
    case .missing: return base.links(before: links)
    }
  }
}

extension StubSet {
  /// Returns the link of these stubs, if they have one, followed by `links`.
  fileprivate func links(before links: [NetworkLink]) -> [NetworkLink] {
    link.map { [$0] + links } ?? links
  }
}
