/// Accepts requests that one of several matchers accepts, or that all of them accept.
public struct HTTPStubCompositeMatcher: KeyedMatcher {
  package enum Rule: Sendable {
    case any
    case all
  }

  package let rule: Rule
  package let matchers: [any HTTPStubMatcher]
  public let description: String
  public let problems: [String]
  private let expected: String

  package init(_ rule: Rule, of matchers: [any HTTPStubMatcher]) {
    self.rule = rule
    self.matchers = matchers
    problems = matchers.flatMap(\.problems)
    let list = matchers.map(\.description).joined(separator: "; ")
    description = rule == .any ? "any of: \(list)" : "all of: \(list)"
    expected = rule == .any ? "one of: \(list)" : "all of: \(list)"
  }

  package var keys: [StubKey] {
    rule == .any ? [] : matchers.flatMap { ($0 as? any KeyedMatcher)?.keys ?? [] }
  }

  public var isSynchronous: Bool { matchers.allSatisfy(\.isSynchronous) }

  public func evaluate(_ request: ReceivedRequest, for source: HTTPMatcherSource) -> MatchResult {
    rule == .any ? evaluateAny(request, source) : evaluateAll(request, source)
  }

  private func evaluateAny(_ request: ReceivedRequest, _ source: HTTPMatcherSource) -> MatchResult {
    var findings: [String] = []
    for matcher in matchers {
      switch matcher.evaluate(request, for: source) {
      case .matched(let captures): return .matched(captures)
      case .mismatched(_, let found): if !findings.contains(found) { findings.append(found) }
      }
    }
    return .mismatched(
      expected: expected,
      found: findings.isEmpty ? "no alternatives" : findings.joined(separator: "; "))
  }

  /// Reports what the first matcher misses that does not accept the request.
  private func evaluateAll(_ request: ReceivedRequest, _ source: HTTPMatcherSource) -> MatchResult {
    var captures = Captures()
    for matcher in matchers {
      let result = matcher.evaluate(request, for: source)
      guard case .matched(let more) = result else { return result }
      captures.merge(more)
    }
    return .matched(captures)
  }
}

extension HTTPStubMatcher where Self == HTTPStubCompositeMatcher {
  /// Requests that at least one of the matchers accepts; the captures are those of the first.
  public static func any(of matchers: any HTTPStubMatcher...) -> Self { Self(.any, of: matchers) }

  /// Requests that at least one of the matchers accepts; the captures are those of the first.
  public static func any(of matchers: [any HTTPStubMatcher]) -> Self { Self(.any, of: matchers) }

  /// Requests that all matchers accept.
  public static func all(of matchers: any HTTPStubMatcher...) -> Self { Self(.all, of: matchers) }

  /// Requests that all matchers accept.
  public static func all(of matchers: [any HTTPStubMatcher]) -> Self { Self(.all, of: matchers) }
}

extension HTTPStubMatcher {
  /// Requests that this matcher or the other accepts.
  public func or(_ other: some HTTPStubMatcher) -> HTTPStubCompositeMatcher {
    HTTPStubCompositeMatcher(.any, of: [self, other])
  }

  /// Requests that this matcher and the other accept.
  public func and(_ other: some HTTPStubMatcher) -> HTTPStubCompositeMatcher {
    HTTPStubCompositeMatcher(.all, of: [self, other])
  }
}

extension HTTPStubRequest {
  /// Accepts requests that at least one of the matchers accepts.
  @discardableResult
  public func match(anyOf matchers: any HTTPStubMatcher...) -> Self {
    match(HTTPStubCompositeMatcher(.any, of: matchers))
  }
}
