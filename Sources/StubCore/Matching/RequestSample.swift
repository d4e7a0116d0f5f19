public import StubPlatform

/// The parts of a request that a matcher accepts; a stub combines the samples of all its matchers.
///
/// ```swift
/// struct TenantMatcher: HTTPStubMatcher {
///   var sample: RequestSample? { RequestSample(headers: ["X-Tenant": "7"]) }
/// }
/// ```
public struct RequestSample: Sendable, Hashable {
  /// The method; `nil` if the matcher accepts any method.
  package var method: HTTPMethod?
  /// The host, as in the `Host` field, with a port if the matcher requires one.
  package var host: String?
  /// The path, percent-encoded.
  package var path: String?
  /// The query without `?`, percent-encoded.
  package var query: String?
  /// The header fields that the matcher requires.
  package var headers: HTTPHeaders
  /// The body that the matcher requires; `nil` if it accepts any body.
  package var body: Data?

  /// Creates a sample with the parts that the matcher requires; a stub combines all samples.
  public init(
    method: HTTPMethod? = nil, host: String? = nil, path: String? = nil, query: String? = nil,
    headers: HTTPHeaders = [:], body: Data? = nil
  ) {
    self.method = method
    self.host = host
    self.path = path
    self.query = query
    self.headers = headers
    self.body = body
  }

  /// Creates a sample with the path, the query and, if it has one, the host of a URL.
  package init(url text: String) { self.init(RequestURL(text)) }

  init(_ url: RequestURL) {
    self.init(host: url.authority, path: url.path, query: url.query)
  }

  /// Creates a sample with a percent-decoded path; `nil` without a path.
  init?(readablePath path: String?) {
    guard let path else { return nil }
    self.init(path: PercentEncoding.encode(path, allowing: "/%:@!$&'()*+,;="))
  }

  /// Adds the parts of another sample, which replace the same parts of this one.
  ///
  /// Query items and cookies do not replace each other; the sample gets the items of both.
  package mutating func merge(_ other: RequestSample) {
    method = other.method ?? method
    host = other.host ?? host
    path = other.path ?? path
    query = Self.joined(query, other.query, by: "&")
    for field in other.headers.fields where field.name != .cookie {
      headers[field.name] = field.value
    }
    headers[.cookie] = Self.joined(headers[.cookie], other.headers[.cookie], by: "; ")
    body = other.body ?? body
  }

  /// Returns the items of both texts, joined to one text without duplicates.
  private static func joined(_ one: String?, _ other: String?, by separator: String) -> String? {
    guard let one, let other else { return one ?? other }
    let known = one.components(by: separator)
    let added = other.components(by: separator).filter { !known.contains($0) }
    return (known + added).joined(separator: separator)
  }
}

extension String {
  fileprivate func components(by separator: String) -> [Substring] {
    split(separator: separator, omittingEmptySubsequences: false)
  }
}

extension [QueryItem] {
  /// The items encoded as a query.
  var encoded: String {
    map { item in
      let name = PercentEncoding.encode(item.name)
      return item.value.map { "\(name)=\(PercentEncoding.encode($0))" } ?? name
    }.joined(separator: "&")
  }
}

extension HTTPStub {
  /// The combined sample of all matchers; a request with only these parts may still be rejected.
  package var sample: RequestSample {
    matchers.reduce(into: RequestSample()) { whole, matcher in
      if let part = matcher.sample { whole.merge(part) }
    }
  }

  /// Returns the host with which the stub would accept a request to a listener, for reports.
  ///
  /// If exactly one matcher did not accept the request, and its sample has a host, all matchers run
  /// again for the request with this host. The result is `nil` if they do not all accept it.
  func host(thatAnswers request: ReceivedRequest, after results: [MatchResult]) -> String? {
    guard request.isFromListener, !request.isForProxy,
      let failed = results.firstIndex(where: { !$0.isMatch }), failed > 0 || exactPath == nil,
      !results[(failed + 1)...].contains(where: { !$0.isMatch }),
      let host = matchers[failed].sample?.host, host != request.target.authority
    else { return nil }
    let (target, place) = (request.target, RequestURL("//\(host)"))
    var headers = request.headers
    headers[.host] = host
    let other = ReceivedRequest(
      method: request.method,
      target: RequestURL(
        scheme: nil, host: place.host, port: place.port, path: target.path, query: target.query),
      headers: headers, body: RequestBody(request.body), httpVersion: request.httpVersion,
      clientAddress: request.clientAddress,
      clientCertificateSubject: request.clientCertificateSubject, isFromListener: true)
    let matches = matchers.allSatisfy { $0.evaluate(other, for: .stubRequest).isMatch }
    return matches ? host : nil
  }
}
