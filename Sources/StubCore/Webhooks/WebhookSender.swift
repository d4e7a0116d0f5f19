/// Sends the webhooks of stubs: later, on no thread that answers, and not too many at a time.
package final class WebhookSender: Sendable {
  /// Sends a request to one of the targets, and waits for the response; follows no redirect.
  ///
  /// It ends soon when its task is cancelled.
  package typealias Load =
    @Sendable (ReceivedRequest, WebhookConfiguration) async -> SentWebhook.Outcome

  private struct State {
    var configuration: WebhookConfiguration
    /// How many are waiting for their delay or their response.
    var pending = 0
    /// The bytes of their bodies.
    var pendingBytes = 0
    var tasks: [Int: Task<Void, Never>] = [:]
    var isStopped = false
  }

  private let state: Lock<State>
  private let clock: any StubClock
  private let hop: ViaHop
  private let load: Load
  private let lastNumber = AtomicInt(0)

  /// Names itself in `Via` as the hop says.
  package init(
    _ configuration: WebhookConfiguration, clock: any StubClock = SystemClock(),
    hop: ViaHop = ViaHop(), load: @escaping Load
  ) {
    state = Lock(State(configuration: configuration))
    self.clock = clock
    self.hop = hop
    self.load = load
  }

  /// What holds for webhooks that are sent from now on.
  package var configuration: WebhookConfiguration {
    get { state.withLock { $0.configuration } }
    set { state.withLock { $0.configuration = newValue } }
  }

  /// How many are waiting for their delay or their response.
  package var pendingCount: Int { state.withLock { $0.pending } }

  /// Gives up what is under way, and sends nothing more.
  package func stop() {
    let tasks = state.withLock { state in
      state.isStopped = true
      return Array(state.tasks.values)
    }
    for task in tasks { task.cancel() }
  }

  /// Sends a webhook after its delay, which counts from now.
  func send(_ delivery: WebhookDelivery) {
    if let problem = admit() { return delivery.end(.failed(problem)) }
    let start = clock.now
    // Even without a delay not here: its templates may take a while, and it may read a file.
    clock.schedule(at: start) { [self] in prepare(delivery, since: start) }
  }

  /// Makes room for one more; returns why there is none.
  private func admit() -> String? {
    state.withLock { state in
      if state.isStopped { return Self.stopped }
      let limit = state.configuration.pendingLimit
      guard state.pending < limit else { return "not sent, as \(limit) others are under way" }
      state.pending += 1
      return nil
    }
  }

  /// The most bytes that the bodies of those under way take, but for one that is alone.
  static let pendingBytes = 64 << 20

  /// Makes room for the body of one; returns why there is none.
  private func admit(_ count: Int) -> String? {
    state.withLock { state in
      guard state.pendingBytes == 0 || count <= Self.pendingBytes - state.pendingBytes else {
        return "not sent, as the bodies of others under way take \(ByteCount(state.pendingBytes))"
      }
      state.pendingBytes += count
      return nil
    }
  }

  private static let stopped = "given up, as the server stopped"

  private func prepare(_ delivery: WebhookDelivery, since start: Duration) {
    var delivery = delivery
    do {
      let (request, delay) = try delivery.makeRequest(through: hop)
      if let refusal = configuration.targets.refusal(of: request.target) {
        throw ResponderError(refusal)
      }
      if let problem = admit(request.body?.count ?? 0) { throw ResponderError(problem) }
      guard delay > .zero else { return run(delivery, request) }
      clock.schedule(at: start + delay) { [self, delivery] in run(delivery, request) }
    } catch {
      end(delivery, .failed("\(error)"))
    }
  }

  private func run(_ delivery: WebhookDelivery, _ request: ReceivedRequest) {
    var delivery = delivery
    delivery.begin()
    let number = lastNumber.add(1)
    let isStarted = state.withLock { state in
      if state.isStopped { return false }
      let configuration = state.configuration
      state.tasks[number] = Task { [self, delivery] in
        let outcome = await load(request, configuration)
        let isStopped = self.state.withLock { state in
          state.tasks[number] = nil
          return state.isStopped
        }
        end(delivery, isStopped ? .failed(Self.stopped) : outcome, request)
      }
      return true
    }
    if !isStarted { end(delivery, .failed(Self.stopped), request) }
  }

  /// Ends one, and gives back the room of its body if it had any.
  private func end(
    _ delivery: WebhookDelivery, _ outcome: SentWebhook.Outcome, _ request: ReceivedRequest? = nil
  ) {
    state.withLock { state in
      state.pending -= 1
      state.pendingBytes -= request?.body?.count ?? 0
    }
    delivery.end(outcome)
  }
}

/// What a stub has to send after one response.
package struct DueWebhooks: Sendable {
  private let deliveries: [WebhookDelivery]
  private let sender: WebhookSender

  fileprivate init(_ deliveries: [WebhookDelivery], _ sender: WebhookSender) {
    (self.deliveries, self.sender) = (deliveries, sender)
  }

  func send() {
    for delivery in deliveries { sender.send(delivery) }
  }
}

extension StubSet {
  /// Writes into the journal what a stub has to send after its response to the request of that number.
  func announce(
    _ stub: HTTPStub, after request: ReceivedRequest, number: Int, _ hooks: StubHooks,
    _ sender: WebhookSender
  ) -> DueWebhooks {
    let deliveries = stub.webhooks.enumerated().map { place, webhook in
      WebhookDelivery(
        webhook, place: place, of: stub, after: request, number: number, journal: journal,
        hooks: hooks, templates: templateEnvironment)
    }
    journal.announce(deliveries.map(\.sent), for: number)
    return DueWebhooks(deliveries, sender)
  }
}

/// One webhook on its way, and where is written how it goes.
struct WebhookDelivery: Sendable {
  private let webhook: Webhook
  private let place: Int
  private let stub: HTTPStub
  private let request: ReceivedRequest
  /// The number of the request in the journal.
  private let number: Int
  private let journal: Journal
  private let hooks: StubHooks
  private let templates: TemplateEnvironment
  private(set) var sent: SentWebhook

  init(
    _ webhook: Webhook, place: Int, of stub: HTTPStub, after request: ReceivedRequest, number: Int,
    journal: Journal, hooks: StubHooks, templates: TemplateEnvironment
  ) {
    (self.webhook, self.place, self.stub, self.request) = (webhook, place, stub, request)
    (self.number, self.journal, self.hooks, self.templates) = (number, journal, hooks, templates)
    sent = SentWebhook(method: webhook.method, url: webhook.url)
  }

  /// The request to send, and after what time.
  ///
  /// - Throws: an error of the templates, or one that says that the webhook leads back to itself.
  mutating func makeRequest(through hop: ViaHop) throws -> (ReceivedRequest, delay: Duration) {
    let message = try webhook.make(request, templates)
    sent = SentWebhook(method: message.method, url: message.url)
    let hop = hop.webhooks(of: stub.id)
    if let refusal = hop.refusal(of: request) {
      throw ResponderError("not sent again after this request, as \(refusal)")
    }
    let delay = message.delays.reduce(Duration.zero) { $0 + $1.draw(from: templates.random) }
    var due = try message.request()
    due.headers = HTTPHeaders(due.headers.fields + hop.fields(after: request))
    return (due, delay)
  }

  /// Notes that it is sent now.
  mutating func begin() {
    sent.sent = Journal.now
    journal.note(sent, at: place, for: number)
  }

  /// Notes how it went.
  func end(_ outcome: SentWebhook.Outcome) {
    var sent = sent
    sent.outcome = outcome.shortened
    if let start = sent.sent { sent.duration = .nanoseconds(max(0, Journal.now - start)) }
    journal.note(sent, at: place, for: number)
    hooks.webhookEnded(request, stub, sent)
  }
}

extension SentWebhook.Outcome {
  /// The same with a reason on one line that is not long.
  fileprivate var shortened: Self {
    guard case .failed(let reason) = self else { return self }
    let line = reason.split(whereSeparator: \.isNewline).joined(separator: "; ")
    return .failed(String(line.prefix(500)))
  }
}
