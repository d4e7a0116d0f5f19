import StubCore

extension Connection {
  /// An event of which the links have yet to bring some bytes, although they are in memory.
  struct Arrival {
    let event: RequestParser.Event
    let count: Int
  }

  /// Bytes that are read at once even on the slowest link: fewer would not show the version of HTTP.
  private static let leastInput = HTTP2Preface.bytes.count

  /// How many slots' worth of a request body may wait to be read: more, and the client does not
  /// notice a slow link; less, and it cannot keep a fast one busy.
  private static let bufferedSlots = 25

  /// The links that request bodies come through.
  var uploadLinks: [NetworkLink] {
    guard let link, link.limits(.upload) else { return worker.uploadLinks }
    return worker.uploadLinks + [link]
  }

  /// Bytes that may have come without having been brought by a link; `nil` without a link.
  var uploadWindow: Int? { uploadLinks.slot(.upload).map { $0 * Self.bufferedSlots } }

  /// Lets the client notice a slow link: what is read ahead has come faster than the link is.
  func limitInput() {
    guard let socket, let slot = uploadLinks.slot(.upload) else { return }
    socket.limitInput(to: max(Self.leastInput, slot))
    Descriptor.limitInput(socket.descriptor, to: Self.inputRoom(slot: slot))
  }

  /// The room that the system has for what comes before it is read.
  static func inputRoom(slot: Int) -> Int { max(16 * 1_024, slot * bufferedSlots) }

  /// Reads on to the next event; bytes of a body come no faster than the links bring them.
  func read(_ socket: SocketBuffer) {
    let links = uploadLinks
    let slot = links.isEmpty ? nil : links.slot(.upload)
    let wasWithinBody = parser.isWithinBody
    var event = RequestParser.Event.needsInput
    var used = 0
    socket.consume(atMost: slot ?? .max) { bytes in
      event = parser.next(in: bytes, at: &used)
      return used
    }
    let count = wasWithinBody ? used : bodyCount(after: event)
    guard slot != nil, count > 0 else { return handle(event, socket) }
    if upload == nil { upload = UploadPacer(links) }
    bring(event, count, socket)
  }

  /// Handles the event when the links have brought that many bytes.
  private func bring(_ event: RequestParser.Event, _ count: Int, _ socket: SocketBuffer) {
    var left = count
    while left > 0, let slice = upload?.reserve(left, at: MonotonicClock.now) {
      left -= slice.count
      if slice.count == 0 {
        arrival = Arrival(event: event, count: left)
        return timer.set(slice.time)
      }
    }
    handle(event, socket)
  }

  /// Notes that the links are free because the client has sent nothing.
  func noteSilence() {
    guard upload != nil, let socket, Descriptor.unreadBytes(socket.descriptor) == 0 else { return }
    upload?.noteSilence()
  }

  /// The bytes of the body that came with its head.
  private func bodyCount(after event: RequestParser.Event) -> Int {
    switch event {
    case .request(let incoming): incoming.request.body?.count ?? 0
    case .needsInput, .expectsContinue: parser.body.count
    case .failure: 0
    }
  }

  /// Goes on with what the links have brought by now.
  func arrived(_ arrival: Arrival) {
    self.arrival = nil
    guard let socket else { return }
    bring(arrival.event, arrival.count, socket)
    if self.arrival == nil { pump() }
  }
}

/// Paces a request body that comes from a socket.
///
/// Only what the client is late with is lost to the links, not what this side is late with.
struct UploadPacer: ~Copyable {
  /// How long a client may take to send more and still count as sending without a pause.
  private static let readingDelay = Duration.milliseconds(10)

  private var pacer: LinkPacer
  /// When the links had brought all that came before; `nil` before the first bytes.
  private var lastTime: Duration?
  private var isSilent = false

  init(_ links: [NetworkLink]) { pacer = LinkPacer(links, .upload) }

  /// Notes that all that the client has sent has been read.
  mutating func noteSilence() { isSilent = true }

  /// Asks for up to `count` bytes, more than 0, that have come by now.
  mutating func reserve(_ count: Int, at now: Duration) -> LinkPacer.Slice {
    if isSilent, let lastTime, now - lastTime > Self.readingDelay { pacer.block() }
    isSilent = false
    let slice = pacer.reserve(count, due: lastTime == nil ? now : .zero, at: now)
    if slice.count > 0 { lastTime = slice.time }
    return slice
  }
}
