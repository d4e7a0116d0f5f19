import StubCore
import StubDocuments
import StubPlatform

/// The delays that a simulation adds to responses, chosen by the URL and method of the request.
struct HoverflyDelays: Sendable {
  struct Delay: Sendable {
    /// The matcher for the requests to delay; `nil` for all requests.
    let matcher: (any HTTPStubMatcher)?
    let time: HTTPStubDelay
  }

  var list: [Delay] = []

  /// The keys of `globalActions`.
  static let keys = Keys<HoverflyDelays>([
    Key("delays") { reader, value, delays in
      delays.list +=
        reader.hoverflyList(value) { mapping in
          mapping.required("delay") { reader.milliseconds($0) }.map { .fixed($0) }
        } ?? []
    },
    Key("delaysLogNormal") { reader, value, delays in
      delays.list += reader.hoverflyList(value) { HoverflyDelays.logNormal($0) } ?? []
    },
  ])

  /// Returns a responder that applies the first matching delay before `responder` answers.
  func applied(to responder: any HTTPStubResponder) -> any HTTPStubResponder {
    guard let first = list.first else { return responder }
    guard first.matcher != nil else {
      return ResponseImpairment(delay: first.time).applied(to: responder)
    }
    return HoverflyDelayedResponder(base: responder, delays: self)
  }

  /// Returns the time of the first delay that matches the request; `nil` if none does.
  fileprivate func time(for request: ReceivedRequest) -> HTTPStubDelay? {
    list.first { $0.matcher?.evaluate(request, for: .stubRequest).isMatch ?? true }?.time
  }

  /// Reads a lognormal delay, with mean, median and `max` in milliseconds; a `min` causes a
  /// warning.
  static func logNormal(_ mapping: Mapping) -> HTTPStubDelay? {
    let reader = mapping.reader
    let least = mapping.optional("min") { reader.milliseconds($0) } ?? .zero
    let most = mapping.optional("max") { reader.milliseconds($0) } ?? .zero
    let mean = mapping.required("mean") { reader.milliseconds($0) }
    let median = mapping.required("median") { reader.milliseconds($0) }
    guard let mean, let median else { return nil }
    guard median > .zero, mean >= median else {
      mapping.report(
        found: "\"mean\" must not be below \"median\"",
        remedy: "use \"mean\": 500, \"median\": 300")
      return nil
    }
    if least > .zero {
      mapping.report(
        .warning, found: "\"min\" of a lognormal delay is ignored",
        remedy: "remove it")
    }
    return .lognormal(
      median: median, sigma: sqrt(2 * log(mean.seconds / median.seconds)),
      max: most > .zero ? most : nil)
  }
}

/// A responder that answers with another responder after a delay for the request's URL.
private struct HoverflyDelayedResponder: HTTPStubResponder {
  let base: any HTTPStubResponder
  let delays: HoverflyDelays

  var title: String { base.title }
  var outline: ResponsePlan? { base.outline }
  var problems: [String] { base.problems }
  var readsBody: Bool { base.readsBody }

  func respond(to request: ReceivedRequest, in context: ResponderContext) throws -> Answer {
    try ResponseImpairment(delay: delays.time(for: request)).applied(to: base)
      .respond(to: request, in: context)
  }
}

extension Reader {
  /// Reads the value of `globalActions`.
  func hoverflyDelays(_ value: Value) -> HoverflyDelays? {
    if case .null? = value.scalar?.kind { return nil }
    return read(value, HoverflyDelays.keys, into: HoverflyDelays())
  }

  fileprivate func hoverflyList(
    _ value: Value, _ time: (Mapping) -> HTTPStubDelay?
  ) -> [HoverflyDelays.Delay]? {
    if case .null? = value.scalar?.kind { return nil }
    return list(value) { value in
      mapping(value) { mapping in
        let regex = mapping.required("urlPattern") { pattern($0, .dollarIsEnd) }
        let method = mapping.optional("httpMethod") { text($0) } ?? ""
        guard let time = time(mapping), let regex else { return nil }
        var matchers: [any HTTPStubMatcher] = []
        if regex.pattern != "." && regex.pattern != ".*" {
          matchers.append(
            PartMatcher(
              .derived("host and path", isAddress: true) {
                let (authorities, path) = ($0.target.authorities, $0.target.path)
                return .list(authorities.isEmpty ? [path] : authorities.map { $0 + path })
              }, .matches(regex)))
        }
        if !method.isEmpty { matchers.append(HTTPStubMethodMatcher([HTTPMethod(named: method)])) }
        return HoverflyDelays.Delay(
          matcher: matchers.isEmpty ? nil : HTTPStubCompositeMatcher(.all, of: matchers),
          time: time)
      }
    }
  }
}
