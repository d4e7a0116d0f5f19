extension HTTPStubRequest {
  /// The name of `match(json:)` for texts before it took them.
  @available(*, deprecated, renamed: "match(json:comparison:)")
  @discardableResult
  public func match(
    jsonText text: String, comparison: JSONComparison = JSONComparison()
  ) -> Self { match(json: text, comparison: comparison) }

  /// The name of `stub(json:)` for values before it took them.
  ///
  /// - Throws: the errors of the encoder.
  @available(*, deprecated, renamed: "stub(for:statusCode:delay:headers:json:)")
  @discardableResult
  public func stub(
    for method: HTTPMethod? = nil, statusCode: HTTPStatusCode = .ok, delay: Duration = .zero,
    headers: HTTPHeaders? = nil, jsonEncoding value: any Encodable
  ) throws -> Self {
    stub(
      for: method, statusCode: statusCode, delay: delay, headers: headers,
      json: try HTTPStubBody.json(encoding: value))
  }

  /// Says how the label is written.
  @available(*, unavailable, renamed: "match(URI:)")
  public func match(uri template: String) -> Self { self }

  /// Says how the label is written.
  @available(*, unavailable, renamed: "match(URL:options:)")
  public func match(url: String) -> Self { self }
}
