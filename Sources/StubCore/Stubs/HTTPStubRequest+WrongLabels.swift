extension HTTPStubRequest {
  /// Says how the label is written.
  @available(*, unavailable, renamed: "match(URI:)")
  public func match(uri template: String) -> Self { self }

  /// Says how the label is written.
  @available(*, unavailable, renamed: "match(URL:options:)")
  public func match(url: String) -> Self { self }
}
