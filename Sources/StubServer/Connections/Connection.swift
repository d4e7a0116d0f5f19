import StubCore

/// One client: requests come in one after the other, and each is answered before the next is read.
///
/// Confined to its worker's thread.
final class Connection: SocketUser {
  enum Activity {
    case reading
    /// A stub's own code is making the answer.
    case deciding(Task<Void, Never>)
    case playing(Playback)
    /// The response waits for a gate; the number is there to stop waiting by.
    case held(Playback, HTTPStubGate, Int)
    /// The response waits for more of its body to come from a real server.
    case relaying(Playback)
    /// The connection speaks HTTP/2, which takes care of requests and answers itself.
    case multiplexing(HTTP2Connection)
    /// The last bytes are on their way out, then comes the end.
    case flushing(Ending)
    /// The client has been told of the end and may still be sending.
    case lingering
    /// Nothing more happens until the client leaves or the listener stops.
    case stalled
    case closed
  }

  enum Ending {
    case orderly
    /// A reset, no later than this.
    case reset(deadline: Duration)
    /// The end of what is sent; the connection stays.
    case halfClose
    /// No end at all.
    case stall
  }

  /// A response whose end has not been reported.
  struct Report {
    var finish: ResponseReport
    var ending = ResponseEnding.completed
  }

  /// How long a connection without work lives on when the listener stops: a request that was sent
  /// before, but has not been read yet, still gets its answer.
  static let lastWait = Duration.milliseconds(20)

  let id: Int
  /// It has its connections until they are closed.
  let worker: Worker
  /// The line that the connection has for itself.
  let link: NetworkLink?
  var socket: SocketBuffer?
  let timer: DeadlineTimer
  var parser: RequestParser
  var activity = Activity.reading
  /// Whether the first bytes have shown which version of HTTP the client speaks.
  var isVersionKnown = false
  /// Why nothing is served, for a client whose version of HTTP is not known yet.
  var refusal: RequestError?
  var isPumping = false
  var hasEndOfInput = false
  /// Whether nothing goes on before the client reads.
  var awaitsReader = false
  /// When the head that is coming in must be complete.
  var headDeadline: Duration?
  /// What the links have not brought yet of a request's body.
  var arrival: Arrival?
  /// Paces the request body that is coming; `nil` before its first bytes.
  var upload: UploadPacer?
  /// What the head of the response being made must know.
  var context = EncodedHead.Context()
  /// The exchange that is going on.
  var report: Report?
  /// Exchanges whose last bytes are still in the output.
  var unsentReports: [Report] = []

  init(
    _ id: Int, _ socket: SocketBuffer, localPort: Int?, isSecure: Bool, worker: Worker
  ) {
    self.id = id
    self.worker = worker
    self.socket = socket
    link = worker.shared.conditions.connectionNetwork.map(NetworkLink.init)
    timer = DeadlineTimer(on: worker.loop)
    parser = RequestParser(
      limits: worker.configuration.limits, localPort: localPort, isSecure: isSecure,
      isListening: true)
    timer.onDeadline = { [unowned self] in deadlinePassed() }
    socket.user = self
    timer.set(MonotonicClock.now + timeouts.idle)
    limitInput()
  }

  var timeouts: ListenerTimeouts { worker.configuration.timeouts }

  func handle(_ event: SocketBuffer.Event) {
    switch event {
    case .readable: inputArrived()
    case .writable: outputLeft()
    case .endOfInput:
      hasEndOfInput = true
      inputArrived()
    case .rejected: if case .reading = activity { flush(.orderly) } else { close() }
    case .failed: close()
    }
  }

  private func inputArrived() {
    switch activity {
    case .reading: pump()
    case .flushing: socket?.discardInput()
    case .lingering, .stalled:
      socket?.discardInput()
      if hasEndOfInput { close() }
    case .held, .relaying: if hasEndOfInput { close() }
    case .multiplexing(let http2): http2.pump()
    case .deciding, .playing, .closed: break
    }
  }

  private func outputLeft() {
    if socket?.outputCount == 0 { reportSent() }
    switch activity {
    case .reading where awaitsReader: pump()
    case .playing(let playback) where awaitsReader: playOn(playback)
    case .multiplexing(let http2): http2.pump()
    case .flushing(let ending): finishFlushing(ending)
    case .reading, .playing, .held, .relaying, .deciding, .lingering, .stalled, .closed:
      break
    }
  }

  private func deadlinePassed() {
    if let arrival { return arrived(arrival) }
    if awaitsReader { return watchReader() }
    switch activity {
    case .reading: readingTookTooLong()
    case .playing(let playback): playOn(playback)
    case .flushing(let ending): finishFlushing(ending)
    case .multiplexing(let http2): http2.deadlinePassed()
    case .lingering, .stalled: close()
    case .deciding, .held, .relaying, .closed: break
    }
  }

  /// Waits for the client to read; it may be slow, but it must read.
  func waitForOutput() {
    awaitsReader = true
    timer.set(MonotonicClock.now + timeouts.stalledWrite)
  }

  /// Ends the connection if the client has read nothing for too long.
  private func watchReader() {
    let now = MonotonicClock.now
    let deadline = (socket?.restsSince ?? now) + timeouts.stalledWrite
    if deadline <= now { cutOff() } else { timer.set(deadline) }
  }

  private func cutOff() {
    if case .flushing(.reset) = activity, let socket { Descriptor.resetOnClose(socket.descriptor) }
    close()
  }

  /// Lets a request that has begun come to its end, and closes the connection otherwise.
  func finishUp() {
    switch activity {
    case .reading where arrival == nil && !parser.isWithinRequest, .lingering, .stalled:
      timer.set(MonotonicClock.now + Self.lastWait)
    case .multiplexing(let http2): http2.finishUp()
    case .reading, .deciding, .playing, .held, .relaying, .flushing, .closed: break
    }
  }

  /// Ends the connection at once; whatever is not out by now is reported as cut off.
  func close() {
    let http2 = http2
    switch activity {
    case .closed: return
    case .deciding(let task): task.cancel()
    case .held(_, let gate, let number): gate.stopWaiting(number)
    case .reading, .multiplexing: socket?.announceEndAtOnce()
    case .playing, .relaying, .stalled, .flushing, .lingering: break
    }
    activity = .closed
    timer.clear()
    socket?.user = nil
    socket = nil
    if let http2 { unsentReports += http2.abandon() }
    let reports = unsentReports + (report.map { [$0] } ?? [])
    report = nil
    unsentReports = []
    for report in reports {
      if case .failed = report.ending {
        report.finish(report.ending)
      } else {
        report.finish(.cancelled)
      }
    }
    worker.remove(id)
  }

  func reportSent() {
    // Mostly there is one, which is taken so that its memory stays for the next.
    if unsentReports.count == 1, let report = unsentReports.popLast() {
      return report.finish(report.ending)
    }
    let reports = unsentReports
    unsentReports = []
    for report in reports { report.finish(report.ending) }
  }
}
