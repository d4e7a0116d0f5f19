/// Equality with a text from a variable, which a literal has through `ValueMatcher`.
extension HTTPStubRequest {
  /// Accepts requests for this host.
  @discardableResult
  @_disfavoredOverload
  public func match(host text: some StringProtocol) -> Self { match(host: .equals(String(text))) }

  /// Accepts requests for this path.
  @discardableResult
  @_disfavoredOverload
  public func match(path text: some StringProtocol) -> Self { match(path: .equals(String(text))) }

  /// Accepts requests whose query has this parameter with this value.
  @discardableResult
  @_disfavoredOverload
  public func match(query name: String, _ text: some StringProtocol) -> Self {
    match(query: name, .equals(String(text)))
  }

  /// Accepts requests with this header field and value.
  @discardableResult
  @_disfavoredOverload
  public func match(header name: HTTPHeaderName, _ text: some StringProtocol) -> Self {
    match(header: name, .equals(String(text)))
  }

  /// Accepts requests with this cookie and value.
  @discardableResult
  @_disfavoredOverload
  public func match(cookie name: String, _ text: some StringProtocol) -> Self {
    match(cookie: name, .equals(String(text)))
  }

  /// Accepts requests with this bearer token.
  @discardableResult
  @_disfavoredOverload
  public func match(bearer token: some StringProtocol) -> Self {
    match(bearer: .equals(String(token)))
  }

  /// Accepts requests whose URL-encoded form has this field with this value.
  @discardableResult
  @_disfavoredOverload
  public func match(form name: String, _ text: some StringProtocol) -> Self {
    match(form: name, .equals(String(text)))
  }

  /// Accepts requests whose body is this text.
  @discardableResult
  @_disfavoredOverload
  public func match(body text: some StringProtocol) -> Self { match(body: .equals(String(text))) }
}
