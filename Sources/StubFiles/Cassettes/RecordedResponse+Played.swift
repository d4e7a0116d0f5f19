public import StubCore

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

extension RecordedResponse {
  /// The response as a client is to see it, whatever the recording tool did to its body.
  ///
  /// - Fields about one connection are left out (RFC 9110 §7.6.1), and those that no message may
  ///   hold.
  /// - `Content-Encoding` stays for a body that is still compressed, and goes when it was decoded.
  /// - `Content-Length` is that of the body. With HEAD, and with a 304, it stays as recorded, for
  ///   it is about a body that is not sent. A 1xx and a 204 have none.
  ///
  /// - Parameters:
  ///   - method: The method of the request that is answered.
  ///   - isCut: Whether an error follows, so that a `Content-Length` beyond the body is right.
  /// - Returns: a copy, without anything that was only true when it was recorded.
  public func played(for method: HTTPMethod, isCut: Bool = false) -> RecordedResponse {
    var response = self
    response.headers = endToEndHeaders
    let isWithoutBody = method == .head || status == .notModified
    if isWithoutBody || status.forbidsContent {
      response.body = Data()
      response.bodyFile = nil
      if status.forbidsContent, status != .notModified { response.headers.remove(.contentLength) }
      return response
    }
    let codings = ContentCoding.list(in: headers[.contentEncoding] ?? "")
    response.headers[.contentEncoding] = ContentCoding.remaining(of: codings, in: codedStart)
    if let length = headers[.contentLength], !(isCut && Int(length) ?? 0 > bodyCount) {
      response.headers[.contentLength] = String(bodyCount)
    }
    return response
  }

  /// As much of the body as tells whether it is compressed.
  private var codedStart: Data {
    guard let bodyFile else { return body }
    let count = min(bodyFile.byteCount, 4_096)
    return (try? BodyReader(plannedBody).read(0..<count)) ?? Data()
  }

  /// The fields that are meant for the client, with values that fit on one line.
  private var endToEndHeaders: HTTPHeaders {
    let named = headers.values(of: .connection).flatMap { $0.split(separator: ",") }
      .map { HTTPHeaderName(String($0).trimmingWhitespace()) }
    var dropped = Self.hopByHop.union(named.filter { !Self.endToEnd.contains($0) })
    // Here they are what the response is about.
    if status == .upgradeRequired || status == .switchingProtocols { dropped.remove(.upgrade) }
    if status == .switchingProtocols { dropped.remove(.connection) }
    if status == .proxyAuthenticationRequired { dropped.remove("Proxy-Authenticate") }
    return HTTPHeaders(
      headers.fields.lazy.filter { !dropped.contains($0.name) && $0.name.rawName.isToken }.map {
        $0.with(Self.unfolded($0.value))
      })
  }

  /// A value without line ends and without NUL (RFC 9110 §5.5).
  private static func unfolded(_ value: String) -> String {
    guard value.utf8.contains(where: { $0 == 0x0D || $0 == 0x0A || $0 == 0 }) else { return value }
    let parts = value.unicodeScalars.split { $0 == "\r" || $0 == "\n" || $0 == "\0" }
    return parts.map { String($0).trimmingWhitespace() }.joined(separator: " ")
  }

  private static let hopByHop = HTTPHeaderName.hopByHop.union([
    "Proxy-Authenticate", .proxyAuthorization, "Proxy-Authentication-Info",
  ])

  /// What `Connection` may not name (RFC 9110 §7.6.1) and careless servers do.
  private static let endToEnd: Set<HTTPHeaderName> = [
    .cacheControl, .contentEncoding, .contentLength, .contentType, "Location", .setCookie,
  ]
}
