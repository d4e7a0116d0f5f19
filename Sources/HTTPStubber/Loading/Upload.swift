import StubCore

/// The body of a request on its way out through a line, piece by piece.
struct Upload: Sendable {
  private let link: NetworkLink
  let count: Int
  private(set) var sent = 0
  /// When what was sent so far is through.
  private(set) var time: Duration

  /// `nil` when the line does not hold the body up.
  init?(_ count: Int, through link: NetworkLink?, from start: Duration) {
    guard let link, link.profile.upload != nil, count > 0 else { return nil }
    self.link = link
    self.count = count
    time = start
  }

  /// Puts the next piece on the line: what goes through in 50 ms.
  ///
  /// - Returns: the number of bytes; `nil` when all are through.
  mutating func sendPiece() -> Int? {
    guard sent < count, let speed = link.profile.upload else { return nil }
    let most = max(1, min(Double(Timeline.largestStep), speed.bytesPerSecond / 20))
    let piece = min(Int(most), count - sent)
    sent += piece
    time = max(time, link.reserve(piece, .upload, at: time))
    return piece
  }
}
