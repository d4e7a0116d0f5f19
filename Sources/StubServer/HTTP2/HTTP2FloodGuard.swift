import StubCore

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
