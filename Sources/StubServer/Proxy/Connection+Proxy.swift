import StubCore

/// The connections of clients that use the listener as a proxy.
extension Connection {
  /// The first byte of a TLS record with a handshake (RFC 8446 §5.1).
  private static let handshake: UInt8 = 22

  /// Returns whether the first byte is for the proxy rather than the start of a request.
  ///
  /// It is the start of TLS in a tunnel, or of SOCKS outside of tunnels.
  func speaksToProxy() -> Bool {
    guard let proxy = worker.proxy, !peer.isSecure, let first = transport.firstByte
    else { return false }
    switch (first, peer.tunnel) {
    case (Self.handshake, let tunnel?): startTLS(in: tunnel, proxy)
    case (SOCKSGreeting.version, nil): continueSOCKS(SOCKSGreeting(proxy))
    default: return false
    }
    return true
  }

  /// Opens the tunnel that the request asks for, or answers the request.
  func passToProxy(_ incoming: IncomingRequest) {
    guard case .http1(let http1) = wire, let proxy = worker.proxy else { return close() }
    var incoming = incoming
    do throws(RequestError) {
      guard let tunnel = try proxy.admit(&incoming.request) else {
        return perform(http1.answer(incoming))
      }
      open(tunnel)
    } catch {
      perform(http1.refuse(error))
    }
  }

  /// Continues a SOCKS greeting with the bytes that have arrived.
  func continueSOCKS(_ greeting: SOCKSGreeting) {
    var greeting = greeting
    while true {
      let (step, count) = greeting.next(in: transport.firstBytes(SOCKSGreeting.longest))
      transport.consume(atMost: count) { _ in count }
      switch step {
      case .needsInput:
        wire = .socks(greeting)
        if transport.hasEndOfInput { close() }
        return
      case .reply(let bytes): transport.write(bytes)
      case .open(let tunnel): return open(tunnel)
      case .refuse(let bytes, let reason):
        worker.answering.report(reason)
        transport.write(bytes)
        return perform(.end(.orderly))
      }
    }
  }

  private func open(_ tunnel: Tunnel) {
    transport.write(tunnel.acceptance)
    peer.tunnel = tunnel
    wire = .detecting
    headDeadline = nil
    timer.set(MonotonicClock.now + timeouts.idle)
    detect()
  }

  private func startTLS(in tunnel: Tunnel, _ proxy: Proxy) {
    do {
      let context = try proxy.tlsContext()
      peer.isSecure = true
      timer.set(MonotonicClock.now + min(timeouts.handshake, timeouts.idle))
      if !transport.startTLS(context, name: tunnel.authority.field.host) { close() }
    } catch {
      worker.answering.report("cannot answer HTTPS in tunnels: \(error)")
      close()
    }
  }
}

extension Transport {
  /// Begins TLS on a plain connection, with the unread input as its first bytes.
  ///
  /// The certificate is for `name` if the client asks for none.
  ///
  /// - Returns: `false` if there is no memory.
  func startTLS(_ context: TLSContext, name: String?) -> Bool {
    guard let session = try? TLSSession(context, stream: wire, on: loop, name: name) else {
      return false
    }
    if !window.isEmpty {
      wire.input.append(UnsafeRawBufferPointer(rebasing: loop.scratch[window]))
      window = 0..<0
    }
    session.onReady = { [unowned self] in tellInput(.readable) }
    self.session = session
    tellInput(.readable)
    return true
  }
}
