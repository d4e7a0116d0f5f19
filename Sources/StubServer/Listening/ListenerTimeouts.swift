/// How long a listener waits for its clients.
public struct ListenerTimeouts: Sendable, Hashable {
  /// For the next request on an open connection; then it is closed.
  public var idle = Duration.seconds(75)
  /// For a whole head, from its first byte; then the answer is 408.
  public var head = Duration.seconds(15)
  /// For the next piece of a body; then the answer is 408.
  public var body = Duration.seconds(30)
  /// For a client to read more of its response; then the connection is closed.
  public var stalledWrite = Duration.seconds(60)
  /// For a client to close its side after the last response, so that it can read it.
  public var linger = Duration.seconds(1)
  /// For responses under way when the listener stops; then they are cut off.
  public var stop = Duration.seconds(5)

  public init() {}
}
