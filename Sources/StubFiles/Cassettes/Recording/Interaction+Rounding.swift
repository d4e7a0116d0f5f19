import StubCore

extension Interaction {
  /// The interaction as it is read again from a file: times to the microsecond, dates to the
  /// millisecond.
  func recorded(keepsTiming: Bool) -> Interaction {
    var recorded = self
    recorded.recordedAt = recordedAt.map(RecordedInstant.rounded)
    recorded.timing = keepsTiming ? timing?.rounded : nil
    return recorded
  }
}

extension RecordedTiming {
  fileprivate var rounded: RecordedTiming {
    RecordedTiming(
      wait: wait.rounded, receive: receive.rounded,
      chunks: chunks.map { ResponseTiming.ScriptedChunk(at: $0.at.rounded, count: $0.count) })
  }
}

extension Duration {
  fileprivate var rounded: Duration { max(.zero, .microseconds(wholeMicroseconds)) }
}
