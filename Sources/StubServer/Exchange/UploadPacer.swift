import StubCore

/// Paces a request body that comes from a socket.
///
/// Only pauses of the client use up the link's time; delays of this process do not.
struct UploadPacer: ~Copyable {
  /// How long a client may take to send more before that counts as a pause.
  private static let readingDelay = Duration.milliseconds(10)

  private var pacer: LinkPacer
  /// When the links had delivered all earlier bytes; `nil` before the first bytes.
  private var lastTime: Duration?
  private var isSilent = false

  init(_ links: [NetworkLink]) { pacer = LinkPacer(links, .upload) }

  /// Notes that all that the client has sent has been read.
  mutating func noteSilence() { isSilent = true }

  /// Asks for up to `count` bytes that have already arrived; `count` is at least 1.
  mutating func reserve(_ count: Int, at now: Duration) -> LinkPacer.Slice {
    if isSilent, let lastTime, now - lastTime > Self.readingDelay { pacer.block() }
    isSilent = false
    let slice = pacer.reserve(count, due: lastTime == nil ? now : .zero, at: now)
    if slice.count > 0 { lastTime = slice.time }
    return slice
  }
}

/// How many bytes of a request body may arrive before slow links would have delivered them.
struct UploadWindow {
  /// How many slots' worth of a request body may wait to be read.
  ///
  /// With more, the client would not notice a slow link; with fewer, it could not keep a fast link busy.
  private static let bufferedSlots = 25

  /// The bytes that are read at once even on the slowest link: fewer would not reveal the version of HTTP.
  private static let leastInput = HTTP2Preface.bytes.count

  /// The bytes that the links deliver in one slot, which set the buffer size; `nil` if no link is slow.
  private var slot: Int?

  /// The bytes that may arrive ahead of the links; `nil` if no link is slow.
  static func size(of links: [NetworkLink]) -> Int? {
    links.slot(.upload).map { $0 * bufferedSlots }
  }

  /// The size of the system's receive buffer for unread bytes; the largest possible if no link is slow.
  static func systemRoom(slot: Int?) -> Int {
    slot.map { max(16 * 1_024, $0 * bufferedSlots) } ?? Int(Int32.max / 2)
  }

  /// Limits the read-ahead of a new connection, so that its client notices a slow link.
  init(of transport: Transport, _ links: [NetworkLink]) {
    slot = links.slot(.upload)
    guard let slot else { return }
    limitInput(of: transport)
    Descriptor.limitInput(transport.descriptor, to: Self.systemRoom(slot: slot))
  }

  /// Adapts to links that have changed between two requests.
  ///
  /// The system's buffer only grows, because shrinking it would discard bytes that the client may already
  /// send.
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

/// The bytes of a request body that wait until the links to the server have delivered them.
struct PacedUpload: ~Copyable {
  private var bytes: [UInt8] = []
  /// How many bytes have been taken.
  private var start = 0
  private var pacer: UploadPacer?

  var count: Int { bytes.count - start }

  var isEmpty: Bool { count == 0 }

  /// Adds bytes; the whole body uses the links that are in force when its first bytes arrive.
  mutating func append(_ piece: Span<UInt8>, _ links: () -> [NetworkLink]) {
    if pacer == nil { pacer = UploadPacer(links()) }
    if isEmpty { pacer?.noteSilence() }
    piece.withUnsafeBufferPointer { bytes.append(contentsOf: $0) }
  }

  /// Takes the next bytes if the links have delivered them; there must be some.
  ///
  /// - Returns: how many bytes, and when they were delivered; or 0, and when to ask again.
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

  /// Discards the waiting bytes and returns how many there were.
  mutating func drop() -> Int {
    defer {
      (bytes, start) = ([], 0)
      pacer = nil
    }
    return count
  }
}
