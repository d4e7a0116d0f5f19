import StubLanguages

/// Accepts requests by the port they go to.
///
/// A listener's own port stands for the scheme's too. Where the scheme is unknown, every port fits
/// a request that names none or the listener's own.
public struct HTTPStubPortMatcher: HTTPStubMatcher {
  package let port: Int
  public let description: String
  private let expected: String

  public init(_ port: Int) {
    self.port = port
    description = "port is \(port)"
    expected = "port \(port)"
  }

  public var isSynchronous: Bool { true }

  public func evaluate(_ request: ReceivedRequest, for source: HTTPMatcherSource) -> MatchResult {
    let target = request.target
    if target.port == port { return .matched }
    guard let found = target.sitePort ?? URIAuthority.defaultPort(of: target.scheme), found != port
    else { return .matched }
    return .mismatched(expected: expected, found: "port \(found)")
  }
}

extension HTTPStubMatcher where Self == HTTPStubPortMatcher {
  public static func port(_ port: Int) -> Self { Self(port) }
}

extension HTTPStubRequest {
  /// Accepts requests for the port, be it written in the URL or the scheme's own.
  @discardableResult
  public func match(port: Int) -> Self { match(HTTPStubPortMatcher(port)) }
}
