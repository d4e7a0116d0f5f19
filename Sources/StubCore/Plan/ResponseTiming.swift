/// When the parts of a response go out, counted from the moment the request was decided on.
public struct ResponseTiming: Sendable, Hashable {
  /// How the bytes of the body spread over time once the head is out.
  public enum Pacing: Sendable, Hashable {
    case atOnce
    /// Evenly, so that the last byte is out after this time.
    case over(Duration)
    /// At this many bytes per second, more than 0.
    case rate(Double)
  }

  /// The wait before the head; not negative.
  public var beforeHead: Duration
  public var body: Pacing

  public init(beforeHead: Duration = .zero, body: Pacing = .atOnce) {
    self.beforeHead = beforeHead
    self.body = body
  }

  public static let immediate = ResponseTiming()
}
