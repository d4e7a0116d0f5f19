import StubLanguages

/// A matcher that accepts requests with any of several methods.
package struct HTTPStubMethodMatcher: HTTPStubMatcher {
  private let accepted: [HTTPMethod]

  package init(_ methods: [HTTPMethod]) { accepted = methods }

  package var description: String { "method is \(names)" }

  private var names: String { accepted.map(\.rawValue).joined(separator: " or ") }

  package var sample: RequestSample? { accepted.first.map { RequestSample(method: $0) } }

  package var methods: [HTTPMethod]? { accepted }

  package var isSynchronous: Bool { true }

  package func evaluate(_ request: ReceivedRequest, for source: HTTPMatcherSource) -> MatchResult {
    accepted.contains(request.method)
      ? .matched
      : .mismatched(
        Mismatch(Mismatch.Subject("method"), .text(names), .text(request.method.rawValue)))
  }
}

extension HTTPStubMatcher where Self == HTTPStubCondition {
  /// Accepts requests with any of these methods; `GET` and `get` are different.
  public static func method(_ methods: HTTPMethod...) -> Self {
    Self(HTTPStubMethodMatcher(methods))
  }
}

extension HTTPStubRequest {
  /// Accepts requests with one of these methods.
  @discardableResult
  public func match(method methods: HTTPMethod...) -> Self { match(HTTPStubMethodMatcher(methods)) }
}

extension HTTPStubMatcher where Self == HTTPStubCondition {
  /// Accepts requests by their scheme, such as `"https"`; letter case is ignored.
  public static func scheme(_ value: ValueMatcher) -> Self { Self(PartMatcher(.scheme, value)) }
}

extension HTTPStubRequest {
  /// Accepts requests by their scheme; an unknown scheme, as on a listener without TLS, is always
  /// accepted.
  @discardableResult
  public func match(scheme value: ValueMatcher) -> Self { match(PartMatcher(.scheme, value)) }
}

extension HTTPStubMatcher where Self == HTTPStubCondition {
  /// Accepts requests by their host name without the port, as in `"a.com"` or `.domain("a.com")`.
  public static func host(_ value: ValueMatcher) -> Self { Self(PartMatcher(.host, value)) }
}

extension HTTPStubRequest {
  /// Accepts requests by their host name, as in `"a.com"`, `.domain("a.com")`, `.glob("*.a.com")`.
  @discardableResult
  public func match(host value: ValueMatcher) -> Self { match(PartMatcher(.host, value)) }
}

/// A matcher for the port of the URL.
///
/// A request to a listener's own port also matches the default port of its scheme, or both 80 and
/// 443 if the scheme is unknown. A request without scheme and host matches every port.
package struct HTTPStubPortMatcher: HTTPStubMatcher {
  package let port: Int

  package init(_ port: Int) { self.port = port }

  package var description: String { "port is \(port)" }

  package var isSynchronous: Bool { true }

  package func evaluate(_ request: ReceivedRequest, for source: HTTPMatcherSource) -> MatchResult {
    let target = request.target
    if target.isForSite(at: port) { return .matched }
    return .mismatched(
      Mismatch(Mismatch.Subject("port"), .text("\(port)"), .text(target.sitePortText)))
  }
}

extension HTTPStubMatcher where Self == HTTPStubCondition {
  /// Accepts requests by the port of their URL; if it has none, by the default port of its scheme.
  public static func port(_ port: Int) -> Self { Self(HTTPStubPortMatcher(port)) }
}

extension HTTPStubRequest {
  /// Accepts requests by the port of their URL; if it has none, by the default port of its scheme.
  @discardableResult
  public func match(port: Int) -> Self { match(HTTPStubPortMatcher(port)) }
}

extension HTTPStubMatcher where Self == HTTPStubCondition {
  /// Accepts requests by the IP address of their client, as in `"127.0.0.1"`.
  public static func clientAddress(_ value: ValueMatcher) -> Self {
    Self(PartMatcher(.clientAddress, value))
  }
}

extension HTTPStubRequest {
  /// Accepts requests by the IP address of their client; requests of a `URLSession` have none.
  @discardableResult
  public func match(clientAddress value: ValueMatcher) -> Self {
    match(PartMatcher(.clientAddress, value))
  }
}
