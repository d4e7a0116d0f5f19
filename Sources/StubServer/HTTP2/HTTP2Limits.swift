import CNGHTTP2
import StubCore

/// Notices a client that keeps its server busy with what is no request (RFC 9113 §10.5).
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

extension HTTP2Session {
  /// Sets what nghttp2 bears of a client.
  static func set(_ limits: ListenerLimits, _ options: OpaquePointer?) {
    nghttp2_option_set_max_settings(options, max(0, limits.settings))
    nghttp2_option_set_max_continuations(options, max(0, limits.continuations))
    // It counts more than the listener does, so that its own limits must not come first.
    nghttp2_option_set_max_outbound_ack(options, max(1_000, limits.idleFrames))
    let resets = UInt64(clamping: limits.streamResets)
    nghttp2_option_set_stream_reset_rate_limit(
      options, max(1_000, resets * 2), max(33, resets / 10))
  }
}
