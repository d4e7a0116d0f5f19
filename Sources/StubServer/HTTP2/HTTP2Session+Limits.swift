import CNGHTTP2

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
