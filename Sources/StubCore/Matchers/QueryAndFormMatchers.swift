import StubPlatform

/// Accepts requests by the names and values of their URL's query, decoded like a form.
package struct HTTPStubQueryMatcher: HTTPStubMatcher {
  private let condition: ItemCondition

  /// Creates a condition for exactly these items in any order, including repetitions; `?a` counts
  /// as `?a=`.
  package init(equals items: [QueryItem]) { condition = ItemCondition("query", equals: items) }

  /// Creates a condition on the values of one parameter; other parameters are ignored.
  package init(_ name: String, _ value: ValueMatcher) {
    condition = ItemCondition("query", itemPart: "query parameter", name: name, value)
  }

  /// Creates a condition for one parameter without `=`; other parameters are ignored.
  package init(flag name: String) {
    condition = ItemCondition(itemPart: "query parameter", flag: name)
  }

  package var description: String { condition.description }
  package var problems: [String] { condition.problems }

  package var keys: [StubKey] { condition.keys { .query(ScalarText($0)) } }

  package var sample: RequestSample? { condition.sample.map { RequestSample(query: $0) } }

  package var isSynchronous: Bool { condition.isSynchronous }

  package func captures(of request: ReceivedRequest) -> Captures? {
    condition.captures(of: request.target.queryItems)
  }

  package func evaluate(_ request: ReceivedRequest, for source: HTTPMatcherSource) -> MatchResult {
    condition.evaluate(request.target.queryItems)
  }
}

extension HTTPStubMatcher where Self == HTTPStubCondition {
  /// Accepts requests with exactly these query items, in any order.
  public static func query(_ items: KeyValuePairs<String, String?>) -> Self {
    Self(HTTPStubQueryMatcher(equals: [QueryItem](items)))
  }

  /// Accepts requests with exactly the query items of a dictionary, in any order.
  @_disfavoredOverload
  public static func query(_ items: [String: (some StringProtocol)?]) -> Self {
    Self(HTTPStubQueryMatcher(equals: [QueryItem](items)))
  }

  /// Accepts requests by one query parameter; other parameters are ignored.
  public static func query(_ name: String, _ value: ValueMatcher = .present) -> Self {
    Self(HTTPStubQueryMatcher(name, value))
  }

  /// Accepts requests with a query parameter without `=`; other parameters are ignored.
  public static func queryFlag(_ name: String) -> Self { Self(HTTPStubQueryMatcher(flag: name)) }
}

extension HTTPStubRequest {
  /// Accepts requests with exactly these items in their query, in any order.
  ///
  /// A name can be repeated; `nil` and the empty text are the same: `["tag": "a", "tag": "b"]`.
  @discardableResult
  public func match(query items: KeyValuePairs<String, String?>) -> Self {
    match(HTTPStubQueryMatcher(equals: [QueryItem](items)))
  }

  /// Accepts requests with exactly the items of a dictionary in their query, in any order.
  @discardableResult
  @_disfavoredOverload
  public func match(query items: [String: (some StringProtocol)?]) -> Self {
    match(HTTPStubQueryMatcher(equals: [QueryItem](items)))
  }

  /// Accepts requests by one query parameter, as in `"page", "2"` or `"debug", .absent`.
  @discardableResult
  public func match(query name: String, _ value: ValueMatcher = .present) -> Self {
    match(HTTPStubQueryMatcher(name, value))
  }

  /// Accepts requests with a query parameter that is written without `=`, as in `?debug`.
  @discardableResult
  public func match(queryFlag name: String) -> Self { match(HTTPStubQueryMatcher(flag: name)) }
}

/// Accepts requests by the fields of the URL-encoded form in their body.
package struct HTTPStubFormMatcher: HTTPStubMatcher {
  private let condition: ItemCondition
  private var takesAnyType = false

  /// Creates a condition for exactly these fields in any order, including repetitions; `a` counts
  /// as `a=`.
  package init(equals items: [QueryItem]) { condition = ItemCondition("form", equals: items) }

  /// Creates a condition on the values of one field; other fields are ignored.
  ///
  /// With `takesAnyType`, a body is read as a form whatever its `Content-Type`.
  package init(_ name: String, _ value: ValueMatcher, ofAnyType takesAnyType: Bool = false) {
    condition = ItemCondition("form", itemPart: "form field", name: name, value)
    self.takesAnyType = takesAnyType
  }

  package var description: String { condition.description }
  package var problems: [String] { condition.problems }

  package var keys: [StubKey] { takesAnyType ? [] : condition.keys { .form(ScalarText($0)) } }

  package var sample: RequestSample? {
    condition.sample.map { form in
      RequestSample(
        headers: [.contentType: HTTPContentType.formURLEncoded.rawValue], body: Data(form.utf8))
    }
  }

  package var isSynchronous: Bool { condition.isSynchronous }

  package func evaluate(_ request: ReceivedRequest, for source: HTTPMatcherSource) -> MatchResult {
    let contentType = request.contentType
    let type = HTTPContentType.formURLEncoded.rawValue
    let isForm = takesAnyType || contentType?.essence == type
    if isForm, let obstacle = request.bodyObstacle {
      return .unreadable(obstacle, expected: condition.expected)
    }
    let result = condition.evaluate(takesAnyType ? request.itemsOfBody : request.formItems)
    if isForm || result.isMatch { return result }
    guard let contentType else {
      return condition.mismatch(found: "no form (no Content-Type; a form's is \(type))")
    }
    return condition.mismatch(found: "no form (Content-Type is \(contentType), not \(type))")
  }
}

extension HTTPStubMatcher where Self == HTTPStubCondition {
  /// Accepts requests with exactly these form fields, in any order.
  public static func form(_ items: KeyValuePairs<String, String?>) -> Self {
    Self(HTTPStubFormMatcher(equals: [QueryItem](items)))
  }

  /// Accepts requests with exactly the form fields of a dictionary, in any order.
  @_disfavoredOverload
  public static func form(_ items: [String: (some StringProtocol)?]) -> Self {
    Self(HTTPStubFormMatcher(equals: [QueryItem](items)))
  }

  /// Accepts requests by one form field; other fields are ignored.
  public static func form(_ name: String, _ value: ValueMatcher = .present) -> Self {
    Self(HTTPStubFormMatcher(name, value))
  }
}

extension HTTPStubRequest {
  /// Accepts requests with exactly these fields in their URL-encoded form, in any order.
  @discardableResult
  public func match(form items: KeyValuePairs<String, String?>) -> Self {
    match(HTTPStubFormMatcher(equals: [QueryItem](items)))
  }

  /// Accepts requests with exactly the fields of a dictionary in their URL-encoded form, in any order.
  @discardableResult
  @_disfavoredOverload
  public func match(form items: [String: (some StringProtocol)?]) -> Self {
    match(HTTPStubFormMatcher(equals: [QueryItem](items)))
  }

  /// Accepts requests by one field of their URL-encoded form, as in `"user", "mark"`.
  @discardableResult
  public func match(form name: String, _ value: ValueMatcher = .present) -> Self {
    match(HTTPStubFormMatcher(name, value))
  }
}

/// Conditions for equality with a text in a variable; for a literal, `ValueMatcher` is enough.
extension HTTPStubRequest {
  /// Accepts requests for this host.
  @discardableResult
  @_disfavoredOverload
  public func match(host text: any StringProtocol) -> Self { match(host: .equals(String(text))) }

  /// Accepts requests for this path.
  @discardableResult
  @_disfavoredOverload
  public func match(path text: any StringProtocol) -> Self { match(path: .equals(String(text))) }

  /// Accepts requests whose query has this parameter with this value.
  @discardableResult
  @_disfavoredOverload
  public func match(query name: String, _ text: any StringProtocol) -> Self {
    match(query: name, .equals(String(text)))
  }

  /// Accepts requests with this header field and value.
  @discardableResult
  @_disfavoredOverload
  public func match(header name: HTTPHeaderName, _ text: any StringProtocol) -> Self {
    match(header: name, .equals(String(text)))
  }

  /// Accepts requests with this cookie and value.
  @discardableResult
  @_disfavoredOverload
  public func match(cookie name: String, _ text: any StringProtocol) -> Self {
    match(cookie: name, .equals(String(text)))
  }

  /// Accepts requests with this bearer token.
  @discardableResult
  @_disfavoredOverload
  public func match(bearer token: any StringProtocol) -> Self {
    match(bearer: .equals(String(token)))
  }

  /// Accepts requests whose URL-encoded form has this field with this value.
  @discardableResult
  @_disfavoredOverload
  public func match(form name: String, _ text: any StringProtocol) -> Self {
    match(form: name, .equals(String(text)))
  }

  /// Accepts requests whose body is this text.
  @discardableResult
  @_disfavoredOverload
  public func match(body text: any StringProtocol) -> Self { match(body: .equals(String(text))) }
}
