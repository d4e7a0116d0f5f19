import StubCore
import StubLanguages
import StubPlatform

/// The rule that decides which requests may use the admin API.
///
/// Pages of other sites may not use it. A browser sends their requests to servers on this machine,
/// even under a host name of an attacker whose DNS entry points to this machine. Therefore the
/// `Host` must be an address, `localhost` or a configured name, and an `Origin` must be that of the
/// server itself, including the scheme.
struct AdminAccess: Sendable {
  private let configuration: Admin.Configuration

  init(_ configuration: Admin.Configuration) { self.configuration = configuration }

  /// Checks that a request may use the API.
  ///
  /// The admin page contains no secrets, and asks its user for the token; `isForPage` allows it
  /// without the token.
  ///
  /// - Throws: a refusal, which says what to do.
  func check(_ request: ReceivedRequest, isForPage: Bool) throws(AdminRefusal) {
    let host = request.target.host ?? ""
    guard isKnown(host) else {
      throw AdminRefusal(
        .forbidden, code: 403, "the admin API does not answer for the host \(host.quoted)",
        detail: "use an address or localhost, or start the server with --admin-host \(host)")
    }
    if let origin = request.headers[.origin], !configuration.allowsOtherOrigins {
      guard Self.isOwn(RequestURL(origin), of: request) else {
        throw AdminRefusal(
          .forbidden, code: 403, "the admin API does not answer pages of \(origin.quoted)",
          detail: "start the server with --admin-cors to allow them")
      }
    }
    guard let token = configuration.token, request.method != .options, !isForPage else { return }
    guard request.adminTokens.contains(where: { $0.isSameSecret(as: token) }) else {
      throw AdminRefusal(
        .unauthorized, code: 401, "the admin API needs the token of this server",
        detail: "send the header Authorization: Bearer TOKEN")
    }
  }

  /// Forbids caching and, if this is allowed, adds the CORS fields that let pages of other origins
  /// read a response.
  func addFields(to headers: inout HTTPHeaders, for request: ReceivedRequest) {
    if !headers.contains(.cacheControl) { headers[.cacheControl] = "no-store" }
    guard configuration.allowsOtherOrigins, let origin = request.headers[.origin] else { return }
    headers["Access-Control-Allow-Origin"] = origin
    headers["Vary"] = "Origin"
    guard request.method == .options else { return }
    headers["Access-Control-Allow-Methods"] = "GET, POST, PUT, DELETE, PATCH"
    headers["Access-Control-Allow-Headers"] =
      request.headers["Access-Control-Request-Headers"] ?? "*"
  }

  private func isKnown(_ host: String) -> Bool {
    let name = host.lowercasedASCII()
    return name == "localhost" || name.hasSuffix(".localhost") || Self.isAddress(name)
      || configuration.hosts.contains(name)
  }

  /// Returns whether the host is an IP address, which DNS cannot redirect, or is missing, as on a
  /// Unix socket.
  private static func isAddress(_ host: String) -> Bool {
    if host.isEmpty || host.contains(":") { return true }
    let parts = host.split(separator: ".", omittingEmptySubsequences: false)
    return parts.count == 4 && parts.allSatisfy { UInt8($0) != nil }
  }

  /// Returns whether the origin is that of the server (RFC 6454 §4).
  ///
  /// A proxy that terminates TLS reports the scheme in a header field, which pages may not send
  /// without permission.
  private static func isOwn(_ origin: RequestURL, of request: ReceivedRequest) -> Bool {
    let scheme = request.target.scheme ?? request.headers["X-Forwarded-Proto"]?.lowercasedASCII()
    return origin.scheme == scheme ?? "http" && origin.host == request.target.host
      && origin.port == request.target.port
  }
}

extension ReceivedRequest {
  /// The tokens that the request's credentials may contain.
  ///
  /// For `Bearer TOKEN` (RFC 6750 §2.1), this is the token. For `Basic …` (RFC 7617 §2), it is the
  /// password, and also `user:password`, because a token may have this form.
  fileprivate var adminTokens: [String] {
    if let token = credentials(of: "Bearer") { return [token] }
    guard let basic = credentials(of: "Basic"), let bytes = Data(base64Encoded: basic),
      let colon = bytes.firstIndex(of: UInt8(ascii: ":"))
    else { return [] }
    return [bytes[(colon + 1)...], bytes[...]].map { String(decoding: $0, as: UTF8.self) }
  }
}
