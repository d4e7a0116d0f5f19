import StubCore

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

/// How much of a request body may have come before slow links would have brought it.
struct UploadWindow {
  /// How many slots' worth of a request body may wait to be read: more, and the client does not
  /// notice a slow link; less, and it cannot keep a fast one busy.
  private static let bufferedSlots = 25

  /// Bytes that are read at once even on the slowest link: fewer would not show the version of HTTP.
  private static let leastInput = HTTP2Preface.bytes.count

  /// What the links bring in a slot for which a connection has room; `nil` where none is slow.
  private var slot: Int?

  /// Bytes that may have come without having been brought by the links; `nil` without a slow one.
  static func size(of links: [NetworkLink]) -> Int? {
    links.slot(.upload).map { $0 * bufferedSlots }
  }

  /// The room that the system has for what comes before it is read: the most that it gives where no link
  /// is slow.
  static func systemRoom(slot: Int?) -> Int {
    slot.map { max(16 * 1_024, $0 * bufferedSlots) } ?? Int(Int32.max / 2)
  }

  /// Lets the client of a new connection notice a slow link: what is read ahead has come faster than the
  /// link is.
  init(of transport: Transport, _ links: [NetworkLink]) {
    slot = links.slot(.upload)
    guard let slot else { return }
    limitInput(of: transport)
    Descriptor.limitInput(transport.descriptor, to: Self.systemRoom(slot: slot))
  }

  /// Follows the links when they have changed, between two requests.
  ///
  /// The system's room only grows: it would drop what a client sends that has been offered more.
  mutating func follow(_ slot: Int?, _ transport: Transport) {
    guard slot != self.slot else { return }
    self.slot = slot
    limitInput(of: transport)
    Descriptor.extendInput(transport.descriptor, to: Self.systemRoom(slot: slot))
  }

  private func limitInput(of transport: Transport) {
    transport.limitInput(to: slot.map { max(Self.leastInput, $0) } ?? Transport.inputLimit)
  }
}

/// Bytes of a request body that wait until the links to the server have brought them.
struct PacedUpload: ~Copyable {
  private var bytes: [UInt8] = []
  /// How many of the bytes are gone.
  private var start = 0
  private var pacer: UploadPacer?

  var count: Int { bytes.count - start }

  var isEmpty: Bool { count == 0 }

  /// Adds bytes, which come through the links that are in force when the first of a body come.
  mutating func append(_ piece: Span<UInt8>, _ links: () -> [NetworkLink]) {
    if pacer == nil { pacer = UploadPacer(links()) }
    if isEmpty { pacer?.noteSilence() }
    piece.withUnsafeBufferPointer { bytes.append(contentsOf: $0) }
  }

  /// Hands over the next bytes, of which there are some, if the links have brought them.
  ///
  /// - Returns: how many, and when they were through; or 0, and when to ask again.
  mutating func take(at now: Duration, _ body: (Span<UInt8>) -> Void) -> LinkPacer.Slice? {
    let count = count
    let slice = pacer?.reserve(count, at: now)
    guard let slice, slice.count > 0 else { return slice }
    bytes.withSpan { body($0.extracting(start..<start + slice.count)) }
    start += slice.count
    if start * 2 >= bytes.count {
      bytes.removeFirst(start)
      start = 0
    }
    return slice
  }

  /// Forgets what waits; returns how many bytes that was.
  mutating func drop() -> Int {
    defer {
      (bytes, start) = ([], 0)
      pacer = nil
    }
    return count
  }
}
