extension HTTPStubMatcher where Self == HTTPStubCondition {
  /// Accepts requests by their percent-decoded path, as in `"/users"` or `.glob("/api/**")`.
  public static func path(_ value: ValueMatcher) -> Self { Self(PartMatcher(.path, value)) }
}

extension HTTPStubRequest {
  /// Accepts requests by their path, as in `"/users"`, `.hasPrefix("/api/")`, `.glob("/api/**")`.
  @discardableResult
  public func match(path value: ValueMatcher) -> Self {
    noteColonVariable(in: value.exactValue)
    return match(PartMatcher(.path, value))
  }
}

extension HTTPStubMatcher where Self == HTTPStubCondition {
  /// Accepts requests by the text after the last dot of the last path segment.
  public static func pathExtension(_ value: ValueMatcher) -> Self {
    Self(PartMatcher(.pathExtension, value))
  }
}

extension HTTPStubRequest {
  /// Accepts requests by their path's extension: `"json"` for `/users/1.json`.
  @discardableResult
  public func match(pathExtension value: ValueMatcher) -> Self {
    match(PartMatcher(.pathExtension, value))
  }
}
