/// Accepts requests by a cookie they send.
public struct HTTPStubCookieMatcher: KeyedMatcher {
  private let name: String
  private let condition: PartCondition

  /// A condition on the values of the cookies with that name, which is case-sensitive.
  public init(_ name: String, _ value: ValueMatcher) {
    self.name = name
    condition = PartCondition("cookie \(name)", value)
  }

  public var description: String { condition.description }
  public var problems: [String] { condition.value.problems }

  package var keys: [StubKey] { condition.value.keys(of: .cookie(name)) }

  public var isSynchronous: Bool { condition.isSynchronous }

  public func evaluate(_ request: ReceivedRequest, for source: HTTPMatcherSource) -> MatchResult {
    condition.evaluate(request.cookies.compactMap { $0.name == name ? $0.value : nil })
  }
}

extension HTTPStubMatcher where Self == HTTPStubCookieMatcher {
  public static func cookie(_ name: String, _ value: ValueMatcher = .present) -> Self {
    Self(name, value)
  }
}

extension HTTPStubRequest {
  /// Accepts requests by a cookie, as in `"session", "abc"` or `"session", .absent`.
  @discardableResult
  public func match(cookie name: String, _ value: ValueMatcher = .present) -> Self {
    match(HTTPStubCookieMatcher(name, value))
  }
}
