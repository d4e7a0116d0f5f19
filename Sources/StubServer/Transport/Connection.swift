import StubCore

/// One client connection: its transport, its one timer, and the version of HTTP that it speaks.
///
/// A connection detects the version, performs the effects that its HTTP/1 or HTTP/2 part returns,
/// and ends. It and its parts run only on its worker's thread. Properties that each request changes
/// are `@exclusivity(unchecked)`: run-time checks took 7 % of the processor time of a request.
final class Connection: TransportUser {
  enum Wire {
    case detecting
    case socks(SOCKSGreeting)
    case http1(HTTP1Connection)
    case http2(HTTP2Connection)
  }

  private enum Phase {
    case open
    /// The last bytes are being sent before the connection ends.
    case flushing(ConnectionEnding)
    /// All output has been sent, and this side is closed; the client may still be sending.
    case lingering
    /// Nothing more is sent until the client leaves or the listener stops.
    case stalled
    case closed
  }

  /// The time for which an idle connection stays open when the listener stops.
  ///
  /// A request that was sent, but not read yet, is still answered.
  static let lastWait = Duration.milliseconds(20)

  /// The worker that owns this connection until it closes.
  let worker: Worker
  let transport: Transport
  let timer: DeadlineTimer
  let reports = EndReports()
  var peer: Peer
  @exclusivity(unchecked) var wire = Wire.detecting
  private var phase = Phase.open
  private var resetDelay = ResetDelay()
  /// The error for a client that is refused before its version of HTTP is known.
  var refusal: RequestError?
  /// Whether the connection waits for the client to read some of the output.
  private var awaitsReader = false
  /// The deadline of the first head, set if the first bytes do not show the version of HTTP.
  var headDeadline: Duration?
  let uploadWindow: UploadWindow

  init(_ peer: Peer, _ transport: Transport, worker: Worker) {
    self.worker = worker
    self.transport = transport
    self.peer = peer
    uploadWindow = UploadWindow(of: transport, worker.conditions.uploadLinks(through: peer.link))
    timer = DeadlineTimer(on: worker.loop)
    timer.onDeadline = { [unowned self] in deadlinePassed() }
    transport.user = self
    let first = peer.isSecure ? min(timeouts.handshake, timeouts.idle) : timeouts.idle
    timer.set(MonotonicClock.now + first)
  }

  var timeouts: ListenerTimeouts { worker.configuration.timeouts }

  // Input.

  func handle(_ event: Transport.Event) {
    switch event {
    case .readable, .endOfInput: inputArrived()
    case .writable: outputLeft()
    case .rejected: if isBetweenRequests { flush(.orderly) } else { close() }
    case .failed: close()
    }
  }

  private func inputArrived() {
    switch (phase, wire) {
    case (.open, .detecting): detect()
    case (.open, .socks(let greeting)): continueSOCKS(greeting)
    case (.open, .http1(let http1)): if let effect = http1.inputArrived() { perform(effect) }
    case (.open, .http2(let http2)): perform(http2.proceed())
    case (.flushing, _): transport.discardInput()
    case (.lingering, _), (.stalled, _):
      transport.discardInput()
      if transport.hasEndOfInput { close() }
    case (.closed, _): break
    }
  }

  private func outputLeft() {
    // A client that has ended its side may have closed the connection; then it refuses the bytes.
    if transport.hasEndOfInput, Descriptor.takeError(transport.descriptor) { return close() }
    reports.deliver(sent: transport.sentCount)
    switch (phase, wire) {
    case (.open, .http1(let http1)):
      if let effect = http1.outputLeft(isAwaited: awaitsReader) { perform(effect) }
    case (.open, .http2(let http2)): perform(http2.proceed())
    case (.flushing(let ending), _): finishFlushing(ending)
    default: break
    }
  }

  private func deadlinePassed() {
    if awaitsReader { return watchReader() }
    switch (phase, wire) {
    case (.open, .detecting): firstRequestIsLate()
    case (.open, .socks): close()
    case (.lingering, _), (.stalled, _): close()
    case (.open, .http1(let http1)): perform(http1.deadlinePassed())
    case (.open, .http2(let http2)): perform(http2.deadlinePassed())
    case (.flushing(let ending), _): finishFlushing(ending)
    case (.closed, _): break
    }
  }

  /// Closes the connection, unless the handshake is complete and there is time left for a request.
  private func firstRequestIsLate() {
    let idle = refusal == nil ? timeouts.idle : timeouts.head
    let session = headDeadline == nil ? transport.session : nil
    let next = session?.deadline(ofHandshake: timeouts.handshake, ofRequest: idle)
    if let next { timer.set(next) } else { close() }
  }

  /// Handles a result that does not come from the client.
  func take(_ news: InternalEvent) {
    guard case .open = phase else { return }
    switch wire {
    case .detecting, .socks: if case .clock = news { transport.session?.clockChanged() }
    case .http1(let http1): if let effect = http1.take(news) { perform(effect) }
    case .http2(let http2): if let effect = http2.take(news) { perform(effect) }
    }
  }

  func perform(_ effect: Effect) {
    switch effect {
    case .wait(let time):
      awaitsReader = false
      if let time { timer.set(time) } else { timer.clear() }
    case .room: waitForOutput()
    case .end(let ending): flush(ending)
    case .close: return close()
    case .upgrade(let offer, let incoming): return upgrade(offer, incoming)
    case .proxy(let incoming): return passToProxy(incoming)
    }
    // The last bytes may have been sent before they were known to be the last.
    reports.deliver(sent: transport.sentCount)
  }

  /// Waits until the client reads; `watchReader` closes the connection if it does not.
  private func waitForOutput() {
    awaitsReader = true
    timer.set(MonotonicClock.now + timeouts.stalledWrite)
  }

  /// Ends the connection if the client has read nothing for too long.
  private func watchReader() {
    let now = MonotonicClock.now
    let deadline = (transport.blockedSince ?? now) + timeouts.stalledWrite
    guard deadline <= now else { return timer.set(deadline) }
    if case .flushing(.reset) = phase { Descriptor.resetOnClose(transport.descriptor) }
    close()
  }

  // The end.

  /// Whether no HTTP/1 response is being sent; always `false` in HTTP/2.
  private var isBetweenRequests: Bool {
    switch (phase, wire) {
    case (.open, .detecting), (.open, .socks): true
    case (.open, .http1(let http1)): !http1.isAnswering
    default: false
    }
  }

  private var isMultiplexing: Bool {
    if case (.open, .http2) = (phase, wire) { true } else { false }
  }

  /// Sends the remaining output and ends the connection.
  func flush(_ ending: ConnectionEnding) {
    phase = .flushing(ending)
    switch ending {
    case .orderly, .halfClose: transport.announceEnd()
    case .reset, .stall: break
    }
    transport.discardInput()
    waitForOutput()
    finishFlushing(ending)
  }

  private func finishFlushing(_ ending: ConnectionEnding) {
    guard transport.outputCount == 0 else { return }
    awaitsReader = false
    reports.deliver(sent: transport.sentCount)
    switch ending {
    case .orderly:
      if transport.hasEndOfInput { return close() }
      // Closing now could reset the connection before the client has read the response.
      Descriptor.finishWriting(transport.descriptor)
      phase = .lingering
      timer.set(MonotonicClock.now + (worker.isStopping ? Self.lastWait : timeouts.linger))
    case .reset:
      let underWay = Descriptor.unacknowledgedBytes(transport.descriptor)
      let next = resetDelay.nextLook(
        at: MonotonicClock.now, underWay: underWay, patience: timeouts.stalledWrite)
      if let next { return timer.set(next) }
      Descriptor.resetOnClose(transport.descriptor)
      close()
    case .halfClose:
      Descriptor.finishWriting(transport.descriptor)
      stall()
    case .stall: stall()
    }
  }

  private func stall() {
    timer.clear()
    phase = .stalled
    if transport.hasEndOfInput { return close() }
    if worker.isStopping { shutDownGracefully() }
  }

  /// Lets an open request complete, and closes the connection if there is none.
  func shutDownGracefully() {
    switch (phase, wire) {
    case (.open, .detecting), (.open, .socks), (.lingering, _), (.stalled, _):
      timer.set(MonotonicClock.now + Self.lastWait)
    case (.open, .http1(let http1)):
      if http1.isIdle { timer.set(MonotonicClock.now + Self.lastWait) }
    case (.open, .http2(let http2)): perform(http2.shutDownGracefully())
    case (.flushing, _), (.closed, _): break
    }
  }

  /// Closes the connection at once, and reports unfinished responses as cut off.
  func close() {
    if case .closed = phase { return }
    if isBetweenRequests || isMultiplexing { transport.announceEndAtOnce() }
    phase = .closed
    timer.clear()
    transport.user = nil
    reports.cutOff(sent: transport.sentCount, since: transport.inputEnd)
    switch wire {
    case .detecting, .socks: break
    case .http1(let http1): http1.abandon()
    case .http2(let http2): http2.abandon()
    }
    worker.remove(peer.id)
  }
}
