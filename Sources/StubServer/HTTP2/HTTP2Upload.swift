import StubCore

/// Bytes of a request body that wait until the lines to the server have brought them.
struct HTTP2Upload: Sendable {
  /// How long a client may take to send more and still count as sending without a pause.
  private static let readingDelay = Duration.milliseconds(10)

  private var bytes: [UInt8] = []
  /// How many of the bytes are gone.
  private var start = 0
  /// How many the lines are bringing now, and when they have.
  private var turn: (count: Int, time: Duration)?
  /// When the lines had brought all that came before.
  private var lastTime: Duration?

  private var count: Int { bytes.count - start }

  var isEmpty: Bool { count == 0 }

  mutating func append(_ piece: Span<UInt8>, at now: Duration) {
    // A client that has paused has lost the time on the line.
    if isEmpty, let lastTime, now - lastTime > Self.readingDelay { self.lastTime = nil }
    piece.withUnsafeBufferPointer { bytes.append(contentsOf: $0) }
  }

  /// Takes the lines for the next bytes, of which there are some, and says when these are here.
  mutating func begin(_ links: [NetworkLink], at now: Duration) -> Duration {
    if let turn { return turn.time }
    let count = min(count, links.compactMap { $0.turn(.upload) }.min() ?? .max)
    let start = lastTime ?? now
    // Each turn counts from the end of the one before, however late this side is with it.
    let time = links.map { $0.reserve(count, .upload, at: start) }.max() ?? now
    turn = (count, time)
    lastTime = time
    return time
  }

  /// Hands over what the lines have brought; returns how many bytes that was.
  mutating func take(_ body: (Span<UInt8>) -> Void) -> Int {
    let count = turn?.count ?? 0
    turn = nil
    body(bytes.span.extracting(start..<start + count))
    start += count
    if start * 2 >= bytes.count {
      bytes.removeFirst(start)
      start = 0
    }
    return count
  }

  /// Forgets what waits; returns how many bytes that was.
  mutating func drop() -> Int {
    defer { (bytes, start, turn) = ([], 0, nil) }
    return count
  }
}
