#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// Parts of a request that a matcher accepts; those of all matchers of a stub are put together.
///
/// ```swift
/// struct TenantMatcher: HTTPStubMatcher {
///   var sample: RequestSample? { RequestSample(headers: ["X-Tenant": "7"]) }
/// }
/// ```
public struct RequestSample: Sendable, Hashable {
  /// The method; `nil` if the matcher accepts any.
  package var method: HTTPMethod?
  /// The host, with a port where one is needed, as the `Host` field has it.
  package var host: String?
  /// The path, percent-encoded.
  package var path: String?
  /// The query without `?`, percent-encoded.
  package var query: String?
  /// The fields that the matcher asks for.
  package var headers: HTTPHeaders
  /// The body that the matcher asks for; `nil` if it accepts any.
  package var body: Data?

  /// A sample with only what the matcher asks for; samples of a stub's matchers are put together.
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

  /// The host, if there is one, the path and the query of a URL.
  package init(url text: String) { self.init(RequestURL(text)) }

  init(_ url: RequestURL) {
    self.init(host: url.authority, path: url.path, query: url.query)
  }

  /// A path as people read it.
  init?(readablePath path: String?) {
    guard let path else { return nil }
    self.init(path: PercentEncoding.encode(path, allowing: "/%:@!$&'()*+,;="))
  }

  /// Takes over what the other has; where both have a part, the other's.
  ///
  /// Items of queries and cookies are added to those that are there.
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

  /// The items of both lists, those that are in both once.
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
  /// The items in the form of a query.
  var encoded: String {
    map { item in
      let name = PercentEncoding.encode(item.name)
      return item.value.map { "\(name)=\(PercentEncoding.encode($0))" } ?? name
    }.joined(separator: "&")
  }
}

extension HTTPStub {
  /// What is known of the requests that all matchers accept together; it may still be refused.
  package var sample: RequestSample {
    matchers.reduce(into: RequestSample()) { whole, matcher in
      if let part = matcher.sample { whole.merge(part) }
    }
  }

  /// The host with which the stub would match a request that came to a listener for another host.
  ///
  /// Matchers are asked again only if a single one did not accept the request, and that one names a host.
  func host(thatAnswers request: ReceivedRequest, after results: [MatchResult]) -> String? {
    guard request.isFromListener, !request.isForProxy,
      let failed = results.firstIndex(where: { !$0.isMatch }),
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
