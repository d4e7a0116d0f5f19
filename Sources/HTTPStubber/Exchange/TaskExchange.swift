import StubCore

#if canImport(FoundationNetworking)
import Foundation
import FoundationNetworking
#else
import Foundation
#endif

/// The exchange of one task, which has the stubs decide on the task's requests, and plays and
/// follows their responses.
///
/// Each request of the task, including requests after redirects and challenges, is a leg. All state
/// is used on the task's own queue, one piece of work after another. Caller code runs on other
/// queues and reports back. So the class can be shared between threads safely.
final class TaskExchange: @unchecked Sendable {
  let client: PlatformClient
  let life: TaskState
  /// The endpoint of the stubber that answers.
  ///
  /// If all enabled stubbers are asked, it may change between legs.
  private(set) var endpoint: Endpoint
  /// Whether all enabled stubbers are asked for each leg.
  private let asksAll: Bool
  /// The request of this leg; after a redirect or with a credential, it is a new one.
  var request: URLRequest
  var body: RequestBody
  var redirects = 0
  /// The number of credentials that a server has refused.
  var refusals = 0

  private(set) var deadline: Duration
  private var legStart: Duration
  private var reception: ReceivedExchange?
  /// The ending to report for this leg if the task ends before the stubs have answered.
  private var earlyEnding = ResponseEnding.cancelled
  private var pending: PendingPlan?
  var upload: Upload?
  var player: Player?
  var plan = ResponsePlan(head: nil)
  var bodyReader: BodyReader?
  var held: HeldPlace?
  /// The part of this leg's response that has been delivered to the client.
  var delivery = Delivery()

  init(
    _ request: URLRequest, of client: PlatformClient, on queue: TaskQueue, from endpoint: Endpoint,
    askingAll asksAll: Bool = false
  ) {
    self.request = request
    self.client = client
    life = TaskState(queue)
    self.endpoint = endpoint
    self.asksAll = asksAll
    body = client.body ?? .of(request)
    legStart = endpoint.clock.now
    deadline = legStart + client.settings.limits.total
  }

  func start() {
    let isAsked = client.askForBody { body in
      self.life.proceed {
        if let body { self.body = body }
        self.decide()
      }
    }
    if !isAsked { decide() }
  }

  /// Starts a leg, for which the stubs are asked for a decision that is then carried out.
  ///
  /// The stubs are asked on this queue if that cannot block, otherwise on the queue for caller
  /// code. Before that, `report` notifies caller code of the end of the previous leg.
  private func decide(after report: (@Sendable () -> Void)? = nil) {
    legStart = endpoint.clock.now
    delivery = Delivery()
    let received = ReceivedRequest(request, body: body, sessionHeaders: client.settings.headers)
    if report == nil,
      let reception = endpoint.stubs.receiveSynchronously(received, webhooks: endpoint.webhooks)
    {
      self.reception = reception
      carryOut(reception.outcome.decoded)
      return
    }
    let answered = limitDeciding()
    callerCodeQueue.async { [endpoint, asksAll] in
      PlatformClient.prepare()
      report?()
      // The journal needs the body anyway. A redirect may have led to a URL that another stubber
      // answers; only now can the stubbers be asked, because a condition may read the body.
      _ = received.body
      let other = asksAll ? EnabledStubbers.shared.endpoint(handling: received) : nil
      let chosen = other ?? endpoint
      let reception = chosen.stubs.receive(
        received, webhooks: chosen.webhooks, answered: answered)
      let outcome = reception.outcome.decoded
      self.life.queue.run {
        self.move(to: chosen)
        self.reception = reception
        if self.life.phase == .over { return self.close(self.earlyEnding) }
        self.life.whenResumed { self.carryOut(outcome) }
      }
    }
  }

  /// Limits the wait for the body and for the stubs.
  ///
  /// - Returns: The flag to set when the stubs have answered.
  private func limitDeciding() -> Flag {
    let answered = Flag()
    let limit = min(legStart + client.limits(for: request).idle, deadline)
    endpoint.clock.schedule(limitAt: limit) { [weak self] in
      guard let self, !answered.isSet else { return }
      self.life.proceed {
        if answered.isSet { return }
        self.earlyEnding = .failed(.network(.timedOut))
        self.fail(.timedOut)
      }
    }
    return answered
  }

  /// Continues with another stubber and with its clock.
  private func move(to other: Endpoint) {
    guard other !== endpoint else { return }
    legStart = other.clock.now
    deadline = legStart + (deadline - endpoint.clock.now)
    endpoint = other
  }

  private func carryOut(_ outcome: Outcome) {
    if !(endpoint.stubs.link?.limits(.upload) ?? false) { reportBodySent() }
    switch outcome {
    case .stubbed(_, _, .ready(let plan)): play(plan, from: legStart)
    case .stubbed(_, _, .pending(let make)):
      play(until: min(legStart + client.limits(for: request).idle, deadline), whenMade: make)
    case .passedThrough:
      let idle = client.limits(for: request).idle
      play(until: deadline) { [request, body, endpoint] in
        await Relay.load(request, body: body, as: endpoint.backingSession, idle: idle).plan
      }
    case .recorded(let ticket):
      let idle = client.limits(for: request).idle
      let sent = ReceivedRequest(
        request, body: body, sessionHeaders: client.settings.headers, addsHost: false)
      play(until: deadline) { [request, body, endpoint] in
        let relayed = await Relay.load(
          request.filled(with: sent.headers), body: body, as: endpoint.backingSession, idle: idle)
        ticket.finish(relayed.interaction(sent))
        return relayed.plan
      }
    case .unmatched(let report, .error): play(.failing(.error(report)), from: legStart)
    case .unmatched(let report, .status(let code)):
      play(.text(report.description, status: code), from: legStart)
    }
  }

  /// Plays the plan that `make` returns; if there is none by the time `limit`, fails with a
  /// timeout.
  private func play(
    until limit: Duration, whenMade make: @escaping @Sendable () async -> ResponsePlan
  ) {
    let leg = legStart
    endpoint.clock.schedule(at: limit) { [weak self] in
      guard let self else { return }
      self.life.proceed {
        guard self.legStart == leg, self.pending != nil else { return }
        self.pending?.cancel()
        self.fail(.timedOut)
      }
    }
    pending = PendingPlan(make) { plan in
      self.life.proceed {
        guard self.pending != nil else { return }
        self.pending = nil
        self.play(plan, from: self.endpoint.clock.now)
      }
    }
  }

  /// Plays the plan after the request's body has passed the network links.
  private func play(_ plan: ResponsePlan, from start: Duration) {
    upload = Upload(body.data?.count ?? 0, through: plan.links, from: start)
    if upload == nil { playResponse(plan, from: start) } else { send(before: plan) }
  }

  /// Ends this leg, and starts the next one with a new request.
  ///
  /// `report` is called on the queue for caller code, before the journal gets the end of this leg.
  func leave(
    for request: URLRequest, body: RequestBody,
    telling report: @escaping @Sendable () -> Void = {}
  ) {
    let (reception, sent) = (reception, delivery.sent(.completed))
    self.reception = nil
    player = nil
    upload = nil
    self.request = request
    self.body = body
    decide {
      report()
      reception?.finish(sent)
    }
  }

  /// The stub that answers this leg, with the request as the stub received it; `nil` if no stub
  /// answers.
  var current: (request: ReceivedRequest, stub: HTTPStub)? {
    guard case .stubbed(let installed, let request, _) = reception?.outcome else { return nil }
    return (request, installed.stub)
  }

  // The next functions end the task.

  func finish(_ end: Player.End) {
    switch end.cause {
    case .complete:
      let body = plan.body.slice(0..<end.count)
      settle(end.reported) { $0.client.finish(body) }
    case .failed(let failure): fail(failure.error(for: request.url), end.reported)
    case .fault: fail(.networkConnectionLost)
    }
  }

  /// Fails with an error of the loading system.
  func fail(_ code: NetworkErrorCode) {
    let failure = StubFailure.network(code)
    fail(failure.error(for: request.url), .failed(failure))
  }

  func fail(_ error: any Error, _ ending: ResponseEnding) {
    settle(ending) { $0.client.fail(error) }
  }

  private func settle(
    _ ending: ResponseEnding, then tell: @escaping @Sendable (TaskExchange) -> Void
  ) {
    guard life.phase == .running else { return }
    leaveGate()
    let (reception, sent) = (reception, delivery.sent(ending))
    self.reception = nil
    guard let reception, reception.tellsOthers else {
      reception?.finish(sent)
      life.stop()
      tell(self)
      return
    }
    life.end {
      reception.finish(sent)
    } tell: {
      tell(self)
    }
  }

  /// Reports the end of a leg.
  private func close(_ ending: ResponseEnding) {
    guard let reception else { return }
    self.reception = nil
    let sent = delivery.sent(ending)
    callerCodeQueue.async { reception.finish(sent) }
  }

  /// Reports the progress of the response.
  func reportProgress() {
    guard delivery.takeProgress() else { return }
    reception?.finish(delivery.sent(nil))
  }

  /// Leaves a redirect to the loading system, which follows it with a task of its own and stops
  /// this one.
  ///
  /// If the delegate refuses the redirect, the system reports nothing, and the client must get the
  /// response of the redirect, as from a real server. OHHTTPStubs sends it immediately (its pull
  /// request 175), but then a task that does follow the redirect may also get it (its issue 230).
  /// So the response is sent only if this task has not been stopped after a while.
  func completeForRedirect(at head: ResponseHead) {
    close(.completed)
    let clock = SystemClock()
    clock.schedule(at: clock.now + Self.timeToFollow) { [weak self] in
      guard let self else { return }
      self.life.proceed { self.stay(head) }
    }
  }

  private static let timeToFollow = Duration.milliseconds(250)

  /// Cancels the task, because the client no longer needs the response.
  func cancel() {
    if life.stop() { close(.cancelled) }
    pending?.cancel()
    pending = nil
    player = nil
    upload = nil
    leaveGate()
    client.close()
  }
}
