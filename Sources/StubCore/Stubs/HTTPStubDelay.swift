#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// A delay that is drawn anew for each response, repeatable from the set's seed.
///
/// All times are in seconds, and draws below 0 count as none.
public struct HTTPStubDelay: Sendable, Hashable {
  private enum Kind: Sendable, Hashable {
    case uniform(ClosedRange<Double>)
    case normal(mean: Double, deviation: Double)
    case lognormal(median: Double, sigma: Double, most: Double)
    case choice([Double])
  }

  private let kind: Kind

  public static func fixed(_ seconds: Double) -> HTTPStubDelay { .uniform(seconds...seconds) }

  /// Any time of the range, each as likely as the others.
  ///
  /// - Precondition: the bounds are 0 or more and finite.
  public static func uniform(_ range: ClosedRange<Double>) -> HTTPStubDelay {
    check(range.lowerBound, range.upperBound)
    return HTTPStubDelay(kind: .uniform(range))
  }

  /// The bell curve.
  ///
  /// - Precondition: mean and deviation are 0 or more and finite.
  public static func normal(mean: Double, deviation: Double) -> HTTPStubDelay {
    check(mean, deviation)
    return HTTPStubDelay(kind: .normal(mean: mean, deviation: deviation))
  }

  /// What real services show: half the delays below the median, some far above it.
  ///
  /// - Precondition: all are 0 or more, and `sigma` is finite.
  public static func lognormal(
    median: Double, sigma: Double, max most: Double = .infinity
  ) -> HTTPStubDelay {
    check(median, sigma)
    precondition(most >= 0, "the longest delay must be 0 s or more, not \(most)")
    return HTTPStubDelay(kind: .lognormal(median: median, sigma: sigma, most: most))
  }

  /// One of the list, each as likely as the others.
  ///
  /// - Precondition: the list is not empty; all delays are 0 or more and finite.
  public static func oneOf(_ delays: [Double]) -> HTTPStubDelay {
    precondition(!delays.isEmpty, "the sequence of delays is empty")
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
      let longest = min(most, Duration.longestDelay.seconds)
      return .delay(min(median * exp(sigma * random.gaussian()), longest))
    case .choice(let delays):
      return .delay(delays[random.integer(in: 0...delays.count - 1)])
    }
  }

  private static func check(_ values: Double...) {
    for value in values {
      precondition(
        value >= 0 && value.isFinite, "a time must be 0 s or more, not \(value)")
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
