import StubCore

/// Selects the header fields that are forwarded to the server or the client (RFC 9110 §7.6.1).
enum ForwardedFields {
  /// Returns the fields of a request to forward to the server.
  ///
  /// `Host` is left out, because the URL or a stub sets it. `Via` is left out, because it differs
  /// in each run and would get into recordings.
  static func ofRequest(_ headers: HTTPHeaders) -> HTTPHeaders {
    endToEnd(headers) {
      $0 == .host || $0 == .expect || $0 == .proxyAuthorization || ViaHop.has($0)
    }
  }

  /// Returns the fields of a response for the client, in a form that every client accepts.
  ///
  /// Fields with invalid names are left out, and control bytes become spaces (RFC 9110 §5.5). At
  /// most one `Content-Length` stays, and none if the body was chunked, because libcurl decodes
  /// chunks.
  static func ofResponse(_ head: ResponseHead) -> HTTPHeaders {
    let length = head.headers.values(of: .contentLength).first
    let isWithout =
      head.status.forbidsContent && head.status != .notModified
      || head.headers.contains(.transferEncoding)
    let number = isWithout ? nil : length?.prefix { $0 != "," }.trimmingWhitespace()
    let others = endToEnd(head.headers) { !$0.rawName.isToken }
    var isLengthDue = number != nil
    return HTTPHeaders(
      others.fields.compactMap { field in
        guard field.name == .contentLength else { return sanitized(field) }
        defer { isLengthDue = false }
        return isLengthDue ? number.map(field.with) : nil
      })
  }

  private static func sanitized(_ field: HTTPHeaders.Field) -> HTTPHeaders.Field {
    let isControl: (UInt8) -> Bool = { $0 < 0x20 && $0 != 0x09 || $0 == 0x7F }
    guard field.valueBytes.contains(where: isControl) else { return field }
    return HTTPHeaders.Field(
      name: field.name, bytes: field.valueBytes.map { isControl($0) ? 0x20 : $0 })
  }

  private static func endToEnd(
    _ headers: HTTPHeaders, but isDropped: (HTTPHeaderName) -> Bool
  ) -> HTTPHeaders {
    let named = headers.values(of: .connection).flatMap { value in
      value.split(separator: ",").map { HTTPHeaderName($0.trimmingWhitespace()) }
    }
    return HTTPHeaders(
      headers.fields.filter {
        !HTTPHeaderName.hopByHop.contains($0.name) && !named.contains($0.name)
          && !isDropped($0.name)
      })
  }
}
