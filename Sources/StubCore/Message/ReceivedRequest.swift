public import StubPlatform

/// A request in the form in which matchers and responders see it, which is the same on every host.
///
/// A request is a value, but copies share their storage, because requests are passed along much
/// more often than they are changed.
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
    var proxyUser: String?
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

  /// Creates a request that was received over a connection.
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

  /// The request in the type of its host, such as `URLRequest`; `nil` if it came over a connection.
  package var original: OriginalRequest? {
    get { parts.value.original }
    set { parts.value.original = newValue }
  }

  private mutating func change(_ change: (inout Parts) -> Void) {
    change(&parts.value)
    parts.value.original?.isChanged = true
  }

  // Properties with `_read` lend their value; returning a copy would retain many parts.

  /// The method as it was sent; `GET` and `get` are different (RFC 9110 §9.1).
  public var method: HTTPMethod {
    _read { yield parts.value.method }
    set { change { $0.method = newValue } }
  }

  /// The URL in parts, which are decoded by properties such as its segments and query items.
  public var target: RequestURL {
    _read { yield parts.value.target }
    set { change { $0.target = newValue } }
  }

  /// The first byte of the path after its slash, read without copying the URL.
  package var pathMark: UInt8? {
    parts.value.target.path.withBytes { $0.count > 1 ? $0[1] : nil }
  }

  /// The header fields as sent; in-process, they include the fields from the session's
  /// configuration.
  public var headers: HTTPHeaders {
    _read { yield parts.value.headers }
    set { change { $0.headers = newValue } }
  }

  /// The HTTP version of the message: `1.0`, `1.1` or `2`.
  public var httpVersion: String {
    _read { yield parts.value.httpVersion }
    set { parts.value.httpVersion = newValue }
  }

  /// The IP address of the client, such as `127.0.0.1`; `nil` in-process and on a Unix socket.
  public var clientAddress: String? {
    get { parts.value.clientAddress }
    set { if newValue != clientAddress { parts.value.clientAddress = newValue } }
  }

  /// The subject of the client's certificate in the format of RFC 2253; `nil` if it has sent none.
  public var clientCertificateSubject: String? {
    get { parts.value.clientCertificateSubject }
    set {
      if newValue != clientCertificateSubject {
        parts.value.clientCertificateSubject = newValue
      }
    }
  }

  /// Whether the request came over a connection to a listener.
  ///
  /// Its scheme and port then say little about the stubbed site.
  package var isFromListener: Bool {
    get { parts.value.isFromListener }
    set { if newValue != isFromListener { parts.value.isFromListener = newValue } }
  }

  /// Whether the client uses the listener as a proxy.
  ///
  /// The request line then has a whole URL, or a host for CONNECT, or the request came through a
  /// tunnel.
  package var isForProxy: Bool {
    get { parts.value.isForProxy }
    set { if newValue != isForProxy { parts.value.isForProxy = newValue } }
  }

  /// The user name that the client sent to the proxy; `nil` for none.
  package var proxyUser: String? {
    get { parts.value.proxyUser }
    set { if newValue != proxyUser { parts.value.proxyUser = newValue } }
  }

  /// The values that the matchers of the stub captured; empty until a stub has matched.
  public var captures: Captures {
    get { parts.value.captures }
    set { parts.value.captures = newValue }
  }

  /// Returns the request with `captures` in place of earlier captures.
  func with(_ captures: Captures) -> ReceivedRequest {
    if captures.isEmpty, parts.value.captures.isEmpty { return self }
    var request = self
    request.captures = captures
    return request
  }

  package var content: RequestBody { parts.value.content }

  /// Returns the request with the body `body`.
  package func with(body: RequestBody) -> ReceivedRequest {
    var request = self
    request.parts.value.content = body
    return request
  }

  /// The request without its body, which takes memory as long as the request is kept.
  var withoutBody: ReceivedRequest { bodyCount > 0 ? with(body: .none) : self }

  /// Creates a request for a URL or path, for tests and tools.
  public init(
    _ method: HTTPMethod, _ url: String, headers: HTTPHeaders = HTTPHeaders(), body: Data? = nil
  ) {
    self.init(
      method: method, target: RequestURL(url), headers: headers, body: RequestBody(body))
  }

  /// The bytes of the body, from data or a stream; `nil` if the request has no body.
  public var body: Data? { content.data }

  /// The length of the body in bytes, if only its start was kept; otherwise `nil`.
  package var wholeBodyCount: Int? { content.wholeCount }

  /// The length of the body in bytes.
  package var bodyCount: Int { content.wholeCount ?? body?.count ?? 0 }

  /// Whether the body is in memory, and small enough to be read in negligible time.
  var hasSmallBody: Bool { content.isLoaded(upTo: 16 * 1_024) && !isCoded }

  /// The number of bytes of the body that are in memory; 0 before the body has been loaded.
  var loadedBodySize: Int { content.loadedSize }

  /// The reason why the body is not parsed; `nil` if it is small enough and can be decoded.
  var bodyObstacle: UnreadableContent? {
    let readable = readable
    return readable.obstacle ?? readable.body.obstacle
  }

  /// Sets the limits of the work that conditions on the body may do.
  func limit(by limits: EvaluationLimits) { content.limit(by: limits) }

  /// Evaluates a condition with the steps (units of work) that this request has left.
  package func evaluating<Value, Failure: Error>(
    _ evaluate: (inout StepBudget) throws(Failure) -> Value
  ) throws(Failure) -> Value { try readable.body.evaluating(evaluate) }

  /// Evaluates a condition on this request with another body, which was taken from the request's
  /// body.
  ///
  /// The same limits apply.
  package func evaluating<Value>(on body: Data, _ evaluate: (ReceivedRequest) -> Value) -> Value {
    readable.body.evaluating(on: body) { evaluate(with(body: $0)) }
  }

  /// This request with the text of its body in one letter case.
  package var foldingBody: ReceivedRequest { with(body: readable.body.folded) }

  /// Evaluates a condition on a copy of this request that has the part's body and content type as
  /// its own.
  func evaluating<Value>(on part: MultipartPart, _ evaluate: (ReceivedRequest) -> Value) -> Value {
    var request = self
    request.parts.value.headers[.contentType] = part.headers[.contentType]
    request.parts.value.headers.remove(.contentEncoding)
    return readable.body.evaluating(on: part.body, isMessage: true) {
      evaluate(request.with(body: $0))
    }
  }

  /// Restarts the count of steps at 0.
  ///
  /// `allowance` limits the steps until the next reset (default: no extra limit).
  func resetSteps(allowance: Int? = nil) { content.resetSteps(allowance: allowance) }

  /// Whether conditions have stopped because the allowance of steps was used up.
  var isOverdue: Bool { content.isOverdue }

  /// Returns whether more than `limit` bytes of the body are in memory.
  package func hasBody(over limit: Int) -> Bool { content.isLoaded(over: limit) }

  /// The body as text, in the charset of `Content-Type` (default: UTF-8), with invalid sequences
  /// repaired.
  ///
  /// As for JSON and forms, a body is first decoded if `Content-Encoding` is gzip or deflate.
  public var bodyText: String { readable.body.text }

  /// The bytes that conditions and templates read: decompressed and in UTF-8.
  package var readableBody: Data? { readable.body.data }

  /// The body as JSON, parsed once for all stubs; the error includes the position.
  package var json: Result<JSONValue, JSONSyntaxError> { readable.body.json }

  /// The body as XML, parsed once for all stubs; the error includes the position.
  var xml: Result<ParsedXML, XMLSyntaxError> { readable.body.xml }

  /// Splits the body at a boundary, only once for all stubs.
  func multipart(boundary: String) -> Result<[MultipartPart], MultipartSyntaxError> {
    readable.body.multipart(boundary: boundary)
  }

  /// The items of the URL-encoded form in the body, in order; empty if the body has
  /// another media type.
  public var formItems: [QueryItem] {
    guard contentType?.essence == HTTPContentType.formURLEncoded.rawValue else { return [] }
    return itemsOfBody
  }

  /// The items of the body as a URL-encoded form, whatever its media type.
  var itemsOfBody: [QueryItem] { readable.body.form }

  /// The value of `Content-Type` with its parameters; `nil` if there is no such field.
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

  /// The request line as people write it: `GET http://host/path`.
  public var summary: String { "\(method) \(target.absoluteString)" }
}

/// A request in the type of its host, such as `URLRequest`, with details that other hosts do not
/// know.
///
/// Comparisons of requests ignore it, because they compare only the parts that matchers see.
package struct OriginalRequest: Sendable, Hashable {
  package let request: any Sendable
  /// Whether the method, URL or header fields were changed after the host received the request.
  package internal(set) var isChanged = false

  package init(_ request: some Sendable) { self.request = request }

  package static func == (left: Self, right: Self) -> Bool { true }

  package func hash(into hasher: inout Hasher) {}
}

extension ReceivedRequest: Hashable {
  public static func == (left: Self, right: Self) -> Bool { left.parts == right.parts }

  public func hash(into hasher: inout Hasher) { hasher.combine(parts) }
}
