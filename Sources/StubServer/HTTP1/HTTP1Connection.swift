import StubCore

/// A connection that speaks HTTP/1: it answers each request before it reads the next one.
///
/// Its functions read and write, and return the next effect for its `Connection`.
final class HTTP1Connection {
  private let transport: Transport
  private let peer: Peer
  private let worker: Worker
  private let reports: EndReports
  @exclusivity(unchecked) private var parser: RequestParser
  /// The exchange for the last request and its response; `nil` while a request is read.
  @exclusivity(unchecked) private var exchange: Exchange?
  @exclusivity(unchecked) private var writer = HTTP1Writer(EncodedHead.Context())
  private var exchangeCount = 0
  /// The deadline for the head that is being received.
  private var headDeadline: Duration?
  /// The deadline for the body that is being received.
  private var bodyDeadline: Duration?
  /// The parser's event that waits for slow links, and the number of bytes still to be delivered.
  @exclusivity(unchecked) private var arrival: (event: RequestParser.Event, count: Int)?
  /// The time when a body that waits for memory is refused; `nil` if it does not wait.
  private var memoryDeadline: Duration?
  /// The head of the request whose body is being received; `nil` if no link can delay the body.
  @exclusivity(unchecked) private var bodyHead: ReceivedRequest?
  /// Delays the body being received, as the links would.
  @exclusivity(unchecked) private var upload: UploadPacer?
  @exclusivity(unchecked) private var uploadWindow: UploadWindow

  init(
    _ transport: Transport, _ peer: Peer, worker: Worker, reports: EndReports,
    headDeadline: Duration?, uploadWindow: UploadWindow
  ) {
    (self.transport, self.peer, self.worker, self.reports) = (transport, peer, worker, reports)
    (self.headDeadline, self.uploadWindow) = (headDeadline, uploadWindow)
    parser = RequestParser(
      limits: worker.configuration.limits, localPort: peer.ownPort, scheme: peer.scheme,
      isListening: true)
    parser.tunnel = peer.tunnel
    parser.clientCertificateSubject = peer.certificateSubject
    parser.clientAddress = peer.address
  }

  private var timeouts: ListenerTimeouts { worker.configuration.timeouts }

  var isAnswering: Bool { exchange != nil }

  /// Whether no request is being received or answered.
  var isIdle: Bool { exchange == nil && arrival == nil && !parser.isWithinRequest }

  /// Reads and answers requests as long as there is input and room for output.
  func proceed() -> Connection.Effect {
    while true {
      let effect = if let exchange { play(exchange) } else { read() }
      if let effect { return effect }
    }
  }

  /// Continues with the received bytes, unless a response or a slow link delays reading.
  ///
  /// The connection is closed if the client has ended its side while the exchange is held.
  func inputArrived() -> Connection.Effect? {
    guard let exchange else { return arrival == nil ? proceed() : nil }
    return transport.hasEndOfInput && exchange.isHeld ? .close : nil
  }

  func deadlinePassed() -> Connection.Effect {
    exchange == nil && arrival == nil ? handleReadTimeout() : proceed()
  }

  /// Handles a result that does not come from the client; returns `nil` if nothing waited for it.
  func take(_ news: Connection.InternalEvent) -> Connection.Effect? {
    let isWaited =
      switch news {
      case .arrival(let arrival, let number):
        exchange.map { $0.number == number && $0.take(arrival) } ?? false
      case .memory: memoryDeadline != nil
      case .clock: exchange != nil || arrival != nil
      }
    return isWaited ? proceed() : nil
  }

  /// Continues after output has been sent; `isAwaited` means that the connection waited for this.
  func outputLeft(isAwaited: Bool) -> Connection.Effect? {
    exchange?.reportProgress(sent: transport.sentCount)
    return isAwaited ? proceed() : nil
  }

  /// Stops the exchange because the client has left.
  func abandon() {
    exchange?.cancel(sent: transport.sentCount, since: transport.inputEnd)
    exchange = nil
  }

  // Reading.

  /// Reads until the next event or wait; the result is `nil` if the caller must continue.
  private func read() -> Connection.Effect? {
    if let arrival = arrival.take() { return handleWhenDelivered(arrival.event, arrival.count) }
    guard transport.outputCount < transport.outputLimit else { return .room }
    if parser.isWithinBody {
      if let effect = makeRoom() ?? checkBodyTime() { return effect }
    }
    guard transport.inputCount > 0 else {
      // The client pauses, and has sent nothing more.
      if upload != nil, Descriptor.unreadBytes(transport.descriptor) == 0 { upload?.noteSilence() }
      return waitForInput()
    }
    var links = worker.conditions.uploadLinks(of: bodyHead, through: peer.link)
    let slot = links.isEmpty ? nil : links.slot(.upload)
    if !parser.isWithinRequest { uploadWindow.follow(slot, transport) }
    let wasWithinBody = parser.isWithinBody
    var (event, used) = (RequestParser.Event.needsInput, 0)
    transport.consume(atMost: slot ?? .max) { bytes in
      event = parser.next(in: bytes, at: &used)
      return used
    }
    let count = wasWithinBody ? used : event.bodyCount ?? parser.body.count
    if bodyHead == nil, count > 0 || parser.isWithinBody,
      !links.isEmpty || worker.answering.hasSessions
    {
      let head = parser.head(after: event)
      links = worker.conditions.uploadLinks(of: head, through: peer.link)
      uploadWindow.follow(links.slot(.upload), transport)
      bodyHead = head
      upload = UploadPacer(links)
    }
    return links.isEmpty ? handle(event) : handleWhenDelivered(event, count)
  }

  /// Handles the event when the links have delivered `count` bytes of the body.
  private func handleWhenDelivered(_ event: RequestParser.Event, _ count: Int) -> Connection.Effect?
  {
    var left = count
    while left > 0, let slice = upload?.reserve(left, at: worker.clock.now) {
      left -= slice.count
      if slice.count == 0 {
        arrival = (event, left)
        return .wait(until: worker.clock.deadline(of: slice.time))
      }
    }
    return handle(event)
  }

  /// Reserves memory for the body that is being received; the result is `nil` if there is enough.
  private func makeRoom() -> Connection.Effect? {
    let (total, isWhole) = parser.expectedBody
    if parser.body.asksNeed(upTo: total) {
      parser.body.keep(worker.answering.neededBodyCount(of: parser.request(with: .none)))
    }
    let room = parser.body.room(
      upTo: total, isWhole: isWhole, in: worker.bodyMemory, wake: worker.memoryWaker(of: peer.id))
    switch room {
    case .free:
      memoryDeadline = nil
      return nil
    case .later:
      memoryDeadline = memoryDeadline ?? MonotonicClock.now + timeouts.body
      return .wait(until: memoryDeadline)
    case .refused(let error): return refuse(error)
    }
  }

  /// Refuses a body that takes too long, even if it arrives steadily; otherwise returns `nil`.
  private func checkBodyTime() -> Connection.Effect? {
    // Slow links may delay a body without a limit of time.
    if !worker.conditions.uploadLinks(of: bodyHead, through: peer.link).isEmpty { return nil }
    let now = MonotonicClock.now
    let deadline = bodyDeadline ?? now + timeouts.wholeBody
    bodyDeadline = deadline
    return deadline <= now ? refuse(.slowBody(timeouts)) : nil
  }

  private func handle(_ event: RequestParser.Event) -> Connection.Effect? {
    switch event {
    case .needsInput: break
    case .expectsContinue:
      if let effect = makeRoom() { return effect }
      // A client that has already sent bytes of the body needs no `100` (RFC 9110 §10.1.1).
      if transport.inputCount == 0 { transport.write("HTTP/1.1 100 Continue\r\n\r\n") }
    case .request(let incoming):
      (headDeadline, bodyDeadline, bodyHead) = (nil, nil, nil)
      upload = nil
      if incoming.offersUpgrade, !worker.isStopping, !peer.isSecure,
        let offer = HTTP2Upgrade(incoming.request)
      {
        return .upgrade(offer, incoming)
      }
      if incoming.request.isForProxy, peer.tunnel == nil, worker.proxy != nil {
        return .proxy(incoming)
      }
      begin(incoming)
    case .failure(let error): begin(refusing: error)
    }
    return nil
  }

  /// Waits for more input, or ends if none will come; the result is `nil` to continue at once.
  private func waitForInput() -> Connection.Effect? {
    if transport.hasEndOfInput { return endInput() }
    let now = MonotonicClock.now
    if parser.isWithinBody {
      let next = now + timeouts.body
      return .wait(until: bodyDeadline.map { min($0, next) } ?? next)
    }
    guard parser.isWithinRequest else {
      return .wait(until: now + (worker.isStopping ? Connection.lastWait : timeouts.idle))
    }
    let deadline = headDeadline ?? now + timeouts.head
    headDeadline = deadline
    return .wait(until: deadline)
  }

  private func endInput() -> Connection.Effect? {
    guard parser.isWithinRequest else { return .end(.orderly) }
    begin(refusing: .cutShort(isBody: parser.isWithinBody))
    return nil
  }

  private func handleReadTimeout() -> Connection.Effect {
    guard parser.isWithinRequest else { return .close }
    if memoryDeadline != nil { return refuse(worker.bodyMemory.exhausted) }
    guard parser.isWithinBody else { return refuse(.slowHead(timeouts)) }
    return checkBodyTime() ?? refuse(.stalledBody(timeouts))
  }

  // Answering.

  /// Answers a request that has been read.
  func answer(_ incoming: IncomingRequest) -> Connection.Effect {
    begin(incoming)
    return proceed()
  }

  /// Discards the body, sends the error and ends the connection, because the next bytes cannot be
  /// parsed.
  func refuse(_ error: RequestError) -> Connection.Effect {
    parser.body = IncomingBody()
    begin(refusing: error)
    return proceed()
  }

  private func begin(_ incoming: IncomingRequest) {
    writer = HTTP1Writer(
      EncodedHead.Context(
        method: incoming.request.method, isHTTP10: incoming.isHTTP10,
        keepsAlive: incoming.keepsAlive))
    exchangeCount += 1
    exchange = Exchange(
      incoming.request, number: exchangeCount, on: .http1, from: peer, worker: worker)
  }

  private func begin(refusing error: RequestError) {
    writer = HTTP1Writer(EncodedHead.Context(keepsAlive: false))
    exchangeCount += 1
    exchange = Exchange(
      refusing: error, number: exchangeCount, on: .http1, from: peer, worker: worker)
  }

  /// Sends the response until it has to wait; the result is `nil` if the next request can be read.
  private func play(_ exchange: Exchange) -> Connection.Effect? {
    while true {
      if writer.sendsFile {
        if let problem = transport.takeFileProblem() {
          return finish(exchange, .failing(.error(problem)))
        }
        // Nothing can be written while the system sends a file.
        if transport.isSendingFile { return .room }
      }
      switch exchange.next(room: transport.outputLimit - transport.outputCount) {
      case .whole: writer.writeWhole(of: exchange, to: transport, worker)
      case .head(let head, let end, _):
        writer.write(head, upTo: end ?? .max, of: exchange, to: transport, worker)
      case .body(let piece):
        do throws(BodyReadError) {
          try writer.write(piece, of: exchange, to: transport)
        } catch {
          return finish(exchange, .failing(.error(error)))
        }
      case .raw(let data): writer.write(raw: data, of: exchange, to: transport)
      case .wait(.room, _): return .room
      case .wait(_, let time):
        return exchange.isHeld && transport.hasEndOfInput ? .close : .wait(until: time)
      case .end(let end):
        writer.writeEnd(end, to: transport)
        return finish(exchange, end)
      }
    }
  }

  /// Ends the exchange, and the connection too unless the response is complete and may be followed
  /// by another.
  private func finish(_ exchange: Exchange, _ end: Player.End) -> Connection.Effect? {
    self.exchange = nil
    let written = transport.writtenCount
    reports.add(exchange.end(end.reported, end.cause.connectionEnding, written: written))
    return ConnectionEnding(end.cause, keepsAlive: writer.keepsAlive).map { .end($0) }
  }
}
