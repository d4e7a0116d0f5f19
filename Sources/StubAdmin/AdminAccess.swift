import StubCore
import StubLanguages
import StubPlatform

/// Who may use the admin API.
///
/// A page of a foreign site must not: browsers send requests to servers on this machine for any page,
/// under a name of the attacker's choice if its DNS says so. So the `Host` has to be an address,
/// `localhost` or a name that was given, and an `Origin` has to be the server itself, scheme included.
struct AdminAccess: Sendable {
  private let configuration: Admin.Configuration

  init(_ configuration: Admin.Configuration) { self.configuration = configuration }

  /// Refuses a request that may not use the API.
  ///
  /// The page itself holds nothing secret, and asks its user for the token.
  ///
  /// - Throws: a refusal that says what to do.
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
    guard request.adminTokens.contains(where: { Self.isEqual($0, token) }) else {
      throw AdminRefusal(
        .unauthorized, code: 401, "the admin API needs the token of this server",
        detail: "send the header Authorization: Bearer TOKEN")
    }
  }

  /// The fields that let pages of other origins read an answer, where they may (Fetch standard, CORS).
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

  /// Whether it is an IPv4 or IPv6 address, which no DNS can redirect; or none, as on a unix socket.
  private static func isAddress(_ host: String) -> Bool {
    if host.isEmpty || host.contains(":") { return true }
    let parts = host.split(separator: ".", omittingEmptySubsequences: false)
    return parts.count == 4 && parts.allSatisfy { UInt8($0) != nil }
  }

  /// Whether that is the origin of the server's own pages (RFC 6454 §4).
  ///
  /// A proxy that ends TLS says so; pages cannot, as that field is none that they may send unasked.
  private static func isOwn(_ origin: RequestURL, of request: ReceivedRequest) -> Bool {
    let scheme = request.target.scheme ?? request.headers["X-Forwarded-Proto"]?.lowercasedASCII()
    return origin.scheme == scheme ?? "http" && origin.host == request.target.host
      && origin.port == request.target.port
  }

  /// Compares in a time that does not tell where the texts differ.
  ///
  /// An empty token, which is as good as none, is equal to nothing.
  private static func isEqual(_ sent: String, _ token: String) -> Bool {
    if token.isEmpty { return false }
    let (sent, token) = (Array(sent.utf8), Array(token.utf8))
    var difference = UInt8(sent.count == token.count ? 0 : 1)
    for place in token.indices {
      difference |= token[place] ^ (place < sent.count ? sent[place] : ~token[place])
    }
    return difference == 0
  }
}

extension ReceivedRequest {
  /// The token of `Bearer TOKEN` (RFC 6750 §2.1); of `Basic …` (RFC 7617 §2) the password, and the user
  /// with it, as a token may name both.
  fileprivate var adminTokens: [String] {
    if let token = credentials(of: "Bearer") { return [token] }
    guard let basic = credentials(of: "Basic"), let bytes = Data(base64Encoded: basic),
      let colon = bytes.firstIndex(of: UInt8(ascii: ":"))
    else { return [] }
    return [bytes[(colon + 1)...], bytes[...]].map { String(decoding: $0, as: UTF8.self) }
  }
}
