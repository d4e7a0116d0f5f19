/// When the parts of a response go out, counted from the moment the request was decided on.
public struct ResponseTiming: Sendable, Hashable {
  /// How the bytes of the body spread over time once the head is out.
  public enum Pacing: Sendable, Hashable {
    /// As fast as the client takes them.
    case atOnce
    /// Evenly, so that the last byte is out after this time.
    case over(Duration)
    /// At this many bytes per second, more than 0.
    case rate(Double)
    /// In that many equal chunks, 1 or more, the last of them after this time.
    case dribble(chunks: Int, over: Duration)
    /// Chunk by chunk; the last chunk includes the rest.
    case script([ScriptedChunk])
  }

  /// A piece of the body that is sent at once.
  public struct ScriptedChunk: Sendable, Hashable {
    /// Counted from the head.
    public var at: Duration
    /// The number of bytes.
    public var count: Int

    /// A piece of `count` bytes, due at a time after the head.
    public init(at: Duration, count: Int) {
      self.at = at
      self.count = count
    }

    /// Chunks of equal size, to a byte, at most one for each byte; the last is sent at that time.
    package static func equal(_ number: Int, of count: Int, over time: Duration) -> [Self] {
      let number = max(1, min(number, count))
      return (0..<number).map { place in
        let end = count * (place + 1) / number
        return Self(at: time * (place + 1) / number, count: end - count * place / number)
      }
    }
  }

  /// The wait before the head; not negative.
  public var beforeHead: Duration
  /// How the bytes of the body are spread over time.
  public var body: Pacing
  /// Holds the response, after the wait, until it is opened; later times count from then.
  public var gate: HTTPStubGate?

  /// A timing; unless you say otherwise nothing waits.
  public init(
    beforeHead: Duration = .zero, body: Pacing = .atOnce, gate: HTTPStubGate? = nil
  ) {
    self.beforeHead = beforeHead
    self.body = body
    self.gate = gate
  }

  /// No wait: the head and all bytes at once.
  public static let immediate = ResponseTiming()
}
