#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// A time to wait: always the same, or drawn for each response and repeatable from the seed of the set.
///
/// A literal is a number of seconds: `delay: 5`, `delay: 0.3`. Draws below 0 count as none; no delay is
/// longer than a year.
public struct HTTPStubDelay: Sendable, Hashable {
  /// Times are in seconds.
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

  /// The time where it is always the same, below 0 too; `nil` for a random one.
  package var fixed: Duration? {
    guard case .fixed(let time) = kind else { return nil }
    return time
  }

  /// The delay of one response.
  package func draw(from random: SeededRandom) -> Duration {
    switch kind {
    case .fixed(let time): return time.asDelay
    case .uniform(let range):
      return .delay(range.lowerBound + random.fraction() * (range.upperBound - range.lowerBound))
    case .normal(let mean, let deviation):
      return .delay(mean + deviation * random.gaussian())
    case .lognormal(let median, let sigma, let most):
      return .delay(min(median * exp(sigma * random.gaussian()), most))
    case .choice(let delays):
      return delays[random.integer(in: 0...delays.count - 1)].draw(from: random)
    case .sum(let first, let second):
      return (first.draw(from: random) + second.draw(from: random)).asDelay
    }
  }

  /// One delay after the other.
  static func + (first: HTTPStubDelay, second: HTTPStubDelay) -> HTTPStubDelay {
    if first == .none { return second }
    return second == .none ? first : HTTPStubDelay(kind: .sum(first, second))
  }

  /// What is wrong with it, in words that name it.
  func problem(as name: String) -> String? {
    fixed.flatMap { $0 < .zero ? "a \(name) must be 0 s or more, not \($0)" : nil }
  }
}

extension HTTPStubDelay: ExpressibleByIntegerLiteral, ExpressibleByFloatLiteral {
  /// A number of seconds.
  public init(integerLiteral seconds: Int) { self = seconds.stubDelay }

  /// A number of seconds.
  public init(floatLiteral seconds: Double) { self = seconds.stubDelay }
}

/// What can be given as a time: a number of seconds, a `Duration`, or an ``HTTPStubDelay``.
public protocol HTTPStubDelayConvertible {
  /// The time, which may be drawn anew for each response.
  var stubDelay: HTTPStubDelay { get }
}

extension HTTPStubDelay: HTTPStubDelayConvertible {
  /// The delay itself.
  public var stubDelay: HTTPStubDelay { self }
}

extension Duration: HTTPStubDelayConvertible {
  /// Always this time.
  public var stubDelay: HTTPStubDelay { HTTPStubDelay(kind: .fixed(self)) }
}

extension Int: HTTPStubDelayConvertible {
  /// Always this number of seconds.
  public var stubDelay: HTTPStubDelay { .seconds(self) }
}

extension Double: HTTPStubDelayConvertible {
  /// Always this number of seconds.
  public var stubDelay: HTTPStubDelay { .seconds(self) }
}

// Names for arguments: `delay: .milliseconds(300)`.
extension HTTPStubDelayConvertible where Self == HTTPStubDelay {
  /// Always this number of seconds.
  public static func seconds(_ count: some BinaryInteger) -> HTTPStubDelay {
    Duration.seconds(Int(clamping: count)).stubDelay
  }

  /// Always this number of seconds.
  public static func seconds(_ count: Double) -> HTTPStubDelay { Duration.written(count).stubDelay }

  /// Always this number of milliseconds.
  public static func milliseconds(_ count: some BinaryInteger) -> HTTPStubDelay {
    Duration.milliseconds(Int(clamping: count)).stubDelay
  }

  /// Always this number of milliseconds.
  public static func milliseconds(_ count: Double) -> HTTPStubDelay { .seconds(count / 1_000) }

  /// Always this number of microseconds.
  public static func microseconds(_ count: some BinaryInteger) -> HTTPStubDelay {
    Duration.microseconds(Int(clamping: count)).stubDelay
  }

  /// Always this time.
  public static func fixed(_ time: any HTTPStubDelayConvertible) -> HTTPStubDelay {
    time.stubDelay
  }

  /// Any time of the range, each as likely as the others.
  ///
  /// - Precondition: the bounds are 0 or more.
  public static func uniform(_ range: ClosedRange<Duration>) -> HTTPStubDelay {
    let shortest = seconds(of: range.lowerBound, "shortest delay")
    return HTTPStubDelay(kind: .uniform(shortest...range.upperBound.seconds))
  }

  /// Any time of the range of seconds, each as likely as the others.
  ///
  /// - Precondition: the bounds are 0 or more.
  public static func uniform(_ seconds: ClosedRange<Double>) -> HTTPStubDelay {
    uniform(Duration.written(seconds.lowerBound)...Duration.written(seconds.upperBound))
  }

  /// The bell curve.
  ///
  /// - Precondition: mean and deviation are not random themselves, and 0 or more.
  public static func normal(
    mean: any HTTPStubDelayConvertible, deviation: any HTTPStubDelayConvertible
  ) -> HTTPStubDelay {
    HTTPStubDelay(
      kind: .normal(mean: seconds(of: mean, "mean"), deviation: seconds(of: deviation, "deviation"))
    )
  }

  /// What real services show: half the delays below the median, some far above it.
  ///
  /// - Precondition: the times are not random themselves, and 0 or more; `sigma` is 0 or more and finite.
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

  /// One of the list, each as likely as the others.
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

  /// A time that describes a distribution.
  private static func seconds(of time: any HTTPStubDelayConvertible, _ name: String) -> Double {
    guard let fixed = time.stubDelay.fixed else { preconditionFailure("the \(name) is random") }
    precondition(fixed >= .zero, "the \(name) must be 0 s or more, not \(fixed)")
    return fixed.seconds
  }
}

extension SeededRandom {
  /// A number from 0 up to, but not including, 1.
  package func fraction() -> Double { Double(next() >> 11) * 0x1p-53 }

  /// A number of the standard normal distribution, by the method of Box and Muller.
  func gaussian() -> Double {
    let (first, second) = (1 - fraction(), fraction())
    return sqrt(-2 * log(first)) * cos(2 * .pi * second)
  }
}

/// What responses wait for that have no delay of their own: a fixed time, a random one, or both together.
///
/// A response that has one of the two still waits for the other.
package struct CommonDelays: Sendable, Hashable {
  package var fixed: Duration
  package var random: HTTPStubDelay?

  /// No delay, unless you say otherwise.
  package init(fixed: Duration = .zero, random: HTTPStubDelay? = nil) {
    self.fixed = fixed
    self.random = random
  }

  var isEmpty: Bool { fixed == .zero && random == nil }
}

extension ResponsePlan {
  /// The plan with the delays that it does not have itself.
  func delayed(by delays: CommonDelays, random: SeededRandom) -> ResponsePlan {
    var plan = self
    if timing.beforeHead == randomDelay ?? .zero { plan.timing.beforeHead += delays.fixed }
    if randomDelay == nil, let delay = delays.random {
      plan.timing.beforeHead += delay.draw(from: random)
    }
    return plan
  }
}
