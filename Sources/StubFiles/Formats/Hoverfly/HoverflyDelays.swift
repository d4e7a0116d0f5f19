import StubCore

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// The waits that a simulation adds to responses by the URL of the request.
struct HoverflyDelays: Sendable {
  enum Time: Sendable {
    case fixed(Duration)
    case drawn(HTTPStubDelay)
  }

  struct Delay: Sendable {
    /// `nil` where every request meets it.
    let matcher: (any HTTPStubMatcher)?
    let time: Time
  }

  var list: [Delay] = []

  /// The delays to make stubs for, the first one last, and before them no delay at all.
  var cases: [Delay?] {
    let always = list.firstIndex { $0.matcher == nil }
    let reached = always.map { Array(list[...$0]) } ?? list
    return (always == nil ? [nil] : []) + reached.reversed().map { $0 }
  }

  /// A lognormal delay by its bounds, mean and median in milliseconds.
  static func logNormal(_ reader: inout MappingReader) -> HTTPStubDelay? {
    let least = reader.optional("min") { $0.milliseconds() } ?? .zero
    let most = reader.optional("max") { $0.milliseconds() } ?? .zero
    let mean = reader.required("mean") { $0.milliseconds() }
    let median = reader.required("median") { $0.milliseconds() }
    guard let mean, let median else { return nil }
    guard median > .zero, mean >= median else {
      reader.report(
        found: "a mean below the median, or no median", expected: "a mean of the median or more",
        remedy: "try \"mean\": 500, \"median\": 300")
      return nil
    }
    if least > .zero {
      reader.report(
        .warning, found: "\"min\" of a lognormal delay, which is not kept",
        remedy: "try removing it if shorter delays do no harm")
    }
    return .lognormal(
      median: median.seconds, sigma: sqrt(2 * log(mean.seconds / median.seconds)),
      max: most > .zero ? most.seconds : .infinity)
  }
}

extension ValueReader {
  /// The value of `globalActions`.
  mutating func hoverflyDelays() -> HoverflyDelays? {
    if case .null? = node.scalar?.kind { return nil }
    return mapping { reader in
      reader.settle(HoverflyKeys.actions)
      var delays = HoverflyDelays()
      delays.list +=
        reader.optional("delays") {
          $0.hoverflyList { reader in
            reader.required("delay") { $0.milliseconds() }.map { .fixed($0) }
          }
        } ?? []
      delays.list +=
        reader.optional("delaysLogNormal") {
          $0.hoverflyList { reader in
            HoverflyDelays.logNormal(&reader).map { .drawn($0) }
          }
        } ?? []
      return delays
    }
  }

  private mutating func hoverflyList(
    _ time: (inout MappingReader) -> HoverflyDelays.Time?
  ) -> [HoverflyDelays.Delay]? {
    if case .null? = node.scalar?.kind { return nil }
    return list { value in
      value.mapping { reader in
        let regex = reader.required("urlPattern") { $0.pattern([]) }
        let method = reader.optional("httpMethod") { $0.text() } ?? ""
        guard let time = time(&reader), let regex else { return nil }
        var matchers: [any HTTPStubMatcher] = []
        if regex.pattern != "." && regex.pattern != ".*" {
          matchers.append(
            RequestPartMatcher("host and path", .matches(regex)) {
              let (authorities, path) = ($0.target.authorities, $0.target.path)
              return authorities.isEmpty ? [path] : authorities.map { $0 + path }
            })
        }
        if !method.isEmpty { matchers.append(HTTPStubMethodMatcher([HTTPMethod(named: method)])) }
        return HoverflyDelays.Delay(
          matcher: matchers.isEmpty ? nil : HTTPStubCompositeMatcher(.all, of: matchers),
          time: time)
      }
    }
  }
}
