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
  private var held: (gate: HTTPStubGate, number: Int)?
  private var awaitsTail = false
  /// Where the end is reported; `nil` after that.
  @exclusivity(unchecked) private var report: ResponseReport?

  /// Asks the stubs.
  init(
    _ request: ReceivedRequest, number: Int, on medium: Player.Medium, from peer: Peer,
    worker: Worker
  ) {
    (self.number, self.medium, self.peer, self.worker) = (number, medium, peer, worker)
    method = request.method
    let answer = worker.answering.answer(request, through: peer.link)
    report = answer.finish
    switch answer.answer {
    case .ready(let plan): play(plan)
    case .pending(let make):
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
    player = Player(
      plan, to: method, on: medium, start: worker.clock.now,
      mayBeWhole: EncodedAnswer.canHold(plan))
  }

  /// What is played; without anything before there is a plan.
  var plan: ResponsePlan { player?.plan ?? ResponsePlan(head: nil) }

  /// Whether it waits for what takes as long as it takes: a gate, the clock, or the next event of a
  /// stream, which has no end of its own.
  var isHeld: Bool { held != nil || worker.clock.isHeld || awaitsEvent }

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
        return .wait(waiting, until: worker.clock.deadline(of: time))
      default: break
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

  /// The report of the end, passed on after the last byte; `nil` if it is not needed.
  func end(_ ending: ResponseEnding) -> EndReport? {
    report.take().map { EndReport($0, ending) }
  }

  /// Stops whatever goes on, as the client is gone.
  func cancel() {
    making.take()?.cancel()
    if let held = held.take() { held.gate.stopWaiting(held.number) }
    report.take()?(.cancelled)
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

/// How an exchange ended, and where that is reported.
struct EndReport {
  private let tell: ResponseReport
  private let ending: ResponseEnding

  init(_ tell: ResponseReport, _ ending: ResponseEnding) {
    self.tell = tell
    self.ending = ending
  }

  /// Tells of the end now that all of the response is out.
  func deliver() { tell(ending) }

  /// Tells of the end although the client has not got all of the response.
  func deliverCutOff() {
    if case .failed = ending { tell(ending) } else { tell(.cancelled) }
  }
}

/// The exchanges of a connection that have ended, each waiting for its last byte to leave the server.
///
/// This is where a request is done: journal, log and hooks hear of it from here.
final class EndReports {
  /// With the count of bytes of the connection that includes its last; `.max` while that is unknown.
  @exclusivity(unchecked) private var waiting: [(end: Int, report: EndReport)] = []

  /// Adds an exchange whose last bytes are about to be written or have been.
  func add(_ report: EndReport?) {
    if let report { waiting.append((.max, report)) }
  }

  /// Notes that the last bytes of all that was added are among this many.
  func note(written count: Int) {
    var index = waiting.count - 1
    while index >= 0, waiting[index].end == .max {
      waiting[index].end = count
      index -= 1
    }
  }

  /// Tells of the exchanges whose last bytes are among this many that have left the server.
  func deliver(sent count: Int) {
    guard let first = waiting.first, first.end <= count else { return }
    // Mostly there is one, which is taken so that its memory stays for the next.
    if waiting.count == 1 { return waiting.removeLast().report.deliver() }
    let sent = waiting.prefix { $0.end <= count }
    waiting.removeFirst(sent.count)
    for entry in sent { entry.report.deliver() }
  }

  /// Tells of the rest, as nothing is sent any more.
  func cutOff() {
    let rest = waiting
    waiting = []
    for entry in rest { entry.report.deliverCutOff() }
  }
}
