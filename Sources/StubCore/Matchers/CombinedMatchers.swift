import StubLanguages

/// A combination of matchers that accepts a request if any of them does, or only if all of them do.
package struct HTTPStubCompositeMatcher: HTTPStubMatcher {
  package enum Rule: Sendable {
    case any
    case all
  }

  package let rule: Rule
  package let matchers: [any HTTPStubMatcher]
  package let description: String
  package let problems: [String]
  private let common: [StubKey]

  /// Creates a combination; `common` are keys of all requests that any of the matchers accepts.
  package init(_ rule: Rule, of matchers: [any HTTPStubMatcher], common: [StubKey] = []) {
    (self.rule, self.common) = (rule, common)
    self.matchers = matchers.map(\.unwrapped)
    problems = matchers.flatMap(\.problems)
    let list = matchers.map(\.description).joined(separator: "; ")
    description = rule == .any ? "any of: \(list)" : "all of: \(list)"
  }

  package var keys: [StubKey] {
    rule == .any ? common : common + matchers.flatMap(\.keys)
  }

  package var sample: RequestSample? {
    let samples = matchers.lazy.compactMap(\.sample)
    if rule == .any { return samples.first }
    return samples.reduce(into: nil) { whole, part in
      whole = whole ?? RequestSample()
      whole?.merge(part)
    }
  }

  package var isSynchronous: Bool { matchers.allSatisfy(\.isSynchronous) }

  package func evaluate(_ request: ReceivedRequest, for source: HTTPMatcherSource) -> MatchResult {
    rule == .any ? evaluateAny(request, source) : evaluateAll(request, source)
  }

  private func evaluateAny(_ request: ReceivedRequest, _ source: HTTPMatcherSource) -> MatchResult {
    var findings: [String] = []
    var doubts: [String] = []
    for matcher in matchers {
      switch matcher.evaluate(request, for: source) {
      case .matched(let captures): return .matched(captures)
      case .mismatched(let mismatch): findings.addIfNew(mismatch.found)
      case .undecided(let mismatch): doubts.addIfNew(mismatch.found)
      }
    }
    let all = doubts + findings
    let found = all.isEmpty ? "no alternatives" : all.joined(separator: "; ")
    let mismatch = Mismatch(.none, .text(description), .sentence(found))
    return doubts.isEmpty ? .mismatched(mismatch) : .undecided(mismatch)
  }

  /// Returns the first mismatch if there is one.
  ///
  /// Otherwise, the result is the first undecided one, or a match with all captures.
  private func evaluateAll(_ request: ReceivedRequest, _ source: HTTPMatcherSource) -> MatchResult {
    var captures = Captures()
    var doubt: MatchResult?
    for matcher in matchers {
      let result = matcher.evaluate(request, for: source)
      switch result {
      case .matched(let more): captures.merge(more)
      case .mismatched: return result
      case .undecided: doubt = doubt ?? result
      }
    }
    return doubt ?? .matched(captures)
  }
}

extension [String] {
  fileprivate mutating func addIfNew(_ text: String) {
    if !containsScalars(of: text) { append(text) }
  }
}

extension HTTPStubMatcher where Self == HTTPStubCondition {
  /// Accepts requests that at least one matcher accepts; the first such matcher gives the captures.
  public static func any(of matchers: any HTTPStubMatcher...) -> Self {
    Self(HTTPStubCompositeMatcher(.any, of: matchers))
  }

  /// Accepts requests that at least one matcher accepts; the first such matcher gives the captures.
  public static func any(of matchers: [any HTTPStubMatcher]) -> Self {
    Self(HTTPStubCompositeMatcher(.any, of: matchers))
  }

  /// Accepts requests that all matchers accept.
  public static func all(of matchers: any HTTPStubMatcher...) -> Self {
    Self(HTTPStubCompositeMatcher(.all, of: matchers))
  }

  /// Accepts requests that all matchers accept.
  public static func all(of matchers: [any HTTPStubMatcher]) -> Self {
    Self(HTTPStubCompositeMatcher(.all, of: matchers))
  }
}

extension HTTPStubMatcher {
  /// Accepts requests that this matcher or the other accepts.
  public func or(_ other: some HTTPStubMatcher) -> HTTPStubCondition {
    .any(of: self, other)
  }

  /// Accepts requests that this matcher and the other accept.
  public func and(_ other: some HTTPStubMatcher) -> HTTPStubCondition {
    .all(of: self, other)
  }
}

extension HTTPStubRequest {
  /// Accepts requests that at least one of the matchers accepts.
  @discardableResult
  public func match(anyOf matchers: any HTTPStubMatcher...) -> Self {
    match(HTTPStubCompositeMatcher(.any, of: matchers))
  }
}

/// A matcher for requests that another matcher does not accept.
///
/// It accepts no request if the other matcher is invalid, and no request on which the other matcher
/// cannot decide.
package struct HTTPStubNotMatcher: HTTPStubMatcher {
  package let matcher: any HTTPStubMatcher
  package let description: String
  package let problems: [String]
  private let mismatch: MatchResult

  package init(_ matcher: any HTTPStubMatcher) {
    self.matcher = matcher.unwrapped
    problems = matcher.problems
    description = "not: \(matcher.description)"
    mismatch = .mismatched(
      Mismatch(.none, .text(description), .sentence("a request that matches")))
  }

  package var isSynchronous: Bool { matcher.isSynchronous }

  package func evaluate(_ request: ReceivedRequest, for source: HTTPMatcherSource) -> MatchResult {
    guard let problem = problems.first else {
      switch matcher.evaluate(request, for: source) {
      case .matched: return mismatch
      case .mismatched: return .matched
      case .undecided(let mismatch):
        return .undecided(expected: description, found: mismatch.found)
      }
    }
    return .mismatched(expected: "a valid matcher", found: problem)
  }
}

extension HTTPStubMatcher where Self == HTTPStubCondition {
  /// Accepts requests that the matcher does not accept, and captures nothing.
  public static func not(_ matcher: some HTTPStubMatcher) -> Self {
    Self(HTTPStubNotMatcher(matcher))
  }
}

extension HTTPStubRequest {
  /// Accepts requests that the matcher does not accept.
  @discardableResult
  public func match(not matcher: any HTTPStubMatcher) -> Self {
    match(HTTPStubNotMatcher(matcher))
  }
}

/// A matcher that accepts the requests that a closure accepts.
package struct HTTPStubCustomMatcher: HTTPStubMatcher {
  /// A closure that returns whether a request is accepted; it may run on any thread, and more than
  /// once.
  package typealias Condition = @Sendable (ReceivedRequest, HTTPMatcherSource) -> Bool

  package let description: String
  private let condition: Condition

  /// Creates a matcher from a closure.
  ///
  /// Reports show the description, which is a sentence such as `the user is an admin`.
  package init(_ description: String? = nil, _ condition: @escaping Condition) {
    self.description = description ?? "a closure accepts the request"
    self.condition = condition
  }

  package func evaluate(_ request: ReceivedRequest, for source: HTTPMatcherSource) -> MatchResult {
    condition(request, source)
      ? .matched
      : .mismatched(expected: "true", found: "false")
  }
}

extension HTTPStubMatcher where Self == HTTPStubCondition {
  /// Accepts the requests that the closure accepts; reports show the description.
  public static func custom(
    _ description: String? = nil,
    _ condition: @escaping @Sendable (ReceivedRequest, HTTPMatcherSource) -> Bool
  ) -> Self { Self(HTTPStubCustomMatcher(description, condition)) }
}

extension HTTPStubRequest {
  /// Accepts the requests that the closure accepts.
  ///
  /// The closure may run on any thread.
  @discardableResult
  public func match(_ condition: @escaping @Sendable (ReceivedRequest, HTTPMatcherSource) -> Bool)
    -> Self
  {
    match(HTTPStubCustomMatcher(nil, condition))
  }

  /// Accepts the requests that the closure accepts: `{ $0.url?.host == "api.example.com" }`.
  @discardableResult
  public func match(_ condition: @escaping @Sendable (ReceivedRequest) -> Bool) -> Self {
    match(HTTPStubCustomMatcher { request, _ in condition(request) })
  }

  /// Accepts the requests that the closure accepts; reports show the description.
  @discardableResult
  public func match(
    _ description: String,
    _ condition: @escaping @Sendable (ReceivedRequest, HTTPMatcherSource) -> Bool
  ) -> Self { match(HTTPStubCustomMatcher(description, condition)) }

  /// Accepts the requests that the closure accepts; reports show the description.
  @discardableResult
  public func match(
    _ description: String, _ condition: @escaping @Sendable (ReceivedRequest) -> Bool
  ) -> Self { match(description) { request, _ in condition(request) } }
}
