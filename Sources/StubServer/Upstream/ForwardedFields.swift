import StubCore

/// Which header fields a request or a response takes along to the next hop (RFC 9110 §7.6.1).
enum ForwardedFields {
  /// The fields of a request for the server, but `Host`, which its URL or a stub says, and `Via`, which no
  /// recording should have: each run of a server has another name in it.
  static func ofRequest(_ headers: HTTPHeaders) -> HTTPHeaders {
    endToEnd(headers) {
      $0 == .host || $0 == .expect || $0 == .proxyAuthorization || ViaHop.has($0)
    }
  }

  /// The fields of a response for the client, in a form that every client accepts.
  ///
  /// Fields without a proper name are left out, control bytes become spaces (RFC 9110 §5.5), and
  /// there is one `Content-Length` or none, as libcurl takes the body out of its chunks.
  static func ofResponse(_ head: ResponseHead) -> HTTPHeaders {
    let lengths = head.headers.values(of: .contentLength)
    let isWithout =
      head.status.forbidsContent && head.status != .notModified
      || head.headers.contains(.transferEncoding)
    let length = isWithout ? nil : same(lengths)
    let others = endToEnd(head.headers) { !$0.rawName.isToken }
    var isLengthDue = length != nil
    return HTTPHeaders(
      others.fields.compactMap { field in
        guard field.name == .contentLength else { return sendable(field) }
        defer { isLengthDue = false }
        return isLengthDue ? length.map(field.with) : nil
      })
  }

  /// The number in all of the values; `nil` if they differ, as a wrong length is worse than none.
  private static func same(_ lengths: [String]) -> String? {
    let numbers = Set(
      lengths.flatMap { $0.split(separator: ",", omittingEmptySubsequences: false) }
        .map { $0.trimmingWhitespace() })
    guard numbers.count == 1, let number = numbers.first, !number.isEmpty,
      number.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) })
    else { return nil }
    return number
  }

  private static func sendable(_ field: HTTPHeaders.Field) -> HTTPHeaders.Field {
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
