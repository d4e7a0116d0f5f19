import StubCore

extension HTTP2Connection {
  /// Takes stream 1 from the HTTP/1.1 request that asked for HTTP/2; then everything that came.
  ///
  /// - Returns: whether the offer made sense; if not, nothing has happened.
  func upgrade(_ offer: HTTP2Upgrade, _ request: ReceivedRequest) -> Bool {
    guard session.upgrade(offer.settings, isHead: request.method == .head) else { return false }
    greetingDeadline = MonotonicClock.now + worker.configuration.timeouts.head
    connection.socket?.write(Array(HTTP2Upgrade.agreement.utf8).span)
    let stream = open(1)
    stream.hasWholeRequest = true
    stream.answer(request)
    return true
  }

  /// Plays a plan that has been waited for.
  func resume(_ id: Int32, with plan: ResponsePlan) {
    guard let stream = streams[id], case .deciding = stream.activity else { return }
    stream.start(plan)
    pump()
  }

  /// Goes on with a stream that has waited for a gate.
  func release(_ id: Int32) {
    streams[id]?.release()
    pump()
  }

  /// Goes on with a stream that has waited for more of its body.
  func tailCame(_ id: Int32) {
    streams[id]?.goOn()
    pump()
  }

  func deadlinePassed() {
    let now = MonotonicClock.now
    func hasPassed(_ deadline: Duration?) -> Bool { deadline.map { $0 <= now } ?? false }
    if hasPassed(readDeadline) { return connection.close() }
    if hasPassed(greetingDeadline) {
      session.terminate(.settingsTimeout)
    } else if hasPassed(openHead?.deadline) {
      session.terminate(.enhanceYourCalm)
    } else if hasPassed(idleDeadline) {
      session.terminate(.noError)
    } else if hasPassed(lastCallDeadline) {
      lastCallDeadline = nil
      session.refuseStreams()
    }
    pump()
  }

  /// Lets streams that have begun come to their end, and closes the connection then.
  func finishUp() {
    session.announceEnd()
    lastCallDeadline = MonotonicClock.now + Connection.lastWait
    pump()
  }

  /// Ends the connection in order: all that was to be sent is in the output.
  func finish() {
    reportSent()
    let unsent = abandon()
    connection.unsentReports += unsent
    connection.flush(.orderly)
  }

  /// Stops every stream.
  ///
  /// - Returns: the exchanges whose last bytes are not out.
  func abandon() -> [Connection.Report] {
    var unsent = takeReports()
    for stream in streams.values {
      stream.close()
      if let report = stream.report, stream.isEndedOnPurpose {
        unsent.append(report)
      } else {
        stream.report?.finish(.cancelled)
      }
      stream.report = nil
    }
    streams = [:]
    return unsent
  }
}
