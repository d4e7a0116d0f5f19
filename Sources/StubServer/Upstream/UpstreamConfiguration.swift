package import StubCore

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// The real server behind a listener: where requests go that no stub answers.
public struct UpstreamConfiguration: Sendable, Hashable {
  /// The base URL, without a slash at its end; what clients ask for is put behind it.
  public let url: String
  /// The base URL without its password, for people to read.
  package var shownURL: String { RequestURL.withoutPassword(url) }
  /// A PEM file with the authorities to trust instead of the system's.
  public var authorityFile: String?
  /// The path of a unix socket that takes the place of the URL's host and port.
  package var socket: String?
  /// Whether the server must show a certificate that is valid for its host.
  public var verifiesCertificate = true
  /// Whether bodies of up to 1 MiB that are compressed with gzip or deflate are decoded, for clients and for
  /// recordings.
  ///
  /// The server is then asked for no other coding.
  package var decodesBodies = false
  /// How long making the connection may take.
  public var connectionTimeout = Duration.seconds(10)
  /// What webhooks may do; `nil` for the requests of clients.
  var webhooks: WebhookConfiguration?
  /// The only hosts that may be connected to; `nil` for any.
  var targets: WebhookTargets?
  /// How long nothing may come; a part of a second counts as a whole one.
  public var idleTimeout = Duration.seconds(60)
  /// The same in whole seconds, as libcurl takes it: never less, and at least one.
  var idleSeconds: Int {
    let (seconds, rest) = idleTimeout.components
    return max(1, Int(seconds) + (rest > 0 ? 1 : 0))
  }

  /// - Throws: An error for anything but an `http` or `https` URL with a host, a path or
  ///   none, and nothing more.
  public init(url: String) throws { try self.init(server: url) }

  /// - Throws: An error for anything but an `http` or `https` URL with a host, a path or
  ///   none, and nothing more.
  public init(url: URL) throws { try self.init(server: url.absoluteString) }

  /// The server of a text, for callers that say where the text stands.
  package init(server text: String) throws(UpstreamError) {
    let url = RequestURL(text)
    guard RequestURL.isServer(text), let scheme = url.scheme, let authority = url.authority
    else {
      throw UpstreamError(
        description:
          "\"\(text)\" is not a server URL; use http://HOST or https://HOST, with a path "
          + "or none")
    }
    let path = url.path.reversed().drop { $0 == "/" }.reversed()
    let userInfo = url.userInfo.map { "\($0)@" } ?? ""
    self.url = "\(scheme)://\(userInfo)\(authority)\(String(path))"
  }

  /// Any server that webhooks may be sent to.
  init(_ webhooks: WebhookConfiguration) {
    url = ""
    verifiesCertificate = webhooks.verifiesCertificate
    self.webhooks = webhooks
    targets = webhooks.targets
  }

  /// - Throws: `UpstreamError` for a server that is the listener itself, where no request would come to an end.
  package func check(isApartFrom addresses: [ListenAddress]) throws(UpstreamError) {
    let server = RequestURL(url)
    guard socket == nil, let host = server.host, let port = server.effectivePort,
      let own = addresses.first(where: { $0.port == port && $0.isReached(at: host) })
    else { return }
    throw UpstreamError(
      description: "\(shownURL) is this listener itself, which listens on \(own);"
        + " use the URL of another server, or listen on another port")
  }

  /// The URL at the server of what a client asks for.
  func target(of request: ReceivedRequest) -> RequestURL {
    let path = request.target.pathAndQuery
    return RequestURL(url + (path.hasPrefix("/") ? path : "/\(path)"))
  }
}

/// An upstream that cannot be used.
package struct UpstreamError: DescribedError, Sendable, Hashable {
  package let description: String
}

extension Duration {
  /// The milliseconds in it, as many as libcurl takes at most.
  var milliseconds: Int {
    let (seconds, attoseconds) = asDelay.components
    return min(Int(seconds) * 1_000 + Int(attoseconds / 1_000_000_000_000_000), Int(Int32.max))
  }
}

extension UpstreamConfiguration {
  /// The answer to a request that is not for the server, or that cannot be passed on; `nil` for others.
  package func refusal(of request: ReceivedRequest) -> ResponsePlan? {
    let host = request.target.authority ?? ""
    if request.method == .connect {
      return .text(
        """
        CONNECT \(host): this is not a proxy, but stands for \(shownURL)
        try: send requests to this port, without a proxy

        """, status: .methodNotAllowed)
    }
    if request.isForProxy, !request.target.isPortOwn, !isFor(request.target) {
      return .text(
        """
        \(request.summary): this is not a proxy, but stands for \(shownURL)
        try: send requests for \(host) elsewhere; for several servers use one port each

        """, status: .misdirectedRequest)
    }
    if request.opensWebSocket {
      return .text(
        """
        \(request.summary): WebSocket connections are neither passed on nor recorded
        try: let the client connect to \(shownURL) for them

        """, status: .notImplemented)
    }
    return nil
  }

  private func isFor(_ target: RequestURL) -> Bool {
    let server = RequestURL(url)
    return target.host == server.host
      && (target.port == nil || target.port == server.effectivePort)
  }
}
