#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// The request as matchers and responders see it, the same on every host.
public struct ReceivedRequest: Sendable, Hashable {
  public var method: HTTPMethod
  public var target: RequestURL
  public var headers: HTTPHeaders
  /// The version of the message as sent, `1.0`, `1.1` or `2`.
  public var httpVersion: String
  /// The subject of the certificate that the client has shown, as RFC 2253 writes it.
  public var clientCertificateSubject: String?
  /// Whether it came over a connection, whose scheme and port say little about the stubbed site.
  package var isFromListener = false
  /// What the stub's matchers captured; empty until a stub has matched.
  public var captures: Captures
  private let content: RequestBody

  public init(
    method: HTTPMethod = .get, target: RequestURL, headers: HTTPHeaders = HTTPHeaders(),
    body: RequestBody = RequestBody(nil), httpVersion: String = "1.1"
  ) {
    self.method = method
    self.target = target
    self.headers = headers
    self.httpVersion = httpVersion
    captures = Captures()
    content = body
  }

  /// A request for a URL or path, as tests and tools write it.
  public init(
    _ method: HTTPMethod, _ url: String, headers: HTTPHeaders = HTTPHeaders(), body: Data? = nil
  ) {
    self.init(
      method: method, target: RequestURL(url), headers: headers, body: RequestBody(body))
  }

  /// The body's bytes, however the client gave them; `nil` for a request without a body.
  public var body: Data? { content.data }

  /// The body read as UTF-8, invalid sequences repaired.
  public var bodyText: String { content.text }

  /// The body as JSON, parsed once for all stubs; the error says where it is not JSON.
  public var json: Result<JSONValue, JSONSyntaxError> { content.json }

  /// The body as XML, parsed once for all stubs; the error says where it is not XML.
  var xml: Result<ParsedXML, XMLSyntaxError> { content.xml }

  /// The body split at a boundary, once for all stubs.
  func multipart(boundary: String) -> Result<[MultipartPart], MultipartSyntaxError> {
    content.multipart(boundary: boundary)
  }

  /// The URL-encoded form in the body, in order; empty when the body is of another type.
  public var formItems: [QueryItem] {
    guard contentType?.essence == HTTPContentType.formURLEncoded.rawValue else { return [] }
    return content.form
  }

  public var contentType: HTTPContentType? {
    headers[.contentType].map(HTTPContentType.init(rawValue:))
  }

  /// The cookies of all `Cookie` fields, in order (RFC 6265 §4.2).
  public var cookies: [(name: String, value: String)] {
    headers.values(of: .cookie).flatMap { field in
      field.split(separator: ";").map { pair in
        let sides = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        return (
          name: sides[0].trimmingWhitespace(),
          value: sides.count > 1 ? sides[1].trimmingWhitespace() : ""
        )
      }
    }
  }

  /// The request line as a person would write it: `GET http://host/path`.
  public var summary: String { "\(method) \(target.absoluteString)" }
}
