extension RequestURL {
  /// Whether a text is the base URL of a server: `http` or `https`, a host, perhaps a port and a path, and
  /// nothing more.
  package static func isServer(_ text: String) -> Bool {
    let url = RequestURL(text)
    guard let scheme = url.scheme, ["http", "https"].contains(scheme), url.query == nil,
      url.fragment == nil, text.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F })
    else { return false }
    let authority = text.dropFirst(scheme.count + 3).prefix { $0 != "/" }
    return WebhookURL.hasValidPort(authority) && isHost(Authority(authority).host)
  }

  /// A name, or an address that has brackets if there are colons in it.
  private static func isHost(_ text: String) -> Bool {
    guard text.hasPrefix("["), text.hasSuffix("]") else {
      return !text.isEmpty && !text.contains { "[]:\\".contains($0) }
    }
    // What follows a percent sign names one of the machine's networks.
    return IPAddress(text.dropFirst().dropLast().prefix { $0 != "%" }) != nil
  }
}
