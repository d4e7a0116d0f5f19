/// Accepts requests by the fields of the URL-encoded form in their body.
public struct HTTPStubFormMatcher: KeyedMatcher {
  private let condition: ItemCondition

  /// Exactly these fields, in any order, each as often as it is written; `a` counts as `a=`.
  public init(equals items: [QueryItem]) { condition = ItemCondition("form", equals: items) }

  /// A condition on the values of one field; other fields may be there too.
  public init(_ name: String, _ value: ValueMatcher) {
    condition = ItemCondition("form", itemPart: "form field", name: name, value)
  }

  public var description: String { condition.description }
  public var problems: [String] { condition.problems }

  package var keys: [StubKey] { condition.keys { .form($0) } }

  public var isSynchronous: Bool { condition.isSynchronous }

  public func evaluate(_ request: ReceivedRequest, for source: HTTPMatcherSource) -> MatchResult {
    let result = condition.evaluate(request.formItems)
    guard !result.isMatch else { return result }
    let type = HTTPContentType.formURLEncoded.rawValue
    guard let contentType = request.contentType else {
      return condition.mismatch(found: "no form (no Content-Type; a form's is \(type))")
    }
    if contentType.essence == type { return result }
    return condition.mismatch(found: "no form (Content-Type is \(contentType), not \(type))")
  }
}

extension HTTPStubMatcher where Self == HTTPStubFormMatcher {
  /// Exactly these fields, in any order.
  public static func form(_ items: KeyValuePairs<String, String?>) -> Self {
    Self(equals: [QueryItem](items))
  }

  /// One field, whatever the others are.
  public static func form(_ name: String, _ value: ValueMatcher = .present) -> Self {
    Self(name, value)
  }
}

extension HTTPStubRequest {
  /// Accepts requests with exactly these fields in their URL-encoded form, in any order.
  @discardableResult
  public func match(form items: KeyValuePairs<String, String?>) -> Self {
    match(HTTPStubFormMatcher(equals: [QueryItem](items)))
  }

  /// Accepts requests by one field of their URL-encoded form, as in `"user", "mark"`.
  @discardableResult
  public func match(form name: String, _ value: ValueMatcher = .present) -> Self {
    match(HTTPStubFormMatcher(name, value))
  }
}
