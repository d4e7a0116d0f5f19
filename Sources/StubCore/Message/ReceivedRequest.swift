#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// The request as matchers and responders see it, the same on every host.
///
/// It is a value, but copies share their parts: it is handed around much more often than changed.
public struct ReceivedRequest: Sendable {
  private struct Parts: Sendable, Hashable {
    var method: HTTPMethod
    var target: RequestURL
    var headers: HTTPHeaders
    var httpVersion: String
    var clientAddress: String?
    var clientCertificateSubject: String?
    var isFromListener = false
    var isForProxy = false
    var captures = Captures()
    var original: OriginalRequest?
    var content: RequestBody
  }

  private var parts: Shared<Parts>

  package init(
    method: HTTPMethod = .get, target: RequestURL, headers: HTTPHeaders = HTTPHeaders(),
    body: RequestBody = .none, httpVersion: String = "1.1"
  ) {
    parts = Shared(
      Parts(
        method: method, target: target, headers: headers, httpVersion: httpVersion, content: body))
  }

  /// A request off the wire.
  package init(
    method: HTTPMethod, target: RequestURL, headers: HTTPHeaders, body: RequestBody,
    httpVersion: String, clientAddress: String? = nil, clientCertificateSubject: String?,
    isFromListener: Bool
  ) {
    parts = Shared(
      Parts(
        method: method, target: target, headers: headers, httpVersion: httpVersion,
        clientAddress: clientAddress, clientCertificateSubject: clientCertificateSubject,
        isFromListener: isFromListener,
        content: body))
  }

  /// The request as the client of the host made it; `nil` for one that came over a connection.
  package var original: OriginalRequest? {
    get { parts.value.original }
    set { parts.value.original = newValue }
  }

  private mutating func change(_ change: (inout Parts) -> Void) {
    change(&parts.value)
    parts.value.original?.isChanged = true
  }

  // Lent where they are only looked at, as a copy of each has many parts.

  /// The method as it was sent; `GET` and `get` are different (RFC 9110 §9.1).
  public var method: HTTPMethod {
    _read { yield parts.value.method }
    set { change { $0.method = newValue } }
  }

  /// The URL in its parts: segments and queries are decoded there.
  public var target: RequestURL {
    _read { yield parts.value.target }
    set { change { $0.target = newValue } }
  }

  /// The byte behind the first slash of the path, which is found without a copy of the URL's parts.
  package var pathMark: UInt8? {
    parts.value.target.path.withBytes { $0.count > 1 ? $0[1] : nil }
  }

  /// The header fields as they were sent; in-process also those of the session's configuration.
  public var headers: HTTPHeaders {
    _read { yield parts.value.headers }
    set { change { $0.headers = newValue } }
  }

  /// The version of the message as sent, `1.0`, `1.1` or `2`.
  public var httpVersion: String {
    _read { yield parts.value.httpVersion }
    set { parts.value.httpVersion = newValue }
  }

  /// The IP address that the client has connected from, such as `127.0.0.1`; `nil` in-process and on a unix
  /// socket.
  public var clientAddress: String? {
    get { parts.value.clientAddress }
    set { if newValue != clientAddress { parts.value.clientAddress = newValue } }
  }

  /// The subject of the certificate that the client has shown, as RFC 2253 writes it.
  public var clientCertificateSubject: String? {
    get { parts.value.clientCertificateSubject }
    set {
      if newValue != clientCertificateSubject {
        parts.value.clientCertificateSubject = newValue
      }
    }
  }

  /// Whether it came over a connection, whose scheme and port say little about the stubbed site.
  package var isFromListener: Bool {
    get { parts.value.isFromListener }
    set { if newValue != isFromListener { parts.value.isFromListener = newValue } }
  }

  /// Whether the client takes the listener for a proxy: it wrote the whole URL, or a host to connect to.
  package var isForProxy: Bool {
    get { parts.value.isForProxy }
    set { if newValue != isForProxy { parts.value.isForProxy = newValue } }
  }

  /// What the stub's matchers captured; empty until a stub has matched.
  public var captures: Captures {
    get { parts.value.captures }
    set { parts.value.captures = newValue }
  }

  /// The request with the captures of the stub that has matched, instead of any others.
  func with(_ captures: Captures) -> ReceivedRequest {
    if captures.isEmpty, parts.value.captures.isEmpty { return self }
    var request = self
    request.captures = captures
    return request
  }

  package var content: RequestBody { parts.value.content }

  /// The request with another body.
  package func with(body: RequestBody) -> ReceivedRequest {
    var request = self
    request.parts.value.content = body
    return request
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

  /// How many bytes of the body have come, when only the first of them were kept; `nil` if all were.
  package var wholeBodyCount: Int? { content.wholeCount }

  /// How many bytes of the body have come.
  package var bodyCount: Int { content.wholeCount ?? body?.count ?? 0 }

  /// Whether the body is at hand, and looking through it takes no time to speak of.
  var hasSmallBody: Bool { content.isAtHand(upTo: 16 * 1_024) && !isCoded }

  /// The size of the body in bytes; 0 if it has not been read.
  var bodySizeAtHand: Int { content.sizeAtHand }

  /// Why the body is not parsed; `nil` for one that is small enough.
  var bodyObstacle: UnreadableBody? {
    let readable = readable
    return readable.obstacle ?? readable.body.obstacle
  }

  /// Sets how much work conditions on the body may be.
  func limit(by limits: EvaluationLimits) { content.limit(by: limits) }

  /// Evaluates a condition with what is left of the steps for this request.
  package func evaluating<Value, Failure: Error>(
    _ evaluate: (inout StepBudget) throws(Failure) -> Value
  ) throws(Failure) -> Value { try readable.body.evaluating(evaluate) }

  /// Evaluates a condition on the same request with a body that was made of its own, within the same limits.
  package func evaluating<Value>(on body: Data, _ evaluate: (ReceivedRequest) -> Value) -> Value {
    readable.body.evaluating(on: body) { evaluate(with(body: $0)) }
  }

  /// Evaluates a condition on a request with a part as its body, and with the type of the part.
  func evaluating<Value>(on part: MultipartPart, _ evaluate: (ReceivedRequest) -> Value) -> Value {
    var request = self
    request.parts.value.headers[.contentType] = part.headers[.contentType]
    request.parts.value.headers.remove(.contentEncoding)
    return readable.body.evaluating(on: part.body, isMessage: true) {
      evaluate(request.with(body: $0))
    }
  }

  /// Begins to count steps anew, of which conditions may take all or so many for now.
  func resetSteps(allowance: Int? = nil) { content.resetSteps(allowance: allowance) }

  /// Whether conditions have ended as they had taken all steps that they may take for now.
  var isOverdue: Bool { content.isOverdue }

  /// Whether more than so many bytes of a body are at hand.
  package func hasBody(over limit: Int) -> Bool { content.isAtHand(over: limit) }

  /// The body as text, invalid sequences repaired: in the charset of `Content-Type`, or else UTF-8.
  ///
  /// A body that `Content-Encoding` says is in gzip or deflate is decoded first, here and for JSON and forms.
  public var bodyText: String { readable.body.text }

  /// The bytes that conditions and templates read: without compression, and in UTF-8.
  package var readableBody: Data? { readable.body.data }

  /// The body as JSON, parsed once for all stubs; the error has the position.
  package var json: Result<JSONValue, JSONSyntaxError> { readable.body.json }

  /// The body as XML, parsed once for all stubs; the error has the position.
  var xml: Result<ParsedXML, XMLSyntaxError> { readable.body.xml }

  /// The body split at a boundary, once for all stubs.
  func multipart(boundary: String) -> Result<[MultipartPart], MultipartSyntaxError> {
    readable.body.multipart(boundary: boundary)
  }

  /// The URL-encoded form in the body, in order; empty when the body is of another type.
  public var formItems: [QueryItem] {
    guard contentType?.essence == HTTPContentType.formURLEncoded.rawValue else { return [] }
    return itemsOfBody
  }

  /// The body read as a URL-encoded form, whatever its type.
  var itemsOfBody: [QueryItem] { readable.body.form }

  /// The value of `Content-Type` with its parameters; `nil` without that field.
  public var contentType: HTTPContentType? {
    headers[.contentType].map(HTTPContentType.init(rawValue:))
  }

  /// The cookies of all `Cookie` fields, in order (RFC 6265 §4.2).
  public var cookies: [(name: String, value: String)] {
    headers.values(of: .cookie).flatMap { field in
      field.utf8.split(separator: UInt8(ascii: ";")).map { pair in
        let equals = pair.firstIndex(of: UInt8(ascii: "=")) ?? pair.endIndex
        return (
          name: Substring(pair[..<equals]).trimmingWhitespace(),
          value: Substring(pair[equals...].dropFirst()).trimmingWhitespace()
        )
      }
    }
  }

  /// The request line as a person would write it: `GET http://host/path`.
  public var summary: String { "\(method) \(target.absoluteString)" }
}

/// A request in the type of its host, which says more than all hosts know of.
///
/// It takes no part in comparisons: what is compared is what matchers see.
package struct OriginalRequest: Sendable, Hashable {
  package let request: any Sendable
  /// Whether method, URL or header fields have been changed since.
  package internal(set) var isChanged = false

  package init(_ request: some Sendable) { self.request = request }

  package static func == (left: Self, right: Self) -> Bool { true }

  package func hash(into hasher: inout Hasher) {}
}

extension ReceivedRequest: Hashable {
  public static func == (left: Self, right: Self) -> Bool { left.parts == right.parts }

  public func hash(into hasher: inout Hasher) { hasher.combine(parts) }
}
