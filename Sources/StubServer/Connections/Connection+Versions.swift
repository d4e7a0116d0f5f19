import StubCore

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
