/// When a response goes out.
public enum HTTPStubResponseInterval: Sendable, Hashable {
  case immediate
  /// After this many seconds; negative or not finite counts as none.
  case delayedBy(Double)
  /// At once, the body spread over time as a connection of that speed would.
  case withSpeed(HTTPConnectionSpeed)
  /// At once, the body spread evenly over this many seconds; not positive counts as none.
  case spreadOver(Double)
  /// At once, the body in that many equal chunks, the last after this many seconds.
  case dribble(chunks: Int, over: Double)
}
