import StubCore

#if canImport(FoundationNetworking)
import Foundation
import FoundationNetworking
#else
import Foundation
#endif

/// One task from its start to its end: decided, played, followed where it leads.
///
/// All state is used on the task's own queue, one piece of work after the other; caller code is
/// sent elsewhere and comes back. That confinement is what makes the class safe to share.
final class TaskExchange: @unchecked Sendable {
  let client: PlatformClient
  let life: TaskLife
  /// What answers; where every session is answered, it may change from one leg to the next.
  private(set) var endpoint: Endpoint
  /// Whether all enabled stubbers are asked for each leg.
  private let asksAll: Bool
  /// The request of this leg; redirects and credentials make another one.
  var request: URLRequest
  var body: RequestBody
  var redirects = 0
  /// How many credentials have been refused.
  var refusals = 0

  private(set) var deadline: Duration
  private var legStart: Duration
  private var reception: ReceivedExchange?
  /// The end of a leg that the stubs are asked about, if the task is over before they have answered.
  private var earlyEnding = ResponseEnding.cancelled
  private var pending: PendingPlan?
  var upload: Upload?
  var player: Player?
  var plan = ResponsePlan(head: nil)
  var bodyReader: BodyReader?
  var held: HeldPlace?
  /// What of the response to this leg the client has got.
  var delivery = Delivery()

  init(
    _ request: URLRequest, of client: PlatformClient, on queue: TaskQueue, from endpoint: Endpoint,
    askingAll asksAll: Bool = false
  ) {
    self.request = request
    self.client = client
    life = TaskLife(queue)
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

  /// Starts a leg: asks the stubs and carries out what they say.
  ///
  /// They are asked here if that takes no time, and elsewhere if it may. First of all `report`
  /// tells caller code about the leg before.
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
      // The journal has it in any case. Only now a redirect may lead to what another stubber answers.
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

  /// Waits for the body and for the stubs only until the limit.
  ///
  /// - Returns: what is to be set when the stubs have answered.
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

  /// Goes on with another stubber, by its clock.
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

  /// Waits for a plan that is being made, but only until the limit.
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

  /// Plays the plan when the request's body is through the links.
  private func play(_ plan: ResponsePlan, from start: Duration) {
    upload = Upload(body.data?.count ?? 0, through: plan.links, from: start)
    if upload == nil { playResponse(plan, from: start) } else { send(before: plan) }
  }

  /// Leaves this leg and starts another with a new request; `report` runs before the leg's end.
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

  /// The stub that answers this leg and the request as it saw it.
  var current: (request: ReceivedRequest, stub: HTTPStub)? {
    guard case .stubbed(let installed, let request, _) = reception?.outcome else { return nil }
    return (request, installed.stub)
  }

  // The end.

  func finish(_ end: Player.End) {
    switch end.how {
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

  /// Reports how far the response has come.
  func reportProgress() {
    guard delivery.takeNews() else { return }
    reception?.finish(delivery.sent(nil))
  }

  /// Leaves a redirect to the loading system, which follows it with a task of its own and stops this one.
  ///
  /// If the delegate refuses the redirect, nothing more is heard: then the client gets the response itself, as
  /// from a real server. OHHTTPStubs sends it at once (its pull request 175), but then a task that follows may
  /// get it as well (its issue 230); so it is sent only if nothing has stopped this task for a while.
  func handOff(at head: ResponseHead) {
    close(.completed)
    let clock = SystemClock()
    clock.schedule(at: clock.now + Self.timeToFollow) { [weak self] in
      guard let self else { return }
      self.life.proceed { self.stay(head) }
    }
  }

  private static let timeToFollow = Duration.milliseconds(250)

  /// The client wants no more.
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
