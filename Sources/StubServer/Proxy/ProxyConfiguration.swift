package import StubCore

/// The settings of a listener that is also a forward proxy for any host.
///
/// A program that has the listener as its proxy sends HTTP requests with their whole URLs, and
/// opens a tunnel for each HTTPS server, with `CONNECT` (RFC 9110 §9.3.6) or SOCKS5 (RFC 1928). The
/// listener answers the requests in a tunnel itself, so it needs a certificate for each server,
/// which the local authority issues and the program must trust.
public struct ProxyConfiguration: Sendable, Hashable {
  /// The TLS settings of the tunnels.
  public var tls = TLSConfiguration()
  /// The password that clients must send; `nil` for none.
  ///
  /// The user name is free: it names the session of the client's requests.
  public var password: String?
  /// A PEM file with the authorities that real servers may have, instead of the system's.
  public var authorityFile: String?
  /// The hosts to which requests may be passed on.
  ///
  /// The default is all but link-local addresses, where clouds offer the credentials of a machine.
  package var targets = WebhookTargets.beyondLinks

  /// Creates the defaults: certificates of the local authority, no password, any target.
  public init() {}

  /// Returns the configuration of the real server of a URL.
  ///
  /// - Throws: `UpstreamError` if the URL names no server.
  func target(of url: RequestURL) throws(UpstreamError) -> UpstreamConfiguration {
    var target = try UpstreamConfiguration(
      server: "\(url.scheme ?? "http")://\(url.authority ?? "")")
    target.authorityFile = authorityFile
    target.targets = targets
    return target
  }
}

extension WebhookTargets {
  /// All hosts without link-local addresses (RFC 3927, RFC 4291 §2.5.6), and without the address of
  /// the credentials of Amazon's machines in IPv6.
  fileprivate static var beyondLinks: WebhookTargets {
    var targets = WebhookTargets.none
    // These texts are valid, so nothing is thrown.
    try? targets.allow("*")
    for hosts in [
      "169.254.0.0-169.254.255.255", "fe80::-febf:ffff:ffff:ffff:ffff:ffff:ffff:ffff",
      "fd00:ec2::254",
    ] {
      try? targets.deny(hosts)
    }
    return targets
  }
}
