import StubPlatform

extension HTTPStubMatcher where Self == HTTPStubCondition {
  /// Accepts requests with exactly these query items, in any order.
  public static func query(_ items: KeyValuePairs<String, String?>) -> Self {
    Self(ItemsMatcher(.query, equal: [QueryItem](items)))
  }

  /// Accepts requests with exactly the query items of a dictionary, in any order.
  @_disfavoredOverload
  public static func query(_ items: [String: (some StringProtocol)?]) -> Self {
    Self(ItemsMatcher(.query, equal: [QueryItem](items)))
  }

  /// Accepts requests by one query parameter; other parameters are ignored.
  public static func query(_ name: String, _ value: ValueMatcher = .present) -> Self {
    Self(PartMatcher(.query(name), value))
  }

  /// Accepts requests with a query parameter without `=`; other parameters are ignored.
  public static func queryFlag(_ name: String) -> Self { Self(ItemsMatcher(.query, flag: name)) }
}

extension HTTPStubRequest {
  /// Accepts requests with exactly these items in their query, in any order.
  ///
  /// A name can be repeated, as in `["tag": "a", "tag": "b"]`. A value of `nil` means the same as
  /// an empty text.
  @discardableResult
  public func match(query items: KeyValuePairs<String, String?>) -> Self {
    match(ItemsMatcher(.query, equal: [QueryItem](items)))
  }

  /// Accepts requests with exactly the items of a dictionary in their query, in any order.
  @discardableResult
  @_disfavoredOverload
  public func match(query items: [String: (some StringProtocol)?]) -> Self {
    match(ItemsMatcher(.query, equal: [QueryItem](items)))
  }

  /// Accepts requests by one query parameter, as in `"page", "2"` or `"debug", .absent`.
  @discardableResult
  public func match(query name: String, _ value: ValueMatcher = .present) -> Self {
    match(PartMatcher(.query(name), value))
  }

  /// Accepts requests with a query parameter that is written without `=`, as in `?debug`.
  @discardableResult
  public func match(queryFlag name: String) -> Self { match(ItemsMatcher(.query, flag: name)) }
}

extension HTTPStubMatcher where Self == HTTPStubCondition {
  /// Accepts requests with exactly these form fields, in any order.
  public static func form(_ items: KeyValuePairs<String, String?>) -> Self {
    Self(ItemsMatcher(.form, equal: [QueryItem](items)))
  }

  /// Accepts requests with exactly the form fields of a dictionary, in any order.
  @_disfavoredOverload
  public static func form(_ items: [String: (some StringProtocol)?]) -> Self {
    Self(ItemsMatcher(.form, equal: [QueryItem](items)))
  }

  /// Accepts requests by one form field; other fields are ignored.
  public static func form(_ name: String, _ value: ValueMatcher = .present) -> Self {
    Self(PartMatcher(.form(name), value))
  }
}

extension HTTPStubRequest {
  /// Accepts requests with exactly these fields in their URL-encoded form, in any order.
  @discardableResult
  public func match(form items: KeyValuePairs<String, String?>) -> Self {
    match(ItemsMatcher(.form, equal: [QueryItem](items)))
  }

  /// Accepts requests with exactly the fields of a dictionary in their URL-encoded form, in any
  /// order.
  @discardableResult
  @_disfavoredOverload
  public func match(form items: [String: (some StringProtocol)?]) -> Self {
    match(ItemsMatcher(.form, equal: [QueryItem](items)))
  }

  /// Accepts requests by one field of their URL-encoded form, as in `"user", "mark"`.
  @discardableResult
  public func match(form name: String, _ value: ValueMatcher = .present) -> Self {
    match(PartMatcher(.form(name), value))
  }
}

/// Conditions that compare with a text in a variable; a literal becomes a `ValueMatcher` instead.
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
