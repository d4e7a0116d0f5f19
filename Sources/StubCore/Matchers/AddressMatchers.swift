import StubLanguages

/// Accepts requests with one of several methods.
package struct HTTPStubMethodMatcher: HTTPStubMatcher {
  private let accepted: [HTTPMethod]
  package let description: String
  private let expected: String

  package init(_ methods: [HTTPMethod]) {
    accepted = methods
    let names = methods.map(\.rawValue).joined(separator: " or ")
    description = "method is \(names)"
    expected = "method \(names)"
  }

  package var sample: RequestSample? { accepted.first.map { RequestSample(method: $0) } }

  package var methods: [HTTPMethod]? { accepted }

  package var isSynchronous: Bool { true }

  package func evaluate(_ request: ReceivedRequest, for source: HTTPMatcherSource) -> MatchResult {
    accepted.contains(request.method)
      ? .matched : .mismatched(expected: expected, found: "method \(request.method)")
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

/// Accepts requests by the scheme of their URL; if the host does not know it, every scheme matches.
package struct HTTPStubSchemeMatcher: HTTPStubMatcher {
  private let condition: PartCondition

  package init(_ value: ValueMatcher) {
    condition = PartCondition("scheme", value.onName)
  }

  package var description: String { condition.description }
  package var problems: [String] { condition.value.problems }

  package var isSynchronous: Bool { condition.isSynchronous }

  package func evaluate(_ request: ReceivedRequest, for source: HTTPMatcherSource) -> MatchResult {
    guard let scheme = request.target.scheme else { return .matched }
    return condition.evaluate(single: scheme)
  }
}

extension HTTPStubMatcher where Self == HTTPStubCondition {
  /// Accepts requests by their scheme, in lower case, as in `"https"`.
  public static func scheme(_ value: ValueMatcher) -> Self { Self(HTTPStubSchemeMatcher(value)) }
}

extension HTTPStubRequest {
  /// Accepts requests by their scheme, in lower case; a listener without TLS also accepts `https`.
  @discardableResult
  public func match(scheme value: ValueMatcher) -> Self { match(HTTPStubSchemeMatcher(value)) }
}

/// Accepts requests by the host of their URL, without regard to case.
package struct HTTPStubHostMatcher: HTTPStubMatcher {
  private let condition: PartCondition
  package let problems: [String]

  /// Creates a condition on the host name in lower case, without port and brackets.
  package init(_ value: ValueMatcher) {
    condition = PartCondition("host", value.onHost)
    problems = value.problems + Self.problems(in: value.exactValue)
  }

  package var description: String { condition.description }

  package var keys: [StubKey] { condition.value.keys(of: .host) }

  package var sample: RequestSample? {
    condition.value.exactValue.map { RequestSample(host: $0.contains(":") ? "[\($0)]" : $0) }
  }

  package func evaluate(_ request: ReceivedRequest, for source: HTTPMatcherSource) -> MatchResult {
    guard let host = request.target.host else { return condition.evaluate([]) }
    return condition.evaluate(single: host)
  }

  package var isSynchronous: Bool { condition.isSynchronous }

  private static func problems(in host: String?) -> [String] {
    guard let host else { return [] }
    if host.contains("/") {
      return ["\"\(host)\" is not a host name; use match(URL: \"\(host)\")"]
    }
    let sides = host.split(separator: ":", omittingEmptySubsequences: false)
    guard sides.count == 2 else { return [] }
    return [
      "\"\(host)\" is a host name with a port; "
        + "use match(host: \"\(sides[0])\").match(port: \(sides[1]))"
    ]
  }
}

extension HTTPStubMatcher where Self == HTTPStubCondition {
  /// Accepts requests by their host name without the port, as in `"a.com"` or `.domain("a.com")`.
  public static func host(_ value: ValueMatcher) -> Self { Self(HTTPStubHostMatcher(value)) }
}

extension HTTPStubRequest {
  /// Accepts requests by their host name, as in `"a.com"`, `.domain("a.com")`, `.glob("*.a.com")`.
  @discardableResult
  public func match(host value: ValueMatcher) -> Self { match(HTTPStubHostMatcher(value)) }
}

/// Accepts requests by the port of their URL.
///
/// A listener's own port also counts as the default port of the scheme; if the scheme is unknown,
/// as both 80 and 443. A request without a host matches every port.
package struct HTTPStubPortMatcher: HTTPStubMatcher {
  package let port: Int
  package let description: String
  private let expected: String

  package init(_ port: Int) {
    self.port = port
    description = "port is \(port)"
    expected = "port \(port)"
  }

  package var isSynchronous: Bool { true }

  package func evaluate(_ request: ReceivedRequest, for source: HTTPMatcherSource) -> MatchResult {
    let target = request.target
    if target.isForSite(at: port) { return .matched }
    return .mismatched(expected: expected, found: "port \(target.sitePortText)")
  }
}

extension HTTPStubMatcher where Self == HTTPStubCondition {
  /// Accepts requests for this port, from the URL or the default of its scheme.
  public static func port(_ port: Int) -> Self { Self(HTTPStubPortMatcher(port)) }
}

extension HTTPStubRequest {
  /// Accepts requests for the port, from the URL or the default of its scheme.
  @discardableResult
  public func match(port: Int) -> Self { match(HTTPStubPortMatcher(port)) }
}

/// Accepts requests by the IP address of their client; in-process, no request has one.
package struct HTTPStubClientAddressMatcher: HTTPStubMatcher {
  private let condition: PartCondition

  package init(_ value: ValueMatcher) { condition = PartCondition("client address", value) }

  package var description: String { condition.description }
  package var problems: [String] { condition.value.problems }

  package var isSynchronous: Bool { condition.isSynchronous }

  package func evaluate(_ request: ReceivedRequest, for source: HTTPMatcherSource) -> MatchResult {
    guard let address = request.clientAddress else { return condition.evaluate([]) }
    return condition.evaluate(single: address)
  }
}

extension HTTPStubMatcher where Self == HTTPStubCondition {
  /// Accepts requests by the IP address of their client, as in `"127.0.0.1"`.
  public static func clientAddress(_ value: ValueMatcher) -> Self {
    Self(HTTPStubClientAddressMatcher(value))
  }
}

extension HTTPStubRequest {
  /// Accepts requests by their client's IP address, as in `"127.0.0.1"`; in-process, none has one.
  @discardableResult
  public func match(clientAddress value: ValueMatcher) -> Self {
    match(HTTPStubClientAddressMatcher(value))
  }
}
