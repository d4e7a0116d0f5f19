public import StubCore

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// A request as it was recorded.
public struct RecordedRequest: Sendable, Hashable {
  public var method: HTTPMethod
  /// The absolute URL as text, for recordings hold some that no parser accepts.
  public var url: String
  /// `1.0`, `1.1`, `2` or `3`; `nil` where the recording does not say.
  public var httpVersion: String?
  public var headers: HTTPHeaders
  /// `nil` for a request without a body, or where the recording does not say.
  public var body: Data?

  public init(
    _ method: HTTPMethod = .get, _ url: String, httpVersion: String? = nil,
    headers: HTTPHeaders = HTTPHeaders(), body: Data? = nil
  ) {
    self.method = method
    self.url = url
    self.httpVersion = httpVersion
    self.headers = headers
    self.body = body
  }

  /// The request as a host would receive it, to ask matchers about it.
  package var received: ReceivedRequest {
    ReceivedRequest(
      method: method, target: RequestURL(url), headers: headers, body: RequestBody(body),
      httpVersion: httpVersion ?? "1.1")
  }
}
