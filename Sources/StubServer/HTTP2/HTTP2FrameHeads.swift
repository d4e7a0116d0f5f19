import StubCore

/// Finds the heads of DATA and PRIORITY frames in a client's bytes.
///
/// nghttp2 does not report all of these frames. The bytes may arrive in pieces of any length.
struct HTTP2FrameHeads: Sendable {
  /// The contents of a frame's head (RFC 9113 §4.1).
  struct Head: Sendable, Equatable {
    static let data: UInt8 = 0
    static let headers: UInt8 = 1
    static let priority: UInt8 = 2

    let kind: UInt8
    let flags: UInt8
    let stream: Int32
    /// The stream on which this stream depends, if the frame is a PRIORITY frame of the right
    /// length; otherwise `nil`.
    let dependency: Int32?
  }

  private static let prefaceCount = HTTP2Preface.bytes.count
  private static let headCount = 9
  private static let priorityCount = 5

  /// The number of bytes still to skip: first the preface, then payloads.
  private var skipped = prefaceCount
  private var bytes: [UInt8] = []

  /// Finds the next head of a DATA or PRIORITY frame from `place` on.
  ///
  /// `place` moves past the head, or to the end of the piece if there is none.
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

  /// The number of bytes to collect of the current frame before its head is known.
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

  /// Returns the 31-bit number that begins at `place`.
  private func number(at place: Int) -> Int32 {
    let number = bytes[place..<place + 4].reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
    return Int32(number & 0x7FFF_FFFF)
  }
}

/// Detects a client that floods the server with frames other than requests (RFC 9113 §10.5).
///
/// Resets and frames without content have a limit each. A
/// used-up limit is full again after 20 seconds.
struct HTTP2FloodGuard: Sendable {
  private static let forgivenWithin = 20.0

  private struct Allowance: Sendable {
    let most: Double
    var left: Double
    var time = Duration.zero

    init(_ most: Int) { (self.most, left) = (Double(most), Double(most)) }

    mutating func take(at now: Duration) -> Bool {
      left = min(most, left + (now - time).seconds / HTTP2FloodGuard.forgivenWithin * most) - 1
      time = now
      return left >= 0
    }
  }

  private var resets: Allowance
  private var idleFrames: Allowance

  init(_ limits: ListenerLimits) {
    resets = Allowance(limits.streamResets)
    idleFrames = Allowance(limits.idleFrames)
  }

  /// Whether the client may reset one more stream.
  mutating func allowsReset(at now: Duration) -> Bool { resets.take(at: now) }

  /// Whether the client may send one more frame without content.
  mutating func allowsIdleFrame(at now: Duration) -> Bool { idleFrames.take(at: now) }
}

/// The latest streams that a client has opened, skipped and closed (RFC 9113 §5.1).
///
/// The states show whether a client uses a closed stream again, which is an error. nghttp2 forgets
/// closed streams and silently ignores DATA on them, so the heads of frames are examined before
/// nghttp2 gets them.
struct HTTP2StreamStates {
  /// The number of closed streams that are remembered; frames on streams closed earlier are
  /// ignored.
  private static let mostClosed = 128
  private static let mostSkipped = 16

  /// The number of the last stream that the client opened.
  private var last: Int32 = 0
  /// The latest streams that the client itself has ended or reset, in a ring buffer.
  private var closed: [Int32] = []
  private var nextPlace = 0
  /// The numbers of streams that were never opened, although later streams were.
  private var skipped: [ClosedRange<Int32>] = []

  /// Notes that the client has opened a stream.
  mutating func open(_ id: Int32) {
    if id > last + 2, skipped.count < Self.mostSkipped { skipped.append(last + 1...id - 1) }
    last = max(last, id)
  }

  /// Notes that the client has ended its side of a stream.
  mutating func close(_ id: Int32) {
    if closed.count < Self.mostClosed {
      closed.append(id)
    } else {
      closed[nextPlace] = id
      nextPlace = (nextPlace + 1) % Self.mostClosed
    }
  }

  /// Returns the error that ends the connection if fields arrive on a stream that is not open, or
  /// `nil`.
  func errorForFields(on id: Int32) -> HTTP2ErrorCode? {
    if skipped.contains(where: { $0.contains(id) }) { return .protocolError }
    return closed.contains(id) ? .streamClosed : nil
  }

  /// Returns the error that ends the connection if DATA arrives on a stream that is not open, or
  /// `nil`.
  func errorForData(on id: Int32) -> HTTP2ErrorCode? { closed.contains(id) ? .streamClosed : nil }
}
