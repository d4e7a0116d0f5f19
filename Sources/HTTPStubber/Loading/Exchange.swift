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
final class Exchange: @unchecked Sendable {
  let context: TaskContext
  let life: TaskLife
  let sink: ClientSink
  let endpoint: Endpoint
  /// The request of this leg; redirects and credentials make another one.
  var request: URLRequest
  var body: RequestBody
  var redirects = 0
  /// How many credentials have been refused.
  var refusals = 0

  let deadline: Duration
  private var legStart: Duration
  private var reception: Reception?
  private var pending: PendingPlan?
  var playback: Playback?
  private(set) var plan = ResponsePlan(head: nil)
  private(set) var bodyReader: BodyReader?
  /// How much of a response that goes wrong has arrived; `nil` for a sound one.
  var faulty: FaultyDelivery?
  var held: HeldPlace?

  init(
    _ request: URLRequest, in context: TaskContext, on queue: ClientQueue, for sink: ClientSink,
    from endpoint: Endpoint
  ) {
    self.request = request
    self.context = context
    life = TaskLife(queue)
    self.sink = sink
    self.endpoint = endpoint
    body = context.body ?? .of(request)
    legStart = endpoint.clock.now
    deadline = legStart + context.settings.limits.total
  }

  func start() {
    #if canImport(FoundationNetworking)
    if context.bodyIsStreamed {
      context.askForBodyStream { body in
        self.life.proceed {
          if let body { self.body = body }
          self.decide()
        }
      }
      return
    }
    #endif
    decide()
  }

  /// Starts a leg: asks the stubs and carries out what they say.
  ///
  /// They are asked here if that takes no time, and elsewhere if it may. First of all `report`
  /// tells caller code about the leg before.
  private func decide(after report: (@Sendable () -> Void)? = nil) {
    legStart = endpoint.clock.now
    let received = ReceivedRequest(request, body: body, sessionHeaders: context.settings.headers)
    if report == nil, let reception = endpoint.stubs.receivePromptly(received) {
      self.reception = reception
      carryOut(reception.fate)
      return
    }
    callerCodeQueue.async { [endpoint] in
      #if canImport(FoundationNetworking)
      CompletionDecoy.prepare()
      #endif
      report?()
      let reception = endpoint.stubs.receive(received)
      self.life.queue.run {
        self.reception = reception
        if self.life.phase == .over { return self.close(.cancelled) }
        self.life.whenResumed { self.carryOut(reception.fate) }
      }
    }
  }

  private func carryOut(_ fate: Fate) {
    if endpoint.stubs.network?.upload == nil { reportBodySent() }
    switch fate {
    case .stubbed(_, _, .ready(let plan)): play(plan, from: legStart)
    case .stubbed(_, _, .pending(let make)): play(whenMade: make)
    case .passedThrough:
      play { [request, body] in await Relay.load(request, body: body).plan }
    case .recorded(let ticket):
      let sent = ReceivedRequest(request, body: body, sessionHeaders: context.settings.headers)
      play { [request, body] in
        let relayed = await Relay.load(request.filled(with: sent.headers), body: body)
        ticket.finish(relayed.exchange(sent))
        return relayed.plan
      }
    case .unmatched(let report, .error): play(.failing(.error(report)), from: legStart)
    case .unmatched(let report, .status(let code)):
      play(.text(report.description, status: code), from: legStart)
    }
  }

  /// Waits for a plan that is being made, but no longer than the task may idle.
  private func play(whenMade make: @escaping @Sendable () async -> ResponsePlan) {
    let leg = legStart
    let limit = min(leg + context.limits(for: request).idle, deadline)
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

  /// Plays the plan when the request's body is through the line.
  private func play(_ plan: ResponsePlan, from start: Duration) {
    if let upload = Upload(body.data?.count ?? 0, through: plan.link, from: start) {
      send(upload) { self.playResponse(plan, from: $0) }
    } else {
      playResponse(plan, from: start)
    }
  }

  private func playResponse(_ plan: ResponsePlan, from start: Duration) {
    self.plan = plan
    if start <= deadline, let (head, body) = plan.whole(upTo: Timeline.largestStep),
      deliver(head, body)
    {
      return
    }
    faulty = FaultyDelivery(plan, method: HTTPMethod(rawValue: request.httpMethod ?? "GET"))
    do {
      bodyReader = try BodyReader(plan.body)
    } catch {
      return fail(error, .failed(.error(error)))
    }
    playback = Playback(
      plan, from: start, idle: context.limits(for: request).idle, deadline: deadline)
    advance()
  }

  /// Performs what is due and has itself called again when the next thing is.
  func advance() {
    while life.phase == .running, let action = nextAction() {
      switch action {
      case .wait(let time):
        endpoint.clock.schedule(at: time) { [weak self] in
          guard let self else { return }
          self.life.proceed { self.advance() }
        }
        return
      case .timeOut:
        return fail(.timedOut)
      case .perform(.head(let head)):
        if let failure = faulty?.headFailure { return fail(failure) }
        storeCookies(of: head)
        if follow(head) { return }
        deliver(head)
      case .perform(.bytes(let range)):
        guard deliver(range) else { return }
        if range.count == Timeline.largestStep {
          // Lets others have a turn, such as the one who wants to cancel this.
          return life.proceed { self.advance() }
        }
      case .perform(.finish), .perform(.end):
        if let failure = faulty?.endFailure { fail(failure) } else { finish() }
      case .perform(.fail(let failure)):
        fail(failure.error(for: request.url), .failed(failure))
      case .perform(.hold(let gate)):
        hold(at: gate)
      case .perform(.headBytes), .perform(.raw):
        // Such bytes arrive, but no client is told of them.
        break
      }
    }
  }

  private func nextAction() -> Playback.Action? {
    if let faulty, faulty.isWhole { return .perform(.finish) }
    return playback?.next(at: endpoint.clock.now)
  }

  /// Goes on with the response that a redirect or a challenge was the head of.
  func stay(_ head: ResponseHead) {
    deliver(head)
    advance()
  }

  /// Leaves this leg and starts another with a new request; `report` runs before the leg's end.
  func leave(
    for request: URLRequest, body: RequestBody,
    telling report: @escaping @Sendable () -> Void = {}
  ) {
    let reception = reception
    self.reception = nil
    playback = nil
    self.request = request
    self.body = body
    decide {
      report()
      reception?.finish(.completed)
    }
  }

  /// The stub that answers this leg and the request as it saw it.
  var current: (request: ReceivedRequest, stub: HTTPStub)? {
    guard case .stubbed(let installed, let request, _) = reception?.fate else { return nil }
    return (request, installed.stub)
  }

  // The end.

  func finish() {
    let body = faulty.map { plan.body.slice(0..<$0.count) } ?? plan.body
    settle(.completed) { $0.sink.finish(body, on: $0.life.queue) }
  }

  /// Fails with an error of the loading system.
  func fail(_ code: NetworkErrorCode) {
    let failure = StubFailure.network(code)
    fail(failure.error(for: request.url), .failed(failure))
  }

  func fail(_ error: any Error, _ ending: ResponseEnding) {
    settle(ending) { $0.sink.fail(error) }
  }

  private func settle(_ ending: ResponseEnding, then tell: @escaping @Sendable (Exchange) -> Void) {
    guard life.phase == .running else { return }
    leaveGate()
    let reception = reception
    self.reception = nil
    guard let reception, reception.tellsOthers else {
      reception?.finish(ending)
      life.stop()
      tell(self)
      return
    }
    life.end {
      reception.finish(ending)
    } tell: {
      tell(self)
    }
  }

  /// Reports the end of a leg.
  private func close(_ ending: ResponseEnding) {
    guard let reception else { return }
    self.reception = nil
    callerCodeQueue.async { reception.finish(ending) }
  }

  /// Leaves the rest to the loading system, which goes on with a task of its own.
  func handOff() {
    close(.completed)
    life.stop()
  }

  /// The client wants no more.
  func cancel() {
    if life.stop() { close(.cancelled) }
    pending?.cancel()
    pending = nil
    playback = nil
    leaveGate()
    sink.close()
  }
}
