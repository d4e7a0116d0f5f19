package import StubPlatform

/// The head of a response: status line and header fields.
public struct ResponseHead: Sendable, Hashable {
  /// The status code of the response.
  public var status: HTTPStatusCode
  /// The reason phrase; `nil` for the default phrase of the status code (RFC 9110 §15).
  public var reason: String?
  /// The fields in the order in which they are sent.
  public var headers: HTTPHeaders
  /// The fields that are sent after the body (RFC 9110 §6.5).
  ///
  /// HTTP/1.1 sends them with chunked coding, and HTTP/2 in a last HEADERS frame. HTTP/1.0 and
  /// in-process clients do not get them.
  public var trailers: HTTPHeaders {
    get { extras?.value.trailers ?? HTTPHeaders() }
    set { if newValue != trailers { change { $0.trailers = newValue } } }
  }
  /// The lines that a fault adds unchanged at the end of the head, each with its own line end.
  package var rawLines: Data {
    get { extras?.value.rawLines ?? Data() }
    set { if newValue != rawLines { change { $0.rawLines = newValue } } }
  }
  /// The properties that few heads have, stored separately so that other heads are copied faster.
  private var extras: Shared<Extras>?

  private struct Extras: Sendable, Hashable {
    var trailers = HTTPHeaders()
    var rawLines = Data()
  }

  /// Creates a head with exactly these fields; none are added for the body.
  public init(
    status: HTTPStatusCode = .ok, reason: String? = nil, headers: HTTPHeaders = HTTPHeaders()
  ) {
    self.status = status
    self.reason = reason
    self.headers = headers
  }

  private mutating func change(_ change: (inout Extras) -> Void) {
    var new = extras?.value ?? Extras()
    change(&new)
    extras = new == Extras() ? nil : Shared(new)
  }

  /// Whether there are fields after the body.
  package var hasTrailers: Bool { extras != nil && !trailers.isEmpty }

  /// The reason phrase to send with HTTP/1.1; HTTP/2 sends none.
  package var reasonPhrase: String { reason ?? status.reasonPhrase }

  /// The reason why the fields or the reason phrase cannot be sent; `nil` if they can.
  ///
  /// For example, a line end would begin another field or another response.
  package var problem: String? {
    if let reason, !reason.isOneLine {
      return "the reason phrase contains a line end or NUL; remove it"
    }
    return Self.problem(of: headers) ?? trailerProblem
  }

  private static func problem(of headers: HTTPHeaders) -> String? {
    for field in headers.fields {
      if !field.name.rawName.isToken {
        return
          "\(field.name.rawName.debugDescription) is not a header name; use letters, digits and -"
      }
      if !field.value.isOneLine {
        return
          "the value \(field.value.debugDescription) of the header \(field.name) contains a line"
          + " end or NUL; remove it, or encode it"
      }
    }
    return nil
  }

  /// The reason why the trailers cannot be sent; `nil` if they can.
  package var trailerProblem: String? {
    guard hasTrailers else { return nil }
    if let problem = Self.problem(of: trailers) { return problem }
    if headers.contains(.contentLength) {
      return "trailers follow chunks only; remove Content-Length"
    }
    let field = trailers.fields.first { Self.neverTrailers.contains($0.name) }
    return field.map { "\($0.name) cannot be a trailer (RFC 9110 §6.5.1); move it to the headers" }
  }

  /// The fields that cannot be trailers, because a client needs them before the body, or because
  /// they describe the connection.
  private static let neverTrailers = HTTPHeaderName.hopByHop.union([
    .contentLength, .contentEncoding, .contentType, .contentRange, .host, .setCookie, .location,
    .authorization, "WWW-Authenticate", "Cache-Control", "Retry-After", "Vary", .date,
  ])

  /// The size in bytes of the HTTP/1.1 head that a listener sends with a fault, including the
  /// fields that it adds.
  var encodedCount: Int {
    var fields = headers.fields.map { ($0.name.rawName, $0.value) }
    if !headers.contains(.date) { fields.append(("Date", "Sun, 06 Nov 1994 08:49:37 GMT")) }
    if !headers.contains(.connection) { fields.append(("Connection", "close")) }
    let fieldCount = fields.reduce(0) { $0 + $1.0.utf8.count + 2 + $1.1.utf8.count + 2 }
    return "HTTP/1.1 000 ".utf8.count + reasonPhrase.utf8.count + 2 + fieldCount + rawLines.count
      + 2
  }
}

/// The places where an in-process client may cache a response.
public enum HTTPStubCachePolicy: Sendable, Hashable {
  /// In memory and on disk.
  case allowed
  /// In memory only, as long as the process runs.
  case allowedInMemoryOnly
  /// Nowhere, so that each request reaches the stub.
  case notAllowed
}
