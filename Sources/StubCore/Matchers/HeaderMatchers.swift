extension HTTPStubMatcher where Self == HTTPStubCondition {
  /// Accepts requests by a header field (default: any value); `.absent` requires that it is
  /// missing.
  public static func header(_ name: HTTPHeaderName, _ value: ValueMatcher = .present) -> Self {
    Self(PartMatcher(.header(name), value))
  }

  /// Accepts requests by the header fields whose name matches.
  public static func header(named name: ValueMatcher, _ value: ValueMatcher = .present) -> Self {
    Self(PartMatcher(.headers(named: name), value))
  }
}

extension HTTPStubRequest {
  /// Accepts requests by a header field, as in `.accept, .contains("json")` or `"X-Old", .absent`.
  @discardableResult
  public func match(header name: HTTPHeaderName, _ value: ValueMatcher = .present) -> Self {
    match(PartMatcher(.header(name), value))
  }

  /// Accepts requests by the header fields whose name matches, as in `.matches("^x-")`.
  ///
  /// The letter case of names is ignored; a closure gets names in lower case.
  @discardableResult
  public func match(
    headerNamed name: ValueMatcher, _ value: ValueMatcher = .present
  ) -> Self { match(PartMatcher(.headers(named: name), value)) }
}

extension HTTPStubMatcher where Self == HTTPStubCondition {
  /// Accepts requests by a cookie (default: any value).
  public static func cookie(_ name: String, _ value: ValueMatcher = .present) -> Self {
    Self(PartMatcher(.cookie(name), value))
  }
}

extension HTTPStubRequest {
  /// Accepts requests by a cookie, as in `"session", "abc"` or `"session", .absent`.
  @discardableResult
  public func match(cookie name: String, _ value: ValueMatcher = .present) -> Self {
    match(PartMatcher(.cookie(name), value))
  }
}
