import StubCore

extension Connection {
  /// Reads and answers requests as long as there is input and room for output.
  func pump() {
    // An answer that is complete at once comes back here; the loop below goes on instead.
    guard !isPumping else { return }
    isPumping = true
    defer { isPumping = false }
    while case .reading = activity, arrival == nil, let socket {
      guard socket.outputCount < Playback.outputLimit else { return waitForOutput() }
      awaitsReader = false
      guard socket.inputCount > 0 else {
        noteSilence()
        return waitForInput()
      }
      if !isVersionKnown {
        findVersion(socket)
        guard isVersionKnown else { return waitForInput() }
        continue
      }
      read(socket)
    }
  }

  func handle(_ event: RequestParser.Event, _ socket: SocketBuffer) {
    switch event {
    case .needsInput: break
    case .expectsContinue:
      // A client that has not waited needs no invitation (RFC 9110 §10.1.1).
      if socket.inputCount == 0 { socket.write(Array("HTTP/1.1 100 Continue\r\n\r\n".utf8).span) }
    case .request(let incoming):
      headDeadline = nil
      upload = nil
      if !incoming.offersUpgrade || !upgrade(incoming) { answer(incoming) }
    case .failure(let error): refuse(error)
    }
  }

  private func waitForInput() {
    if hasEndOfInput { return endInput() }
    let now = MonotonicClock.now
    if !parser.isWithinRequest, socket?.inputCount == 0 {
      timer.set(now + (worker.isStopping ? Self.lastWait : timeouts.idle))
    } else if parser.isWithinBody {
      timer.set(now + timeouts.body)
    } else {
      let deadline = headDeadline ?? now + timeouts.head
      headDeadline = deadline
      timer.set(deadline)
    }
  }

  private func endInput() {
    guard parser.isWithinRequest else { return flush(.orderly) }
    refuse(
      RequestError(
        400, expected: parser.isWithinBody ? "the rest of the body" : "the rest of the head",
        found: "the end of the connection",
        try: "send the whole request, and the length of the body that is really sent"))
  }

  func readingTookTooLong() {
    guard parser.isWithinRequest else { return close() }
    let isBody = parser.isWithinBody
    let limit = isBody ? timeouts.body : timeouts.head
    refuse(
      RequestError(
        408, expected: isBody ? "more of the body within \(limit)" : "a whole head within \(limit)",
        found: "nothing for too long",
        try: "send the request without pauses, or raise the timeout `\(isBody ? "body" : "head")`"))
  }

  /// Answers with the error and ends the connection, as what follows cannot be understood.
  func refuse(_ error: RequestError) {
    context = EncodedHead.Context(keepsAlive: false)
    start(.refusing(error))
  }
}
