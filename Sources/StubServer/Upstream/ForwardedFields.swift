import StubCore

/// Which header fields a request or a response takes along to the next hop (RFC 9110 §7.6.1).
enum ForwardedFields {
  /// Fields that concern one connection only.
  private static let hopByHop: Set<HTTPHeaderName> = [
    .connection, "Keep-Alive", "Proxy-Connection", .transferEncoding, .upgrade, "TE", .trailer,
    "HTTP2-Settings",
  ]

  /// The fields of a request for the server, but `Host`, which its URL says.
  static func ofRequest(_ headers: HTTPHeaders) -> HTTPHeaders {
    endToEnd(headers) { $0 == .host || $0 == .expect || $0 == .proxyAuthorization }
  }

  static func ofResponse(_ headers: HTTPHeaders) -> HTTPHeaders { endToEnd(headers) { _ in false } }

  private static func endToEnd(
    _ headers: HTTPHeaders, but isDropped: (HTTPHeaderName) -> Bool
  ) -> HTTPHeaders {
    let named = headers.values(of: .connection).flatMap { value in
      value.split(separator: ",").map { HTTPHeaderName($0.trimmingWhitespace()) }
    }
    return HTTPHeaders(
      headers.fields.filter {
        !hopByHop.contains($0.name) && !named.contains($0.name) && !isDropped($0.name)
      })
  }
}
