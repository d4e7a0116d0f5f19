public import StubPlatform

/// Options for parts of the URL that are not compared.
public struct HTTPStubURLOptions: OptionSet, Sendable, Hashable {
  public let rawValue: Int

  public init(rawValue: Int) { self.rawValue = rawValue }

  /// Ignores the queries of both URLs.
  public static let ignoreQueryParameters = Self(rawValue: 1)
  /// Compares only the scheme, the host and the port.
  public static let ignorePath = Self(rawValue: 2)
  /// Ignores the scheme of requests to a listener, and the listener's own port.
  package static let ignoreSchemeOnListeners = Self(rawValue: 4)
}

/// A matcher for one URL.
///
/// Scheme, host and port must be equal if both are known. A URL that is only a path matches every
/// host. A URL without port also matches a listener's own port, because that port is not part of
/// the stubbed site. Paths are compared decoded. Query items are compared in any order, including
/// repetitions. User information and fragment are ignored.
package struct HTTPStubURLMatcher: HTTPStubMatcher {
  private let url: RequestURL
  private let options: HTTPStubURLOptions
  package let description: String
  package let problems: [String]
  private let path: String
  private let query: [QueryItem]

  package init(_ url: String, options: HTTPStubURLOptions = []) {
    self.init(RequestURL(url), text: url, options: options)
  }

  /// Creates a matcher for a parsed URL; reports show its `text`.
  package init(_ url: RequestURL, text: String, options: HTTPStubURLOptions) {
    self.init(url, text: text, options: options, problems: Self.problems(in: url, text: text))
  }

  private init(_ url: RequestURL, text: String, options: HTTPStubURLOptions, problems: [String]) {
    self.url = url
    self.options = options
    path = url.readablePath
    query = url.queryItems.comparable
    let ignored =
      options.contains(.ignorePath)
      ? " (ignoring path and query)"
      : options.contains(.ignoreQueryParameters) ? " (ignoring the query)" : ""
    description = "URL is \(text)\(ignored)"
    self.problems = problems
  }

  /// Creates a matcher for the path and query of a URL on any host.
  ///
  /// The path may begin with two slashes.
  package init(pathAndQueryOf url: RequestURL) {
    let text = url.pathAndQuery
    let url = RequestURL(scheme: nil, host: nil, path: url.path, query: url.query)
    // In other URLs, two slashes at the start are followed by a host, so the check would report a
    // problem.
    let problems = text.hasPrefix("//") ? [] : Self.problems(in: url, text: text)
    self.init(url, text: text, options: [], problems: problems)
  }

  package var keys: [StubKey] {
    let host = url.host.map { [StubKey.value(.host, $0)] } ?? []
    if options.contains(.ignorePath) { return host }
    if options.contains(.ignoreQueryParameters) { return [StubKey(.path(path))] + host }
    return [StubKey(.path(path))] + query.map { .query($0.name, $0.value ?? "") } + host
  }

  package var sample: RequestSample? { RequestSample(url) }

  package var isSynchronous: Bool { true }

  package func evaluate(_ request: ReceivedRequest, for source: HTTPMatcherSource) -> MatchResult {
    let target = request.target
    if url.host != nil, !url.host.hasSameScalars(as: target.host) {
      return Self.mismatch(Mismatch.Subject("host"), url.host, target.host)
    }
    let countsScheme = !(request.isFromListener && options.contains(.ignoreSchemeOnListeners))
    if countsScheme, let scheme = url.scheme, let found = target.scheme, scheme != found {
      return Self.mismatch(Mismatch.Subject("scheme"), scheme, found)
    }
    if let mismatch = portMismatch(target, countsScheme: countsScheme) { return mismatch }
    if options.contains(.ignorePath) { return .matched }
    let foundPath = target.readablePath
    if !path.hasSameScalars(as: foundPath) {
      return Self.mismatch(.path, path, foundPath)
    }
    if options.contains(.ignoreQueryParameters) || url.query.hasSameScalars(as: target.query)
      || query == target.queryItems.comparable
    {
      return .matched
    }
    return Self.mismatch(Mismatch.Subject("query"), url.query, target.query)
  }

  private func portMismatch(_ target: RequestURL, countsScheme: Bool) -> MatchResult? {
    guard url.host != nil else { return nil }
    // The listener's own port is ignored if the expected URL has no port or was recorded.
    let ignoresOwnPort = url.port == nil || !countsScheme
    var (expected, found) = (url.port, ignoresOwnPort ? target.sitePort : target.port)
    if countsScheme, let scheme = target.scheme {
      expected = expected ?? URIAuthority.defaultPort(of: url.scheme)
      found = found ?? URIAuthority.defaultPort(of: scheme)
    }
    guard let expected, expected != found else { return nil }
    if found == nil, !countsScheme || target.isForSite(at: expected) { return nil }
    let finding = Mismatch.Finding.text(found.map(String.init) ?? target.sitePortText)
    return .mismatched(
      Mismatch(Mismatch.Subject("port"), .text("\(expected)"), finding, isStated: false))
  }

  /// Returns the mismatch of a part of the URL, with its expected value, which the matcher's
  /// description lacks.
  private static func mismatch(
    _ subject: Mismatch.Subject, _ expected: String?, _ found: String?
  ) -> MatchResult {
    let test = expected.map { ValueMatcher.equals($0) } ?? .absent
    let finding = found.map { Mismatch.Finding.values([$0]) } ?? .missing
    return .mismatched(Mismatch(subject, .test(test), finding, isStated: false))
  }

  private static func problems(in url: RequestURL, text: String) -> [String] {
    if url.host == nil, url.scheme == nil, !text.hasPrefix("/"), !text.hasPrefix("?") {
      return ["a URL starts with a scheme or \"/\", not \"\(text)\"" + RequestURL.advice(for: text)]
    }
    guard url.scheme != nil || text.hasPrefix("//"), url.host?.isEmpty ?? true else { return [] }
    return ["the URL \"\(text)\" has no host; use one such as \"http://example.com/\""]
  }
}

extension HTTPStubMatcher where Self == HTTPStubCondition {
  /// Accepts requests for one URL; if it is invalid, this is reported when you add the stub.
  public static func url(_ url: String, options: HTTPStubURLOptions = []) -> Self {
    Self(HTTPStubURLMatcher(url, options: options))
  }

  /// Accepts requests for one URL.
  public static func url(_ url: URL, options: HTTPStubURLOptions = []) -> Self {
    Self(HTTPStubURLMatcher(url.absoluteString, options: options))
  }
}

extension HTTPStubRequest {
  /// Accepts requests for one URL, or for one path on every host.
  @discardableResult
  public func match(`URL` url: String, options: HTTPStubURLOptions = []) -> Self {
    noteColonVariable(in: url)
    return match(HTTPStubURLMatcher(url, options: options))
  }

  /// Accepts requests for one URL.
  @discardableResult
  public func match(`URL` url: URL, options: HTTPStubURLOptions = []) -> Self {
    match(HTTPStubURLMatcher(url.absoluteString, options: options))
  }

  /// Unavailable, so that the compiler suggests the right label, `URL`.
  @available(*, unavailable, renamed: "match(URL:options:)")
  public func match(url: String) -> Self { self }
}

extension RequestURL {
  /// Returns a suggestion for a text that starts with neither a scheme nor a slash.
  ///
  /// The suggestion is empty if the text cannot be part of a URL, for example because it has
  /// spaces.
  static func advice(for text: String) -> String {
    let isPart = text.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F && !"<>\"\\^`|".utf8.contains($0) }
    return isPart && !text.isEmpty ? "; use \"http://\(text)\" or \"/\(text)\"" : ""
  }
}
