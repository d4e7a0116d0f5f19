/// What goes out before the body: status line and header fields.
public struct ResponseHead: Sendable, Hashable {
  public var status: HTTPStatusCode
  /// The reason phrase; `nil` for the status code's own (RFC 9110 §15).
  public var reason: String?
  public var headers: HTTPHeaders

  public init(
    status: HTTPStatusCode = .ok, reason: String? = nil, headers: HTTPHeaders = HTTPHeaders()
  ) {
    self.status = status
    self.reason = reason
    self.headers = headers
  }

  public var reasonPhrase: String { reason ?? status.reasonPhrase }
}
