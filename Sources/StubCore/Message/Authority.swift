/// The `user@host:port` part of a URL or of a `Host` field (RFC 3986 §3.2).
package struct Authority: Sendable, Hashable {
  package let userInfo: String?
  package let host: String
  package let port: Int?

  package init(_ text: some StringProtocol) {
    var rest = Substring(text)
    if let at = rest.utf8.lastIndex(of: UInt8(ascii: "@")) {
      userInfo = String(rest[..<at])
      rest = rest[rest.index(after: at)...]
    } else {
      userInfo = nil
    }
    if let colon = rest.utf8.lastIndex(of: UInt8(ascii: ":")),
      !rest.utf8[colon...].contains(UInt8(ascii: "]"))
    {
      port = Int(rest[rest.index(after: colon)...])
      rest = rest[..<colon]
    } else {
      port = nil
    }
    host = String(rest)
  }
}

extension Authority {
  /// Returns whether the port in `HOST:PORT` is from 1 to 65535, or is missing.
  static func hasValidPort(_ authority: Substring) -> Bool {
    guard let colon = authority.utf8.lastIndex(of: UInt8(ascii: ":")),
      !authority.utf8[colon...].contains(UInt8(ascii: "]")),
      !authority.utf8[colon...].contains(UInt8(ascii: "@"))
    else { return true }
    return Int(authority[authority.index(after: colon)...]).map { (1...65_535).contains($0) }
      ?? false
  }
}

extension RequestURL {
  /// Returns whether a text is the base URL of a server.
  ///
  /// Such a URL has the scheme `http` or `https`, a host, and optionally a port and a path.
  package static func isServer(_ text: String) -> Bool {
    let url = RequestURL(text)
    guard let scheme = url.scheme, ["http", "https"].contains(scheme), url.query == nil,
      url.fragment == nil, text.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F })
    else { return false }
    let authority = text.dropFirst(scheme.count + 3).prefix { $0 != "/" }
    return Authority.hasValidPort(authority) && isHost(Authority(authority).host)
  }

  /// Returns whether a text is a host name or an IP address; an address with colons needs brackets.
  private static func isHost(_ text: String) -> Bool {
    guard text.hasPrefix("["), text.hasSuffix("]") else {
      return !text.isEmpty && !text.contains { "[]:\\".contains($0) }
    }
    // The text after a percent sign names a network interface of the machine.
    return IPAddress(text.dropFirst().dropLast().prefix { $0 != "%" }) != nil
  }
}
