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

extension Connection {
  /// The HTTP/2 side of the connection, once it has one.
  var http2: HTTP2Connection? {
    if case .multiplexing(let http2) = activity { http2 } else { nil }
  }

  /// Asks TLS what was agreed on, or looks at the first bytes, which stay where they are.
  func findVersion(_ socket: SocketBuffer) {
    parser.clientCertificateSubject = socket.clientCertificateSubject
    if socket.applicationProtocol == "h2" {
      isVersionKnown = true
      return speakHTTP2()
    }
    switch HTTP2Preface.finding(in: socket.firstBytes(HTTP2Preface.bytes.count)) {
    case .http2:
      isVersionKnown = true
      speakHTTP2()
    case .otherwise: isVersionKnown = true
    case .undecided: isVersionKnown = hasEndOfInput
    }
    if isVersionKnown, http2 == nil, let refusal { refuse(refusal) }
  }

  /// Tells the client that it is not served; over TLS in the version of HTTP that it then speaks.
  func turnAway(_ error: RequestError) {
    guard parser.isSecure else { return refuse(error) }
    refusal = error
    timer.set(MonotonicClock.now + timeouts.head)
  }

  /// Hands the connection over to HTTP/2, for good.
  func speakHTTP2() {
    guard let http2 = HTTP2Connection(self) else { return close() }
    begin(http2)
  }

  /// Goes on in HTTP/2 if the request offers to; it is then answered on stream 1.
  ///
  /// - Returns: whether the request has been taken care of.
  func upgrade(_ incoming: IncomingRequest) -> Bool {
    guard !worker.isStopping, !parser.isSecure, let offer = HTTP2Upgrade(incoming.request),
      let http2 = HTTP2Connection(self), http2.upgrade(offer, incoming.request)
    else { return false }
    begin(http2)
    return true
  }

  private func begin(_ http2: HTTP2Connection) {
    awaitsReader = false
    headDeadline = nil
    // Frames of many streams come here: each body keeps to its lines by its window.
    socket?.limitInput(to: SocketBuffer.inputLimit)
    activity = .multiplexing(http2)
    http2.pump()
  }
}
