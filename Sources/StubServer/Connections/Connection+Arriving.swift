import StubCore

extension Connection {
  /// An event whose bytes are in memory before a line would have brought them.
  struct Arrival {
    let event: RequestParser.Event
    let time: Duration
  }

  /// How late the next bytes of a body may be read and still count as coming without a pause.
  private static let readingDelay = Duration.milliseconds(10)

  /// Reads on to the next event; bytes of a body come no faster than the lines to the server.
  func read(_ socket: SocketBuffer) {
    let links = worker.uploadLinks
    let turn = links.compactMap { $0.turn(.upload) }.min()
    let wasWithinBody = parser.isWithinBody
    var event = RequestParser.Event.needsInput
    var used = 0
    socket.consume(atMost: turn ?? .max) { bytes in
      event = parser.next(in: bytes, at: &used)
      return used
    }
    let count = wasWithinBody ? used : bodyCount(after: event)
    guard turn != nil, count > 0 else { return handle(event, socket) }
    let now = MonotonicClock.now
    // Only what the client is late with is lost to the line, not what this side is late with.
    let start = lastArrival.map { now - $0 < Self.readingDelay ? $0 : now } ?? now
    let time = links.map { $0.reserve(count, .upload, at: start) }.max() ?? now
    lastArrival = time
    guard time > now else { return handle(event, socket) }
    arrival = Arrival(event: event, time: time)
    timer.set(time)
  }

  /// The bytes of the body that came with its head.
  private func bodyCount(after event: RequestParser.Event) -> Int {
    switch event {
    case .request(let incoming): incoming.request.body?.count ?? 0
    case .needsInput, .expectsContinue: parser.body.count
    case .failure: 0
    }
  }

  /// Goes on with what the line has brought by now.
  func arrived(_ arrival: Arrival) {
    self.arrival = nil
    guard let socket else { return }
    handle(arrival.event, socket)
    pump()
  }
}
