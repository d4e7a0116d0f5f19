/// How much a client may send before it is turned away.
public struct ListenerLimits: Sendable, Hashable {
  /// Bytes of the request line; more is 414 when the target is what is long, 400 otherwise.
  public var requestLineLength = 8_192
  /// Bytes of all header lines together; more is 431.
  public var headSize = 65_536
  /// Header fields of one request; more is 431.
  public var headerCount = 128
  /// Bytes of the request body after chunked decoding; more is 413.
  public var bodySize = 64 * 1_024 * 1_024
  /// Bytes of one chunk-size line with its extensions; more is 400.
  public var chunkLineLength = 1_024
  /// Connections open at once over all addresses; one more is answered 503 and closed.
  public var connections = 10_000
  /// Requests under way at once on one HTTP/2 connection; one more is refused (RFC 9113 §5.1.2).
  public var streams = 100
  /// Streams of an HTTP/2 connection that the client breaks off, or makes the server break off,
  /// before they are answered, in 20 seconds; more end the connection (RFC 9113 §10.5).
  public var streamResets = 500
  /// Frames of an HTTP/2 connection that are of no use, which are PING, SETTINGS and DATA without
  /// bytes, in 20 seconds; more end the connection.
  public var idleFrames = 1_000
  /// Settings in one SETTINGS frame; more end the connection.
  public var settings = 32
  /// CONTINUATION frames of one head; more end the connection.
  public var continuations = 8

  public init() {}
}
