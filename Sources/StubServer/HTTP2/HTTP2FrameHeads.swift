import StubCore

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

/// Detects a client that floods the server with frames other than requests (RFC 9113 §10.5).
///
/// Each kind of nuisance has a number that is forgiven at once and comes back within 20 seconds.
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

  /// Whether one more stream that was broken off can be borne.
  mutating func allowsReset(at now: Duration) -> Bool { resets.take(at: now) }

  /// Whether one more frame without use can be borne.
  mutating func allowsIdleFrame(at now: Duration) -> Bool { idleFrames.take(at: now) }
}

/// What is known of streams that are no longer there, to tell a client that opens them again from one that
/// does not know yet that they were reset (RFC 9113 §5.1).
///
/// nghttp2 keeps closed streams only where it also follows the client's priorities. It overlooks DATA on
/// them and does not tell of it, so heads of frames are looked at before it gets them.
struct HTTP2StreamStates {
  /// Older ones are forgotten; frames for them are overlooked.
  private static let mostClosed = 128
  private static let mostSkipped = 16

  /// The last stream that the client opened.
  private var last: Int32 = 0
  /// The streams that the client itself has ended or reset, the last ones in a ring.
  private var closed: [Int32] = []
  private var nextPlace = 0
  /// Streams that were never opened, although later ones were.
  private var skipped: [ClosedRange<Int32>] = []

  /// Notes that the client has opened a stream.
  mutating func open(_ id: Int32) {
    if id > last + 2, skipped.count < Self.mostSkipped { skipped.append(last + 1...id - 1) }
    last = max(last, id)
  }

  /// Notes that the client has nothing more to say on a stream.
  mutating func close(_ id: Int32) {
    if closed.count < Self.mostClosed {
      closed.append(id)
    } else {
      closed[nextPlace] = id
      nextPlace = (nextPlace + 1) % Self.mostClosed
    }
  }

  /// What ends the connection when fields come on a stream that is not there; `nil` for nothing.
  func errorForFields(on id: Int32) -> HTTP2ErrorCode? {
    if skipped.contains(where: { $0.contains(id) }) { return .protocolError }
    return closed.contains(id) ? .streamClosed : nil
  }

  /// What ends the connection when DATA comes on a stream that is not there; `nil` for nothing.
  func errorForData(on id: Int32) -> HTTP2ErrorCode? { closed.contains(id) ? .streamClosed : nil }
}
