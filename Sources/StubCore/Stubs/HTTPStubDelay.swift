import StubPlatform

/// A time to wait, which is fixed, or random for each response.
///
/// With the seed of the stub set, random times can be repeated.
///
/// A literal is a number of seconds: `delay: 5`, `delay: 0.3`. A random value below 0 counts as 0;
/// the longest delay is one year.
public struct HTTPStubDelay: Sendable, Hashable {
  /// The kinds of delay; times without a unit are in seconds.
  fileprivate enum Kind: Sendable, Hashable {
    case fixed(Duration)
    case uniform(ClosedRange<Double>)
    case normal(mean: Double, deviation: Double)
    case lognormal(median: Double, sigma: Double, most: Double)
    case choice([HTTPStubDelay])
    indirect case sum(HTTPStubDelay, HTTPStubDelay)
  }

  fileprivate let kind: Kind

  /// No delay.
  static let none = HTTPStubDelay(kind: .fixed(.zero))

  /// The fixed time, which may be negative; `nil` for a random delay.
  package var fixed: Duration? {
    guard case .fixed(let time) = kind else { return nil }
    return time
  }

  /// Returns the delay for one response.
  package func draw(from random: SeededRandom) -> Duration {
    switch kind {
    case .fixed(let time): return time.clampedToDelayRange
    case .uniform(let range):
      return .delay(range.lowerBound + random.fraction() * (range.upperBound - range.lowerBound))
    case .normal(let mean, let deviation):
      return .delay(mean + deviation * random.gaussian())
    case .lognormal(let median, let sigma, let most):
      return .delay(min(median * exp(sigma * random.gaussian()), most))
    case .choice(let delays):
      return delays[random.integer(in: 0...delays.count - 1)].draw(from: random)
    case .sum(let first, let second):
      return (first.draw(from: random) + second.draw(from: random)).clampedToDelayRange
    }
  }

  /// Returns the sum of two delays.
  static func + (first: HTTPStubDelay, second: HTTPStubDelay) -> HTTPStubDelay {
    if first == .none { return second }
    return second == .none ? first : HTTPStubDelay(kind: .sum(first, second))
  }

  /// Returns the problem with the delay, in which it is called `name`; `nil` if there is none.
  func problem(as name: String) -> String? {
    fixed.flatMap { $0 < .zero ? "a \(name) must be 0 s or more, not \($0)" : nil }
  }
}

extension HTTPStubDelay: ExpressibleByIntegerLiteral, ExpressibleByFloatLiteral {
  /// Creates a delay of `seconds` seconds.
  public init(integerLiteral seconds: Int) { self = seconds.stubDelay }

  /// Creates a delay of `seconds` seconds.
  public init(floatLiteral seconds: Double) { self = seconds.stubDelay }
}

/// A type that can serve as a delay: a number of seconds, a `Duration`, or an ``HTTPStubDelay``.
public protocol HTTPStubDelayConvertible {
  /// The delay; a random delay has a different value for each response.
  var stubDelay: HTTPStubDelay { get }
}

extension HTTPStubDelay: HTTPStubDelayConvertible {
  /// The delay itself.
  public var stubDelay: HTTPStubDelay { self }
}

extension Duration: HTTPStubDelayConvertible {
  /// A fixed delay of this time.
  public var stubDelay: HTTPStubDelay { HTTPStubDelay(kind: .fixed(self)) }
}

extension Int: HTTPStubDelayConvertible {
  /// A fixed delay of this number of seconds.
  public var stubDelay: HTTPStubDelay { .seconds(self) }
}

extension Double: HTTPStubDelayConvertible {
  /// A fixed delay of this number of seconds.
  public var stubDelay: HTTPStubDelay { .seconds(self) }
}

// The next functions allow arguments such as `delay: .milliseconds(300)`.
extension HTTPStubDelayConvertible where Self == HTTPStubDelay {
  /// Returns a fixed delay in seconds.
  public static func seconds(_ count: some BinaryInteger) -> HTTPStubDelay {
    Duration.seconds(Int(clamping: count)).stubDelay
  }

  /// Returns a fixed delay in seconds.
  public static func seconds(_ count: Double) -> HTTPStubDelay { Duration.written(count).stubDelay }

  /// Returns a fixed delay in milliseconds.
  public static func milliseconds(_ count: some BinaryInteger) -> HTTPStubDelay {
    Duration.milliseconds(Int(clamping: count)).stubDelay
  }

  /// Returns a fixed delay in milliseconds.
  public static func milliseconds(_ count: Double) -> HTTPStubDelay { .seconds(count / 1_000) }

  /// Returns a fixed delay in microseconds.
  public static func microseconds(_ count: some BinaryInteger) -> HTTPStubDelay {
    Duration.microseconds(Int(clamping: count)).stubDelay
  }

  /// Returns a fixed delay.
  public static func fixed(_ time: any HTTPStubDelayConvertible) -> HTTPStubDelay {
    time.stubDelay
  }

  /// Returns a random delay that is evenly distributed over the range.
  ///
  /// - Precondition: the bounds are 0 or more.
  public static func uniform(_ range: ClosedRange<Duration>) -> HTTPStubDelay {
    let shortest = seconds(of: range.lowerBound, "shortest delay")
    return HTTPStubDelay(kind: .uniform(shortest...range.upperBound.seconds))
  }

  /// Returns a random delay that is evenly distributed over the range, in seconds.
  ///
  /// - Precondition: the bounds are 0 or more.
  public static func uniform(_ seconds: ClosedRange<Double>) -> HTTPStubDelay {
    uniform(Duration.written(seconds.lowerBound)...Duration.written(seconds.upperBound))
  }

  /// Returns a random delay with a normal distribution.
  ///
  /// - Precondition: mean and deviation are fixed times of 0 or more.
  public static func normal(
    mean: any HTTPStubDelayConvertible, deviation: any HTTPStubDelayConvertible
  ) -> HTTPStubDelay {
    HTTPStubDelay(
      kind: .normal(mean: seconds(of: mean, "mean"), deviation: seconds(of: deviation, "deviation"))
    )
  }

  /// Returns a random delay with a log-normal distribution, like the response times of real
  /// services.
  ///
  /// Half of the delays are below the median, and a few are far above it.
  ///
  /// - Precondition: the times are fixed and 0 or more; `sigma` is 0 or more and finite.
  public static func lognormal(
    median: any HTTPStubDelayConvertible, sigma: Double,
    max most: (any HTTPStubDelayConvertible)? = nil
  ) -> HTTPStubDelay {
    precondition(sigma >= 0 && sigma.isFinite, "sigma must be 0 or more, not \(sigma)")
    let longest = Duration.longestDelay.seconds
    return HTTPStubDelay(
      kind: .lognormal(
        median: seconds(of: median, "median"), sigma: sigma,
        most: most.map { min(seconds(of: $0, "longest delay"), longest) } ?? longest))
  }

  /// Returns a delay that is chosen at random from the list, with the same probability for each.
  ///
  /// - Precondition: the list is not empty; all delays are 0 or more.
  public static func oneOf(_ delays: [any HTTPStubDelayConvertible]) -> HTTPStubDelay {
    precondition(!delays.isEmpty, "the list of delays is empty")
    let delays = delays.map(\.stubDelay)
    for problem in delays.lazy.compactMap({ $0.problem(as: "delay") }) {
      preconditionFailure(problem)
    }
    return HTTPStubDelay(kind: .choice(delays))
  }

  /// Returns in seconds a time that is the parameter `name` of a distribution.
  private static func seconds(of time: any HTTPStubDelayConvertible, _ name: String) -> Double {
    guard let fixed = time.stubDelay.fixed else { preconditionFailure("the \(name) is random") }
    precondition(fixed >= .zero, "the \(name) must be 0 s or more, not \(fixed)")
    return fixed.seconds
  }
}

extension SeededRandom {
  /// Returns a random number from 0 up to, but not including, 1.
  package func fraction() -> Double { Double(next() >> 11) * 0x1p-53 }

  /// Returns a random number with the standard normal distribution, by the Box–Muller method.
  func gaussian() -> Double {
    let (first, second) = (1 - fraction(), fraction())
    return sqrt(-2 * log(first)) * cos(2 * .pi * second)
  }
}

/// The delays for responses without their own delay: a fixed delay, a random delay, or both.
///
/// A response that has only a fixed or only a random delay gets the other kind.
package struct DefaultDelays: Sendable, Hashable {
  package var fixed: Duration
  package var random: HTTPStubDelay?

  /// Creates common delays (default: none).
  package init(fixed: Duration = .zero, random: HTTPStubDelay? = nil) {
    self.fixed = fixed
    self.random = random
  }

  var isEmpty: Bool { fixed == .zero && random == nil }
}

extension ResponsePlan {
  /// Returns the plan with the common delays, except any kind of delay that it already has.
  func delayed(by delays: DefaultDelays, random: SeededRandom) -> ResponsePlan {
    var plan = self
    if timing.beforeHead == randomDelay ?? .zero { plan.timing.beforeHead += delays.fixed }
    if randomDelay == nil, let delay = delays.random {
      plan.timing.beforeHead += delay.draw(from: random)
    }
    return plan
  }
}
