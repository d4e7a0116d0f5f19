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
    let playback = Playback(plan, context, start: MonotonicClock.now)
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

  /// Plays as far as possible and waits for what is missing.
  func play(_ playback: Playback) {
    guard let socket else { return }
    awaitsReader = false
    switch playback.play(into: socket, date: worker.dateBytes, context: { currentContext }) {
    case .until(let time): timer.set(time)
    case .output: waitForOutput()
    case .gate(let gate): hold(playback, gate)
    case .tail(let tail): wait(for: tail, playback)
    case .unsendable(let reason): start(.unsendable(reason))
    case .ended(let end, let keepsAlive): finish(end.reported, Ending(end.how, keepsAlive))
    }
  }

  /// Waits for the gate; a client that has ended its side is taken to have given up.
  private func hold(_ playback: Playback, _ gate: HTTPStubGate) {
    guard !hasEndOfInput else { return close() }
    timer.clear()
    let (id, mailbox) = (id, worker.mailbox)
    let number = gate.wait { mailbox.post { $0.connection(id)?.release() } }
    guard let number else {
      playback.release(at: nil)
      return play(playback)
    }
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
  /// What follows a response; `nil` when the connection goes on.
  fileprivate init?(_ how: Player.End.How, _ keepsAlive: Bool) {
    switch how {
    case .complete:
      if keepsAlive { return nil }
      self = .orderly
    case .failed(let failure): self.init(failure.wireEnding)
    case .fault(let ending): self.init(ending)
    }
  }

  private init(_ ending: FaultEnding) {
    switch ending {
    case .close, .goAway: self = .orderly
    case .halfClose: self = .halfClose
    // Once the client has all that was sent before, for which it has a second.
    case .reset, .resetStream: self = .reset(deadline: MonotonicClock.now + .seconds(1))
    case .stall: self = .stall
    }
  }
}
