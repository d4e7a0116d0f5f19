/// The pace at which a response is sent.
public struct HTTPStubResponseInterval: Sendable, Hashable {
  enum Kind: Sendable, Hashable {
    case immediate
    case delayedBy(HTTPStubDelay)
    case withSpeed(HTTPConnectionSpeed)
    case spreadOver(HTTPStubDelay)
    case dribble(chunks: Int, over: HTTPStubDelay)
  }

  let kind: Kind

  /// Sends everything immediately.
  public static let immediate = HTTPStubResponseInterval(kind: .immediate)

  /// Waits for `time` before the response; if it is negative, the stub answers with an error about
  /// it.
  public static func delayedBy(_ time: any HTTPStubDelayConvertible) -> Self {
    Self(kind: .delayedBy(time.stubDelay))
  }

  /// Sends the head immediately, and the body at the speed `speed`.
  public static func withSpeed(_ speed: HTTPConnectionSpeed) -> Self {
    Self(kind: .withSpeed(speed))
  }

  /// Sends the head immediately, and spreads the body evenly over `time`.
  ///
  /// A negative time is a speed, as in OHHTTPStubs: -7 s stands for 7 KB/s, which is 7,000 bytes
  /// per second.
  public static func spreadOver(_ time: any HTTPStubDelayConvertible) -> Self {
    Self(kind: .spreadOver(time.stubDelay))
  }

  /// Sends the head immediately, and the body in `chunks` equal chunks, the last of them after
  /// `time`.
  public static func dribble(chunks: Int, over time: any HTTPStubDelayConvertible) -> Self {
    Self(kind: .dribble(chunks: chunks, over: time.stubDelay))
  }
}

extension HTTPStubResponseInterval {
  var isImmediate: Bool { if case .immediate = kind { true } else { false } }

  /// The problem with the time; `nil` if there is none.
  ///
  /// A negative time of `spreadOver` is no problem, because it is a speed.
  var problem: String? {
    switch kind {
    case .immediate, .withSpeed, .spreadOver: nil
    case .delayedBy(let time): time.problem(as: "delay")
    case .dribble(_, let time): time.problem(as: "time for chunks")
    }
  }

  /// The wait before the head.
  var delay: HTTPStubDelay {
    if case .delayedBy(let time) = kind { time } else { .none }
  }

  /// The pace of the body; random times count as 0.
  var pacing: ResponseTiming.Pacing {
    switch kind {
    case .immediate, .delayedBy: return .atOnce
    case .withSpeed(let speed): return .rate(speed.bytesPerSecond)
    case .spreadOver(let time):
      let time = time.fixed ?? .zero
      return time < .zero ? .rate(-time.seconds * 1_000) : .over(time.clampedToDelayRange)
    case .dribble(let chunks, let time):
      return .dribble(chunks: chunks, over: (time.fixed ?? .zero).clampedToDelayRange)
    }
  }

  /// The pace of the body, if its time is random; otherwise `nil`.
  var randomPacing: RandomPacing? {
    switch kind {
    case .spreadOver(let time) where time.fixed == nil: .over(time)
    case .dribble(let chunks, let time) where time.fixed == nil:
      .dribble(chunks: chunks, over: time)
    default: nil
    }
  }
}
