#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// A random delay for each response, repeatable from the seed of the set.
///
/// Draws below 0 count as none; no delay is longer than a year.
public struct HTTPStubDelay: Sendable, Hashable {
  /// Times are in seconds.
  private enum Kind: Sendable, Hashable {
    case uniform(ClosedRange<Double>)
    case normal(mean: Double, deviation: Double)
    case lognormal(median: Double, sigma: Double, most: Double)
    case choice([Duration])
  }

  private let kind: Kind

  /// Always this time.
  ///
  /// - Precondition: it is 0 or more.
  public static func fixed(_ delay: Duration) -> HTTPStubDelay { .oneOf([delay]) }

  /// Any time of the range, each as likely as the others.
  ///
  /// - Precondition: the bounds are 0 or more.
  public static func uniform(_ range: ClosedRange<Duration>) -> HTTPStubDelay {
    check(range.lowerBound)
    return HTTPStubDelay(kind: .uniform(range.lowerBound.seconds...range.upperBound.seconds))
  }

  /// The bell curve.
  ///
  /// - Precondition: mean and deviation are 0 or more.
  public static func normal(mean: Duration, deviation: Duration) -> HTTPStubDelay {
    check(mean, deviation)
    return HTTPStubDelay(kind: .normal(mean: mean.seconds, deviation: deviation.seconds))
  }

  /// What real services show: half the delays below the median, some far above it.
  ///
  /// - Precondition: the times are 0 or more; `sigma` is 0 or more and finite.
  public static func lognormal(
    median: Duration, sigma: Double, max most: Duration? = nil
  ) -> HTTPStubDelay {
    check(median, most ?? .zero)
    precondition(sigma >= 0 && sigma.isFinite, "sigma must be 0 or more, not \(sigma)")
    let longest = min(most ?? .longestDelay, .longestDelay)
    return HTTPStubDelay(
      kind: .lognormal(median: median.seconds, sigma: sigma, most: longest.seconds))
  }

  /// One of the list, each as likely as the others.
  ///
  /// - Precondition: the list is not empty; all delays are 0 or more.
  public static func oneOf(_ delays: [Duration]) -> HTTPStubDelay {
    precondition(!delays.isEmpty, "the list of delays is empty")
    for delay in delays { check(delay) }
    return HTTPStubDelay(kind: .choice(delays))
  }

  /// The delay of one response.
  package func draw(from random: SeededRandom) -> Duration {
    switch kind {
    case .uniform(let range):
      return .delay(range.lowerBound + random.fraction() * (range.upperBound - range.lowerBound))
    case .normal(let mean, let deviation):
      return .delay(mean + deviation * random.gaussian())
    case .lognormal(let median, let sigma, let most):
      return .delay(min(median * exp(sigma * random.gaussian()), most))
    case .choice(let delays):
      return delays[random.integer(in: 0...delays.count - 1)].asDelay
    }
  }

  private static func check(_ delays: Duration...) {
    for delay in delays {
      precondition(delay >= .zero, "a time must be 0 s or more, not \(delay)")
    }
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
