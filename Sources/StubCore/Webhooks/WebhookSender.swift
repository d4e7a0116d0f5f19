/// The sender of the stubs' webhooks, which limits the number of pending ones.
///
/// It uses threads that answer no requests.
package final class WebhookSender: Sendable {
  /// A function that sends a request to a target and waits for the response, without following
  /// redirects.
  ///
  /// It must return soon after its task is cancelled.
  package typealias Load =
    @Sendable (ReceivedRequest, WebhookConfiguration) async -> SentWebhook.Outcome

  private struct State {
    var configuration: WebhookConfiguration
    /// The number of webhooks that wait for their delay or their response.
    var pending = 0
    /// The total size in bytes of the bodies of pending webhooks.
    var pendingBytes = 0
    var tasks: [Int: Task<Void, Never>] = [:]
    var isStopped = false
  }

  private let state: Lock<State>
  private let clock: any StubClock
  private let hop: ViaHop
  private let load: Load
  private let lastNumber = AtomicInt(0)

  /// Creates a sender, whose requests name `hop` in `Via` (RFC 9110 §7.6.3), so that loops are
  /// detected.
  package init(
    _ configuration: WebhookConfiguration, clock: any StubClock = SystemClock(),
    hop: ViaHop = ViaHop(), load: @escaping Load
  ) {
    state = Lock(State(configuration: configuration))
    self.clock = clock
    self.hop = hop
    self.load = load
  }

  /// The configuration for webhooks that are sent from now on.
  package var configuration: WebhookConfiguration {
    get { state.withLock { $0.configuration } }
    set { state.withLock { $0.configuration = newValue } }
  }

  /// The number of webhooks that wait for their delay or their response.
  package var pendingCount: Int { state.withLock { $0.pending } }

  /// Cancels all pending webhooks, after which none are sent.
  package func stop() {
    let tasks = state.withLock { state in
      state.isStopped = true
      return Array(state.tasks.values)
    }
    for task in tasks { task.cancel() }
  }

  /// Sends a webhook after its delay, which begins now.
  func send(_ delivery: WebhookDelivery) {
    if let problem = admit() { return delivery.end(.failed(problem)) }
    let start = clock.now
    // The work is scheduled even without a delay, because it may take long to fill in
    // templates and read a file.
    clock.schedule(at: start) { [self] in prepare(delivery, since: start) }
  }

  /// Reserves a place for a webhook.
  ///
  /// - Returns: the reason why there is none; `nil` on success.
  private func admit() -> String? {
    state.withLock { state in
      if state.isStopped { return Self.stopped }
      let limit = state.configuration.pendingLimit
      guard state.pending < limit else { return "not sent, as \(limit) others are under way" }
      state.pending += 1
      return nil
    }
  }

  /// The largest total size of the bodies of pending webhooks, in bytes; a single webhook may
  /// exceed it.
  static let pendingBytes = 64 << 20

  /// Reserves memory for the body of a webhook.
  ///
  /// - Returns: the reason why there is not enough; `nil` on success.
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

  /// Notes the outcome of a webhook, and releases its place and the memory of its body.
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

/// The webhooks that a stub has to send when one of its responses has ended.
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
  /// Adds the webhooks that follow a response to its journal entry.
  ///
  /// - Returns: the webhooks, for sending.
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

/// A webhook to send, with its position in the journal.
struct WebhookDelivery: Sendable {
  private let webhook: Webhook
  private let place: Int
  private let stub: HTTPStub
  private let request: ReceivedRequest
  /// The number of the answered request in the journal.
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

  /// Returns the request to send, and the delay before it.
  ///
  /// - Throws: An error of the templates, or an error if the webhook would lead back to its own
  ///   sender.
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

  /// Notes that the webhook is sent now.
  mutating func begin() {
    sent.sent = Journal.now
    journal.note(sent, at: place, for: number)
  }

  /// Notes the outcome.
  func end(_ outcome: SentWebhook.Outcome) {
    var sent = sent
    sent.outcome = outcome.shortened
    if let start = sent.sent { sent.duration = .nanoseconds(max(0, Journal.now - start)) }
    journal.note(sent, at: place, for: number)
    hooks.webhookEnded(request, stub, sent)
  }
}

extension SentWebhook.Outcome {
  /// The outcome, whose reason is on one line and cut to 500 characters.
  fileprivate var shortened: Self {
    guard case .failed(let reason) = self else { return self }
    let line = reason.split(whereSeparator: \.isNewline).joined(separator: "; ")
    return .failed(String(line.prefix(500)))
  }
}
