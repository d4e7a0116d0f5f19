/// Accepts requests by the names and values of their URL's query, decoded as forms are.
public struct HTTPStubQueryMatcher: KeyedMatcher {
  private let condition: ItemCondition

  /// Exactly these items, in any order, each as often as it is written; `?a` counts as `?a=`.
  public init(equals items: [QueryItem]) { condition = ItemCondition("query", equals: items) }

  /// A condition on the values of one parameter; other parameters may be there too.
  public init(_ name: String, _ value: ValueMatcher) {
    condition = ItemCondition("query", itemPart: "query parameter", name: name, value)
  }

  public var description: String { condition.description }
  public var problems: [String] { condition.problems }

  package var keys: [StubKey] { condition.keys { .query($0) } }

  public var isSynchronous: Bool { condition.isSynchronous }

  public func captures(of request: ReceivedRequest) -> Captures? {
    condition.captures(of: request.target.queryItems)
  }

  public func evaluate(_ request: ReceivedRequest, for source: HTTPMatcherSource) -> MatchResult {
    condition.evaluate(request.target.queryItems)
  }
}

extension HTTPStubMatcher where Self == HTTPStubQueryMatcher {
  /// Exactly these items, in any order.
  public static func query(_ items: KeyValuePairs<String, String?>) -> Self {
    Self(equals: [QueryItem](items))
  }

  /// One parameter, whatever the others are.
  public static func query(_ name: String, _ value: ValueMatcher = .present) -> Self {
    Self(name, value)
  }
}

extension HTTPStubRequest {
  /// Accepts requests with exactly these items in their query, in any order.
  ///
  /// A name can be repeated; `nil` and the empty text are the same: `["tag": "a", "tag": "b"]`.
  @discardableResult
  public func match(query items: KeyValuePairs<String, String?>) -> Self {
    match(HTTPStubQueryMatcher(equals: [QueryItem](items)))
  }

  /// Accepts requests by one query parameter, as in `"page", "2"` or `"debug", .absent`.
  @discardableResult
  public func match(query name: String, _ value: ValueMatcher = .present) -> Self {
    match(HTTPStubQueryMatcher(name, value))
  }
}
