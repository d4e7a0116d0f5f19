/// Accepts requests with one of some methods.
public struct HTTPStubMethodMatcher: HTTPStubMatcher {
  package let methods: [HTTPMethod]
  public let description: String
  private let expected: String

  public init(_ methods: [HTTPMethod]) {
    self.methods = methods
    let names = methods.map(\.rawValue).joined(separator: " or ")
    description = "method is \(names)"
    expected = "method \(names)"
  }

  public var isSynchronous: Bool { true }

  public func evaluate(_ request: ReceivedRequest, for source: HTTPMatcherSource) -> MatchResult {
    methods.contains(request.method)
      ? .matched : .mismatched(expected: expected, found: "method \(request.method)")
  }
}

extension HTTPStubMatcher where Self == HTTPStubMethodMatcher {
  public static func method(_ methods: HTTPMethod...) -> Self { Self(methods) }
}

extension HTTPStubRequest {
  /// Accepts requests with one of these methods.
  @discardableResult
  public func match(method methods: HTTPMethod...) -> Self { match(HTTPStubMethodMatcher(methods)) }
}
