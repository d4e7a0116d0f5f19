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
