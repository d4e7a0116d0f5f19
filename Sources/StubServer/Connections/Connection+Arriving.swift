import StubCore

extension Connection {
  /// An event whose bytes are in memory before a line would have brought them.
  struct Arrival {
    let event: RequestParser.Event
    let time: Duration
  }

  /// How long a client may take to send more and still count as sending without a pause.
  private static let readingDelay = Duration.milliseconds(10)

  /// Bytes that are read at once even on the slowest line: fewer would not show the version of HTTP.
  private static let leastInput = HTTP2Preface.bytes.count

  /// How much of a request body may wait to be read: more, and the client does not notice a slow
  /// line; less, and it cannot keep a fast one busy.
  private static let bufferedTurns = 25

  /// The lines that request bodies come through.
  var uploadLinks: [NetworkLink] {
    guard let link, link.turn(.upload) != nil else { return worker.uploadLinks }
    return worker.uploadLinks + [link]
  }

  /// Bytes that may have come without having been brought by a line; `nil` without a line.
  var uploadWindow: Int? { uploadTurn.map { $0 * Self.bufferedTurns } }

  private var uploadTurn: Int? { uploadLinks.compactMap { $0.turn(.upload) }.min() }

  /// Lets the client notice a slow line: what is read ahead has come faster than the line is.
  func limitInput() {
    guard let socket, let turn = uploadTurn else { return }
    socket.limitInput(to: max(Self.leastInput, turn))
    Descriptor.limitInput(socket.descriptor, to: Self.inputRoom(turn: turn))
  }

  /// The room that the system has for what comes before it is read.
  static func inputRoom(turn: Int) -> Int { max(16 * 1_024, turn * bufferedTurns) }

  /// Reads on to the next event; bytes of a body come no faster than the lines to the server.
  func read(_ socket: SocketBuffer) {
    let links = uploadLinks
    let turn = links.isEmpty ? nil : links.compactMap { $0.turn(.upload) }.min()
    let wasWithinBody = parser.isWithinBody
    var event = RequestParser.Event.needsInput
    var used = 0
    parser.moment = socket.momentOfNextMessage()
    socket.consume(atMost: turn ?? .max) { bytes in
      event = parser.next(in: bytes, at: &used)
      return used
    }
    guard turn != nil else { return handle(event, socket) }
    let count = wasWithinBody ? used : bodyCount(after: event)
    guard count > 0 else { return handle(event, socket) }
    let now = MonotonicClock.now
    // Only what the client is late with is lost to the line, not what this side is late with.
    if isClientSilent, let last = lastArrival, now - last > Self.readingDelay { lastArrival = nil }
    isClientSilent = false
    let start = lastArrival ?? now
    let time = links.map { $0.reserve(count, .upload, at: start) }.max() ?? now
    lastArrival = time
    guard time > now else { return handle(event, socket) }
    arrival = Arrival(event: event, time: time)
    timer.set(time)
  }

  /// Notes that the line is free because the client has sent nothing.
  func noteSilence() {
    guard lastArrival != nil, let socket else { return }
    isClientSilent = Descriptor.unreadBytes(socket.descriptor) == 0
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
