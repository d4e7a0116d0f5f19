extension HTTPStubRequest {
  /// Accepts requests by what a JSONPath query selects, as in `"$.user.age", .atLeast(18)`.
  ///
  /// Strings are compared as they are, everything else as JSON text. A literal that is no query
  /// accepts nothing; the stub and every report tell why.
  @discardableResult
  public func match(jsonPath path: StaticString, _ value: ValueMatcher = .present) -> Self {
    match(HTTPStubJSONPathMatcher(literal: path, value))
  }

  /// Accepts requests by what a JSONPath query selects.
  ///
  /// - Throws: `JSONPathError` with the offset, the reason and what to try.
  @discardableResult
  @_disfavoredOverload
  public func match(
    jsonPath path: some StringProtocol, _ value: ValueMatcher = .present
  ) throws(JSONPathError) -> Self {
    match(HTTPStubJSONPathMatcher(try JSONPath(String(path)), value))
  }

  /// Accepts requests where a JSONPath query selects a value that is equal to this.
  @discardableResult
  public func match(
    jsonPath path: StaticString, equals value: JSONValue,
    comparison: JSONComparison = JSONComparison()
  ) -> Self {
    match(HTTPStubJSONPathMatcher(literal: path, equals: value, comparison: comparison))
  }

  /// Accepts requests where a JSONPath query selects a value that is equal to this.
  ///
  /// - Throws: `JSONPathError` with the offset, the reason and what to try.
  @discardableResult
  @_disfavoredOverload
  public func match(
    jsonPath path: some StringProtocol, equals value: JSONValue,
    comparison: JSONComparison = JSONComparison()
  ) throws(JSONPathError) -> Self {
    match(
      HTTPStubJSONPathMatcher(try JSONPath(String(path)), equals: value, comparison: comparison))
  }
}
