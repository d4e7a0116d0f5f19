import StubCore

/// One request and its response in any version of HTTP, from the look-up of a stub to the end.
///
/// The connection calls ``next(room:)`` to learn what to send. An exchange runs only on its
/// worker's thread; results from other threads reach it as an ``Arrival``.
final class Exchange {
  /// A result that an exchange waits for.
  enum Arrival: Sendable {
    /// An answer that was not ready when the request was received.
    case answer(ListenerAnswer)
    /// The gate has opened, at this time on the listener's clock.
    case gateOpened(at: Duration)
    /// More of the body has arrived from a real server.
    case tail
  }

  /// The stage of a response that is sent in one action.
  private enum WholeStage {
    case due
    case sent
  }

  /// The number of the exchange on its connection.
  let number: Int
  let method: HTTPMethod
  private let transportKind: Player.TransportKind
  /// The number by which the worker finds the connection.
  private let connection: Int
  private let worker: Worker
  /// The plan that is played; `nil` until there is one.
  @exclusivity(unchecked) var played: ResponsePlan?
  /// The stage of a response that is sent in one action, as most responses are.
  ///
  /// It is `nil` before there is a plan, and for a response that `player` sends in steps.
  @exclusivity(unchecked) private var whole: WholeStage?
  @exclusivity(unchecked) private var player: Player?
  private(set) var body: BodyReader?
  /// The task that makes a response that is not ready at once, for example in a stub's own code.
  private var making: Task<Void, Never>?
  /// The request to a real server whose response is awaited.
  private var relay: Relay?
  /// Whether the response is canceled if the client ends its side before the response is ready.
  private var endsWithInput = false
  private var held: (gate: HTTPStubGate, number: Int)?
  private var awaitsTail = false
  /// The memory for the request's body, and later for the response.
  @exclusivity(unchecked) private var memory: BodyMemory.Reservation?
  /// The receiver of reports; `nil` once the end has been reported.
  @exclusivity(unchecked) var report: ResponseReport?
  /// The count of the response's bytes that have been written.
  @exclusivity(unchecked) var tally = SentTally()
  /// Whether sending the response takes time beyond writing its bytes, for example for a delay.
  var takesTime = false
  /// The time of the first written byte, in nanoseconds since 1970.
  ///
  /// It is 0 before that byte, and always if `takesTime` is `false`.
  var firstByte: Int64 = 0
  /// The time and the number of bytes in the last report of progress.
  var told: (at: Duration, count: Int)?
  /// The time when the next bytes are due; `nil` if that is unknown.
  var nextStep: Duration?

  /// Looks up the response to a request, and starts it if it is ready.
  init(
    _ request: ReceivedRequest, number: Int, on transportKind: Player.TransportKind,
    from peer: borrowing Peer, worker: Worker
  ) {
    (self.number, self.transportKind) = (number, transportKind)
    (connection, self.worker) = (peer.id, worker)
    method = request.method
    if let share = request.content.holding { memory = share as? BodyMemory.Reservation }
    let answer = worker.answering.answer(
      request, through: worker.conditions.links(with: peer.link))
    report = answer.finish
    endsWithInput = answer.endsWithInput
    follow(answer.answer)
  }

  /// Plays the plan of the answer, now or when it is ready.
  private func follow(_ answer: ListenerAnswer) {
    switch answer {
    case .made(.ready(let plan)) where plan.lacksBodyForFault:
      makeLater { .made(.ready(await plan.withBodyForFault())) }
    case .made(.ready(let plan)): play(plan)
    case .made(.pending(let make)): makeLater { .made(.ready(await make())) }
    case .deferred(let find): makeLater(find)
    case .relay(let relay, let change):
      takesTime = true
      guard let loop = worker.upstreams else { return play(.failing(.network(.cancelled))) }
      self.relay = relay
      relay.start(on: loop) { [deliver] in deliver(.answer(.made(.ready(change($0))))) }
    }
  }

  private func makeLater(_ make: @escaping @Sendable () async -> ListenerAnswer) {
    takesTime = true
    making = Task { [deliver] in deliver(.answer(await make())) }
  }

  /// Creates an exchange that answers with an error; no stub is looked up, and nothing is reported.
  init(
    refusing error: RequestError, to method: HTTPMethod = .get, number: Int,
    on transportKind: Player.TransportKind, from peer: borrowing Peer, worker: Worker
  ) {
    (self.number, self.transportKind) = (number, transportKind)
    (connection, self.worker) = (peer.id, worker)
    self.method = method
    play(.refusing(error))
  }

  /// Starts playing the plan from its beginning.
  func play(_ plan: ResponsePlan) {
    var plan = plan
    if !hasMemory(for: plan) {
      plan = .refusing(worker.bodyMemory.noRoom(for: plan.bodyCount))
      report?.note(instead: plan)
    }
    let isAtOnce = plan.isPlain && plan.wait == .zero
    if !isAtOnce { takesTime = true }
    let mayBeWhole = EncodedResponse.canHold(plan)
    played = plan
    guard !isAtOnce || !mayBeWhole || plan.isBodiless(to: method) else {
      whole = .due
      player = nil
      return
    }
    whole = nil
    player = Player(
      plan, to: method, on: transportKind, start: worker.clock.now, mayBeWhole: mayBeWhole)
  }

  /// Plays an error response instead of the planned response, which cannot be sent because of
  /// `error`.
  func play(replacementFor error: any Error) {
    let plan = ResponsePlan.unsendable(error)
    report?.note(instead: plan)
    play(plan)
  }

  /// Reserves memory for a response that was made for this request alone; for others, releases it.
  ///
  /// A response may use the request's memory, which is enough for an echo. If this memory is more
  /// than twice the size of the response, it is released first.
  ///
  /// - Returns: `false` if there is no memory for the response.
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

  /// The plan being played; an empty plan until there is one.
  var plan: ResponsePlan { played ?? ResponsePlan(head: nil) }

  /// Whether a plan is played whose body is sent.
  var hasBody: Bool { played.map { !$0.isBodiless(to: method) } ?? false }

  /// Whether the exchange waits for an event whose time is unknown.
  ///
  /// Such events are the opening of a gate, a change of the listener's clock, the next event of an
  /// endless stream, and the end of an admin request that waits.
  var isHeld: Bool {
    held != nil || worker.clock.isHeld || awaitsEvent || (endsWithInput && making != nil)
  }

  private var awaitsEvent: Bool { awaitsTail && plan.head?.isEventStream == true }

  /// Returns the next action, which may send at most `room` bytes of the body.
  ///
  /// A wait without a time ends with an arrival or a change of the listener's clock. The times in
  /// the result are times on the monotonic clock.
  func next(room: Int = .max) -> Player.Action {
    switch whole {
    case .due:
      whole = .sent
      if takesTime { noteStart(isHeadWhole: true) }
      return .whole
    case .sent:
      return .end(.complete(plan.bodyCount))
    case nil: break
    }
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

  /// Holds the exchange until the gate opens, without blocking the thread.
  ///
  /// - Returns: `false` if the gate is already open, so that the exchange can continue.
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

  /// A closure that passes results from any thread to this exchange, as long as its connection
  /// exists.
  private var deliver: @Sendable (Arrival) -> Void {
    let (mailbox, connection, number) = (worker.mailbox, connection, number)
    return { arrival in
      mailbox.post { $0.connection(connection)?.take(.arrival(arrival, number: number)) }
    }
  }

  /// Handles a result from another thread.
  ///
  /// - Returns: `true` if the exchange waited for this result and can now continue.
  func take(_ arrival: Arrival) -> Bool {
    switch arrival {
    case .answer(let answer):
      guard making.take() != nil || relay.take() != nil else { return false }
      follow(answer)
      return making == nil && relay == nil
    case .gateOpened(let time):
      guard held.take() != nil else { return false }
      player?.gateOpened(at: time)
    case .tail:
      guard awaitsTail else { return false }
      awaitsTail = false
    }
    return true
  }

  /// Opens the body, if the response sends one.
  ///
  /// - Throws: `BodyReadError` if the file of the body cannot be opened.
  func openBody() throws(BodyReadError) {
    guard hasBody else { return }
    body = try BodyReader(plan.body)
  }

  /// Stops the exchange because the client has left after `count` bytes of the connection's output.
  ///
  /// The client ended its side at `end`, in nanoseconds since 1970; with 0, it did not, and the
  /// journal sets the time.
  func cancel(sent count: Int, since end: Int64) {
    making.take()?.cancel()
    relay.take()?.cancel()
    if let held = held.take() { held.gate.stopWaiting(held.number) }
    report.take()?(sent(count, .cancelled).left(at: end))
  }
}
