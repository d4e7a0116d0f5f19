/// Finds the heads of frames in what a client sends, as nghttp2 does not tell of frames that it overlooks.
///
/// Bytes are looked at as they come, in pieces of any length.
struct HTTP2FrameHeads: Sendable {
  /// What the head of a frame says (RFC 9113 §4.1).
  struct Head: Sendable, Equatable {
    static let data: UInt8 = 0
    static let headers: UInt8 = 1
    static let priority: UInt8 = 2

    let kind: UInt8
    let flags: UInt8
    let stream: Int32
    /// The stream that this one depends on, in a PRIORITY frame of the right length.
    let dependency: Int32?
  }

  private static let prefaceCount = HTTP2Preface.bytes.count
  private static let headCount = 9
  private static let priorityCount = 5

  /// Bytes to be passed over: the preface at first, then payloads.
  private var skipped = prefaceCount
  private var bytes: [UInt8] = []

  /// Looks at bytes from a place on, up to the next head that is of interest; the place is moved behind it,
  /// or to the end of the bytes.
  mutating func next(in piece: Span<UInt8>, at place: inout Int) -> Head? {
    while place < piece.count {
      if skipped > 0 {
        let count = min(skipped, piece.count - place)
        (skipped, place) = (skipped - count, place + count)
        continue
      }
      bytes.append(piece[place])
      place += 1
      guard bytes.count >= wantedCount else { continue }
      let head = take()
      if head.kind == Head.data || head.kind == Head.priority { return head }
    }
    return nil
  }

  private var payloadCount: Int { Int(bytes[0]) << 16 | Int(bytes[1]) << 8 | Int(bytes[2]) }

  private var isWholePriority: Bool {
    bytes[3] == Head.priority && payloadCount == Self.priorityCount
  }

  /// How many bytes there have to be of the frame that has begun.
  private var wantedCount: Int {
    guard bytes.count >= Self.headCount, isWholePriority else { return Self.headCount }
    return Self.headCount + 4
  }

  private mutating func take() -> Head {
    let head = Head(
      kind: bytes[3], flags: bytes[4], stream: number(at: 5),
      dependency: isWholePriority ? number(at: Self.headCount) : nil)
    skipped = payloadCount - (bytes.count - Self.headCount)
    bytes.removeAll(keepingCapacity: true)
    return head
  }

  /// A number of 31 bits.
  private func number(at place: Int) -> Int32 {
    let number = bytes[place..<place + 4].reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
    return Int32(number & 0x7FFF_FFFF)
  }
}
