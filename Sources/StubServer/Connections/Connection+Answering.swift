import StubCore

extension Connection {
  /// Asks the stubs and begins to play their answer.
  func answer(_ incoming: IncomingRequest) {
    context = EncodedHead.Context(
      method: incoming.request.method, isHTTP10: incoming.isHTTP10,
      keepsAlive: incoming.keepsAlive)
    let answer = worker.answer(incoming.request, through: link)
    report = Report(finish: answer.finish)
    switch answer.answer {
    case .ready(let plan): start(plan)
    case .pending(let work):
      timer.clear()
      let (id, mailbox) = (id, worker.mailbox)
      activity = .deciding(
        Task {
          let plan = await work()
          mailbox.post { $0.connection(id)?.resume(plan) }
        })
    }
  }

  /// Plays the plan that has been waited for.
  private func resume(_ plan: ResponsePlan) {
    guard case .deciding = activity else { return }
    start(plan)
    pump()
  }

  /// Plays what has become due, and reads on once that was the end.
  func playOn(_ playback: Playback) {
    play(playback)
    pump()
  }

  func start(_ plan: ResponsePlan) {
    timer.clear()
    let wait = plan.wait
    if wait == .zero { return sendWhole(plan) }
    guard plan.isKept, wholeAnswer(plan) != nil else {
      return play(plan, from: MonotonicClock.now)
    }
    awaitsReader = false
    activity = .waiting(plan)
    timer.set(MonotonicClock.now + wait)
  }

  /// Sends a plan whose wait is over in one piece, if it can be.
  func sendWhole(_ plan: ResponsePlan) {
    if let answer = wholeAnswer(plan) { return send(answer, of: plan) }
    play(plan, from: MonotonicClock.now - plan.wait)
  }

  private func play(_ plan: ResponsePlan, from start: Duration) {
    let playback = Playback(plan, method: context.method, start: start)
    activity = .playing(playback)
    play(playback)
  }

  /// What the head of a response must know that goes out now.
  private var currentContext: EncodedHead.Context {
    var context = context
    context.date = worker.date
    if worker.isStopping { context.keepsAlive = false }
    return context
  }

  /// The bytes of a plan, if all of it goes out at once.
  private func wholeAnswer(_ plan: ResponsePlan) -> EncodedAnswer? {
    guard context.method != .head, context.method != .connect else { return nil }
    return plan.answer(
      isHTTP10: context.isHTTP10, keepsAlive: context.keepsAlive && !worker.isStopping
    ) { EncodedAnswer(plan, currentContext) }
  }

  /// Sends a response in one piece.
  private func send(_ answer: EncodedAnswer, of plan: ResponsePlan) {
    guard let socket else { return }
    awaitsReader = false
    answer.withBytes(date: worker.dateBytes) { socket.write($0) }
    if answer.endsBeforeBody, case .data(let body) = plan.body { socket.write(body) }
    finish(.completed, answer.keepsAlive ? nil : .orderly)
  }

  /// Plays as far as possible and waits for what is missing.
  func play(_ playback: Playback) {
    guard let socket else { return }
    awaitsReader = false
    let pause = playback.play(into: socket) { currentContext }
    switch pause {
    case .until(let time): timer.set(time)
    case .output: waitForOutput()
    case .gate(let gate): hold(playback, gate)
    case .tail(let tail): wait(for: tail, playback)
    case .unsendable(let reason): start(.unsendable(reason))
    case .finished(let keepsAlive): finish(playback.reportedEnding, keepsAlive ? nil : .orderly)
    case .failed(let failure): finish(.failed(failure), Ending(failure))
    case .ended(.close), .ended(.goAway): finish(playback.reportedEnding, .orderly)
    case .ended(.halfClose): finish(playback.reportedEnding, .halfClose)
    case .ended(.reset), .ended(.resetStream): finish(playback.reportedEnding, .soonReset)
    case .ended(.stall): finish(playback.reportedEnding, .stall)
    }
  }

  /// Waits for the gate; a client that has ended its side is taken to have given up.
  private func hold(_ playback: Playback, _ gate: HTTPStubGate) {
    guard !hasEndOfInput else { return close() }
    timer.clear()
    let (id, mailbox) = (id, worker.mailbox)
    let number = gate.wait { mailbox.post { $0.connection(id)?.release() } }
    activity = .held(playback, gate, number)
  }

  private func release() {
    guard case .held(let playback, _, _) = activity else { return }
    activity = .playing(playback)
    playback.release(at: MonotonicClock.now)
    playOn(playback)
  }

  /// Waits for more of the body; who has ended its side is taken to have given up, as with a gate.
  private func wait(for tail: BodyTail, _ playback: Playback) {
    guard !hasEndOfInput else { return close() }
    timer.clear()
    activity = .relaying(playback)
    let (id, mailbox) = (id, worker.mailbox)
    tail.wait { mailbox.post { $0.connection(id)?.tailCame() } }
  }

  private func tailCame() {
    guard case .relaying(let playback) = activity else { return }
    activity = .playing(playback)
    playOn(playback)
  }

  /// Reads on after the response when there is no end to come.
  private func finish(_ reported: ResponseEnding, _ ending: Ending?) {
    if var report = report.take() {
      report.ending = reported
      unsentReports.append(report)
    }
    if let ending {
      flush(ending)
    } else {
      activity = .reading
      // The last bytes may have left before it was known that they were the last.
      if socket?.outputCount == 0 { reportSent() }
    }
  }

  /// Sends what is left and ends the connection.
  func flush(_ ending: Ending) {
    activity = .flushing(ending)
    switch ending {
    case .orderly, .halfClose: socket?.announceEnd()
    case .reset, .stall: break
    }
    socket?.discardInput()
    waitForOutput()
    finishFlushing(ending)
  }

  func finishFlushing(_ ending: Ending) {
    guard let socket, socket.outputCount == 0 else { return }
    awaitsReader = false
    reportSent()
    switch ending {
    case .orderly:
      if hasEndOfInput { return close() }
      // Closing now could reset the connection before the client has read the answer.
      Descriptor.finishWriting(socket.descriptor)
      activity = .lingering
      timer.set(MonotonicClock.now + (worker.isStopping ? Self.lastWait : timeouts.linger))
    case .reset(let deadline):
      // A reset overtakes what is still under way; bytes that were planned must arrive first.
      let now = MonotonicClock.now
      if now < deadline, Descriptor.unacknowledgedBytes(socket.descriptor) > 0 {
        timer.set(now + .milliseconds(1))
        return
      }
      Descriptor.resetOnClose(socket.descriptor)
      close()
    case .halfClose:
      Descriptor.finishWriting(socket.descriptor)
      stall()
    case .stall:
      stall()
    }
  }

  private func stall() {
    timer.clear()
    activity = .stalled
    if hasEndOfInput { return close() }
    if worker.isStopping { finishUp() }
  }
}

extension Connection.Ending {
  /// The end that a planned failure has.
  fileprivate init(_ failure: StubFailure) {
    switch failure.wireEnding {
    case .stall: self = .stall
    case .close: self = .orderly
    default: self = .soonReset
    }
  }

  /// A reset once the client has all that was sent before, for which it has a second.
  fileprivate static var soonReset: Connection.Ending {
    .reset(deadline: MonotonicClock.now + .seconds(1))
  }
}
