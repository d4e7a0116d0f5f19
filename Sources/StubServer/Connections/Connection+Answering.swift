import StubCore

extension Connection {
  /// Asks the stubs and begins to play their answer.
  func answer(_ incoming: IncomingRequest) {
    context = EncodedHead.Context(
      method: incoming.request.method, isHTTP10: incoming.isHTTP10,
      keepsAlive: incoming.keepsAlive)
    var request = incoming.request
    request.clientCertificateSubject = socket?.clientCertificateSubject
    let answer = worker.handler(request)
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
    let playback = Playback(plan, start: MonotonicClock.now)
    activity = .playing(playback)
    play(playback)
  }

  /// Plays as far as possible and waits for what is missing.
  func play(_ playback: Playback) {
    guard let socket else { return }
    stalledOutput = nil
    let pause = playback.play(into: socket) {
      var context = context
      context.date = worker.date
      if worker.isStopping { context.keepsAlive = false }
      return context
    }
    switch pause {
    case .until(let time): timer.set(time)
    case .output: waitForOutput()
    case .unsendable(let reason): start(.unsendable(reason))
    case .finished(let keepsAlive): finish(.completed, keepsAlive: keepsAlive)
    case .failed(let failure): finish(.failed(failure), keepsAlive: false)
    }
  }

  private func finish(_ ending: ResponseEnding, keepsAlive: Bool) {
    if var report {
      report.ending = ending
      unsentReports.append(report)
      self.report = nil
    }
    if case .failed = ending {
      flush(.reset(deadline: MonotonicClock.now + .seconds(1)))
    } else if keepsAlive {
      activity = .reading
    } else {
      flush(.orderly)
    }
  }

  /// Sends what is left and ends the connection.
  func flush(_ ending: Ending) {
    activity = .flushing(ending)
    if case .orderly = ending { socket?.announceEnd() }
    socket?.discardInput()
    waitForOutput()
    finishFlushing(ending)
  }

  func finishFlushing(_ ending: Ending) {
    guard let socket, socket.outputCount == 0 else { return }
    stalledOutput = nil
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
    }
  }
}
