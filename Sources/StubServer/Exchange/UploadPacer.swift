import StubCore

/// Delays a request body from a socket as slow network links would do.
///
/// While the client pauses, the links' time passes unused; a delay of this process costs no time of
/// the links.
struct UploadPacer: ~Copyable {
  /// The longest silence of a client that does not count as a pause.
  private static let readingDelay = Duration.milliseconds(10)

  private var pacer: LinkPacer
  /// When the links delivered the latest bytes; `nil` before the first bytes.
  private var lastTime: Duration?
  private var isSilent = false

  init(_ links: [NetworkLink]) { pacer = LinkPacer(links, .upload) }

  /// Notes that all bytes that the client has sent so far have been read.
  mutating func noteSilence() { isSilent = true }

  /// Reserves the links' time for up to `count` bytes that have arrived; `count` is at least 1.
  mutating func reserve(_ count: Int, at now: Duration) -> LinkPacer.Slice {
    if isSilent, let lastTime, now - lastTime > Self.readingDelay { pacer.block() }
    isSilent = false
    let slice = pacer.reserve(count, due: lastTime == nil ? now : .zero, at: now)
    if slice.count > 0 { lastTime = slice.time }
    return slice
  }
}

/// The number of body bytes that a client can send before slow links would have delivered them.
struct UploadWindow {
  /// The size of the window in slots; a slot is the smallest unit of a link's time.
  ///
  /// With a larger window, a client would not notice that a link is slow. With a smaller one, it
  /// could not use a fast link fully.
  private static let bufferedSlots = 25

  /// The bytes that are read at once even on the slowest link.
  ///
  /// With fewer bytes, the version of HTTP could not be recognized.
  private static let leastInput = HTTP2Preface.bytes.count

  /// The number of bytes that the links deliver in one slot; `nil` if no link is slow.
  private var slot: Int?

  /// Returns the size of the window in bytes; `nil` if no link is slow.
  static func size(of links: [NetworkLink]) -> Int? {
    links.slot(.upload).map { $0 * bufferedSlots }
  }

  /// Returns the size of the system's receive buffer in bytes; the largest possible if no link is
  /// slow.
  static func receiveBufferLimit(slot: Int?) -> Int {
    slot.map { max(16 * 1_024, $0 * bufferedSlots) } ?? Int(Int32.max / 2)
  }

  /// Creates the window of a new connection, and limits its input so that the client notices a slow
  /// link.
  init(of transport: Transport, _ links: [NetworkLink]) {
    slot = links.slot(.upload)
    guard let slot else { return }
    limitInput(of: transport)
    Descriptor.limitInput(transport.descriptor, to: Self.receiveBufferLimit(slot: slot))
  }

  /// Adapts the window to links that have changed between two requests.
  ///
  /// The system's buffer only grows, because shrinking it would discard bytes that the client may
  /// already have sent.
  mutating func follow(_ slot: Int?, _ transport: Transport) {
    guard slot != self.slot else { return }
    self.slot = slot
    limitInput(of: transport)
    Descriptor.extendInput(transport.descriptor, to: Self.receiveBufferLimit(slot: slot))
  }

  private func limitInput(of transport: Transport) {
    transport.limitInput(to: slot.map { max(Self.leastInput, $0) } ?? Transport.inputLimit)
  }
}

/// The bytes of a request body that wait until the network links have delivered them.
struct PacedUpload: ~Copyable {
  private var bytes: [UInt8] = []
  /// The number of bytes that have been taken.
  private var start = 0
  private var pacer: UploadPacer?

  var count: Int { bytes.count - start }

  var isEmpty: Bool { count == 0 }

  /// Adds bytes of the body.
  ///
  /// The links at the time of the first bytes apply to the whole body.
  mutating func append(_ piece: Span<UInt8>, _ links: () -> [NetworkLink]) {
    if pacer == nil { pacer = UploadPacer(links()) }
    if isEmpty { pacer?.noteSilence() }
    piece.withUnsafeBufferPointer { bytes.append(contentsOf: $0) }
  }

  /// Takes the next bytes if the links have delivered them; the upload must not be empty.
  ///
  /// - Returns: the number of bytes and the time of their delivery; if none are delivered yet, 0
  ///   and the time for the next call; `nil` if no bytes were ever added.
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

  /// Discards the waiting bytes and returns their number.
  mutating func drop() -> Int {
    defer {
      (bytes, start) = ([], 0)
      pacer = nil
    }
    return count
  }
}
