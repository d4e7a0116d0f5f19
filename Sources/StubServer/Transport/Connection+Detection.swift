import StubCore

/// The detection of the version of HTTP that a client speaks.
extension Connection {
  func detect() {
    guard transport.inputCount > 0 else {
      if transport.hasEndOfInput { flush(.orderly) }
      return
    }
    if speaksToProxy() { return }
    peer.certificateSubject = transport.clientCertificateSubject
    switch HTTP2Preface.finding(in: transport) {
    case .http2: speakHTTP2()
    case .otherwise: speakHTTP1()
    case .undecided:
      let deadline = headDeadline ?? MonotonicClock.now + timeouts.head
      headDeadline = deadline
      timer.set(deadline)
    }
  }

  private func speakHTTP1() {
    let http1 = HTTP1Connection(
      transport, peer, worker: worker, reports: reports, headDeadline: headDeadline,
      uploadWindow: uploadWindow)
    wire = .http1(http1)
    perform(refusal.map(http1.refuse) ?? http1.proceed())
  }

  private func speakHTTP2() {
    if let http2 = makeHTTP2() { begin(http2) } else { close() }
  }

  /// Answers the request in HTTP/2 if the client's offer is valid, otherwise in HTTP/1.1.
  func upgrade(_ offer: HTTP2Upgrade, _ incoming: IncomingRequest) {
    if let http2 = makeHTTP2(), http2.upgrade(offer, incoming.request) {
      begin(http2)
    } else if case .http1(let http1) = wire {
      perform(http1.answer(incoming))
    }
  }

  private func makeHTTP2() -> HTTP2Connection? {
    HTTP2Connection(transport, peer, worker: worker, reports: reports, refusal: refusal)
  }

  private func begin(_ http2: HTTP2Connection) {
    // Flow control limits the input of each stream, so the connection is not limited.
    transport.limitInput(to: Transport.inputLimit)
    wire = .http2(http2)
    perform(worker.isStopping ? http2.shutDownGracefully() : http2.proceed())
  }

  /// Refuses the client; with TLS, the error is sent once the client's version of HTTP is known.
  func turnAway(_ error: RequestError) {
    refusal = error
    if !peer.isSecure { speakHTTP1() }
  }
}
