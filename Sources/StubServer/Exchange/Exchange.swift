import StubCore

/// One request and its answer, from asking the stubs to the end, in any version of HTTP.
///
/// The connection asks it what to do next. What it waits for outside of the worker's thread, to which
/// it is confined, comes back as an ``Arrival``.
final class Exchange {
  /// What an exchange has waited for.
  enum Arrival: Sendable {
    /// The answer that was not ready at once.
    case plan(ResponsePlan)
    /// The gate has opened, at this time on the listener's clock.
    case gateOpened(at: Duration)
    /// More of the body has come from a real server.
    case tail
  }

  /// Its number on its connection.
  let number: Int
  let method: HTTPMethod
  private let medium: Player.Medium
  private let peer: Peer
  private let worker: Worker
  @exclusivity(unchecked) private var player: Player?
  private(set) var body: BodyReader?
  /// What makes an answer that was not ready at once, such as a stub's own code.
  private var making: Task<Void, Never>?
  /// Whether that is of no use to a client that has ended its side.
  private var endsWithInput = false
  private var held: (gate: HTTPStubGate, number: Int)?
  private var awaitsTail = false
  /// The memory for the request's body until there is a response, and then for that.
  @exclusivity(unchecked) private var memory: BodyMemory.Reservation?
  /// Where the end is reported; `nil` after that.
  @exclusivity(unchecked) private var report: ResponseReport?
  /// What of the response has been written.
  @exclusivity(unchecked) var tally = SentTally()
  /// Whether more time passes than it takes to write the response.
  private var takesTime = false
  /// When the first byte was written, in nanoseconds since 1970; 0 before, and where that took no time.
  private var firstByte: Int64 = 0
  /// The progress that was reported last: when, and how many bytes.
  private var told: (at: Duration, count: Int)?
  /// When more is sent; `nil` if that is not known.
  private var nextStep: Duration?

  /// Asks the stubs.
  init(
    _ request: ReceivedRequest, number: Int, on medium: Player.Medium, from peer: Peer,
    worker: Worker
  ) {
    (self.number, self.medium, self.peer, self.worker) = (number, medium, peer, worker)
    method = request.method
    if let share = request.content.holding { memory = share as? BodyMemory.Reservation }
    let answer = worker.answering.answer(request, through: peer.link)
    report = answer.finish
    endsWithInput = answer.endsWithInput
    switch answer.answer {
    case .ready(let plan): play(plan)
    case .pending(let make):
      takesTime = true
      let deliver = deliver
      making = Task { deliver(.plan(await make().withBodyForFault())) }
    }
  }

  /// Answers with the error, without asking the stubs or telling anybody.
  init(
    refusing error: RequestError, to method: HTTPMethod = .get, number: Int,
    on medium: Player.Medium, from peer: Peer, worker: Worker
  ) {
    (self.number, self.medium, self.peer, self.worker) = (number, medium, peer, worker)
    self.method = method
    play(.refusing(error))
  }

  /// Plays the plan, from now on and from its start.
  func play(_ plan: ResponsePlan) {
    var plan = plan
    if !hasMemory(for: plan) {
      plan = .refusing(worker.bodyMemory.noRoom(for: plan.bodyCount))
      report?.note(instead: plan)
    }
    if !plan.isPlain || plan.wait > .zero { takesTime = true }
    player = Player(
      plan, to: method, on: medium, start: worker.clock.now,
      mayBeWhole: EncodedAnswer.canHold(plan))
  }

  /// Plays what the client gets in the place of a response that cannot be sent.
  func play(insteadBecauseOf error: any Error) {
    let plan = ResponsePlan.unsendable(error)
    report?.note(instead: plan)
    play(plan)
  }

  /// Takes memory for a response that was made for this request alone, and no longer holds any otherwise.
  ///
  /// The share of the request is enough for an echo; that of a much larger one is given back.
  private func hasMemory(for plan: ResponsePlan) -> Bool {
    let count = plan.bodyCount
    guard !plan.sharesBody, plan.isInMemory, count > IncomingBody.freeSize else {
      if memory != nil { memory = nil }
      return true
    }
    if let held = memory?.count, held / 2 > count { memory = nil }
    let share = memory ?? worker.bodyMemory.reservation()
    memory = share.cover(count) ? share : nil
    return memory != nil
  }

  /// What is played; without anything before there is a plan.
  var plan: ResponsePlan { player?.plan ?? ResponsePlan(head: nil) }

  /// Whether it waits for what takes as long as it takes: a gate, the clock, or the next event of a
  /// stream, which has no end of its own.
  var isHeld: Bool {
    held != nil || worker.clock.isHeld || awaitsEvent || (endsWithInput && making != nil)
  }

  private var awaitsEvent: Bool { awaitsTail && plan.head?.isEventStream == true }

  /// What to do now, with room for so many bytes of the body.
  ///
  /// A wait without a time ends with an arrival, or when the clock is changed; a time is one of
  /// the monotonic clock.
  func next(room: Int = .max) -> Player.Action {
    while let action = player?.next(room: room, at: worker.clock.now) {
      switch action {
      case .wait(.gate(let gate), _): if !hold(at: gate) { continue }
      case .wait(.tail(let tail), _): listen(to: tail)
      case .wait(let waiting, let time?):
        nextStep = worker.clock.deadline(of: time)
        return .wait(waiting, until: nextStep)
      case .wait: nextStep = nil
      case .whole: if takesTime { noteStart(isHeadWhole: true) }
      case .head(_, let end, _): if takesTime { noteStart(isHeadWhole: end == nil) }
      case .raw: noteStart(isHeadWhole: false)
      case .body, .end: break
      }
      return action
    }
    return .wait(.time, until: nil)
  }

  /// Returns whether the gate is closed.
  private func hold(at gate: HTTPStubGate) -> Bool {
    let (deliver, clock) = (deliver, worker.clock)
    let number = gate.wait { deliver(.gateOpened(at: clock.now)) }
    held = number.map { (gate, $0) }
    if number == nil { player?.gateOpened(at: nil) }
    return number != nil
  }

  private func listen(to tail: BodyTail) {
    guard !awaitsTail else { return }
    awaitsTail = true
    let deliver = deliver
    tail.wait { deliver(.tail) }
  }

  /// The way back here from any thread, as long as the connection lives.
  private var deliver: @Sendable (Arrival) -> Void {
    let (mailbox, connection, number) = (worker.mailbox, peer.id, number)
    return { arrival in
      mailbox.post { $0.connection(connection)?.take(.arrival(arrival, number: number)) }
    }
  }

  /// Takes what has come.
  ///
  /// - Returns: whether it was waited for, so that there is something to do now.
  func take(_ arrival: Arrival) -> Bool {
    switch arrival {
    case .plan(let plan):
      guard making.take() != nil else { return false }
      play(plan)
    case .gateOpened(let time):
      guard held.take() != nil else { return false }
      player?.gateOpened(at: time)
    case .tail:
      guard awaitsTail else { return false }
      awaitsTail = false
    }
    return true
  }

  /// Makes ready for the body, if the client gets one.
  ///
  /// - Throws: `BodyReadError` when its file cannot be opened.
  func openBody() throws(BodyReadError) {
    guard player?.isBodiless == false else { return }
    body = try BodyReader(plan.body)
  }

  /// Stops whatever goes on, as the client is gone, which has got so much of the connection's output.
  ///
  /// It has sent nothing since then, in nanoseconds since 1970; 0 for now.
  func cancel(sent count: Int, since end: Int64) {
    making.take()?.cancel()
    if let held = held.take() { held.gate.stopWaiting(held.number) }
    report.take()?(sent(count, .cancelled).left(at: end))
  }
}

// What is told of it.
extension Exchange {
  /// How much time passes between reports of progress.
  private static let reportInterval = Duration.milliseconds(100)

  /// Notes that the first byte, or the rest of the head, is about to be written.
  ///
  /// It is told before the client can have it, who may ask for it at once.
  private func noteStart(isHeadWhole: Bool) {
    if firstByte > 0, !isHeadWhole { return }
    if firstByte == 0 { firstByte = Journal.now }
    report?(
      SentResponse(
        status: isHeadWhole ? plan.status : nil, count: 0, of: plannedCount, hasBegun: true,
        firstByte: firstByte))
  }

  /// The bytes of the body that the client is to get; `nil` where a real server knows.
  private var plannedCount: Int? {
    player?.isBodiless == true ? 0 : plan.tail == nil ? plan.bodyCount : nil
  }

  /// What the client has got of the response with so much of the connection's output.
  private func sent(
    _ count: Int, _ ending: ResponseEnding? = nil, _ fault: FaultEnding? = nil
  ) -> SentResponse {
    SentResponse(
      status: tally.hasHead(sent: count) ? plan.status : nil, count: tally.bodyCount(sent: count),
      of: plannedCount, hasBegun: tally.hasBegun(sent: count), firstByte: firstByte,
      ending: ending, connectionEnding: fault, isSilent: fault == .stall)
  }

  /// Reports how far the response has come when so much of the connection's output has left, if it stays there
  /// for a while or that was not told for long.
  func reportProgress(sent count: Int) {
    guard let report, tally.written > 0 else { return }
    let bytes = tally.bodyCount(sent: count)
    guard bytes > told?.count ?? 0 else { return }
    let now = MonotonicClock.now
    let isResting = nextStep.map { $0 - now >= Self.reportInterval } ?? true
    guard isResting || told.map({ now - $0.at >= Self.reportInterval }) ?? true else { return }
    told = (now, bytes)
    report(sent(count))
  }

  /// The report of the end, passed on after the last byte; `nil` if it is not needed.
  ///
  /// Of the connection's output there is nothing of the response behind the place `written`.
  func end(
    _ ending: ResponseEnding, _ fault: FaultEnding? = nil, written: Int = .max
  ) -> EndReport? {
    report.take().map { EndReport($0, sent(written, ending, fault), tally, number: number) }
  }
}

/// What is known of a client from its connection.
struct Peer {
  /// The connection's number, by which its worker finds it.
  let id: Int
  /// The address it has connected from; `nil` on a unix socket.
  let address: String?
  /// The port of the listener; `nil` for a unix socket.
  let localPort: Int?
  let isSecure: Bool
  /// The link that the connection has for itself.
  let link: NetworkLink?
  /// The subject of the client's certificate; `nil` when it has shown none.
  var certificateSubject: String?
}
