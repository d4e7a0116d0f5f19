package import StubCore
public import StubPlatform

/// The real server behind a listener, to which pass-through and recorded requests are forwarded.
public struct UpstreamConfiguration: Sendable, Hashable {
  /// The base URL, without a trailing slash; the target of each request is appended.
  public let url: String
  /// The base URL without its password, for display.
  package var shownURL: String { RequestURL.withoutPassword(url) }
  /// A PEM file with the authorities to trust, instead of the system's.
  public var authorityFile: String?
  /// The path of a Unix socket to connect to, instead of the URL's host and port.
  package var socket: String?
  /// Whether the server must have a certificate that is valid for its host.
  public var verifiesCertificate = true
  /// Whether bodies in gzip or deflate are decoded, for clients and recordings.
  ///
  /// Bodies of more than 1 MiB in compressed form, and parts of bodies (206), stay compressed.
  /// Requests to the server then offer no other compression.
  package var decodesBodies = false
  /// The time limit for connecting.
  public var connectionTimeout = Duration.seconds(10)
  /// The limits of webhooks; `nil` for the requests of clients.
  var webhooks: WebhookConfiguration?
  /// The only hosts to which the listener may connect; `nil` for any.
  var targets: WebhookTargets?
  /// The longest time that the server may be silent, rounded up to whole seconds.
  public var idleTimeout = Duration.seconds(60)
  /// The idle timeout for libcurl in whole seconds: rounded up, and at least one.
  var idleSeconds: Int {
    let (seconds, rest) = idleTimeout.components
    return max(1, Int(seconds) + (rest > 0 ? 1 : 0))
  }

  /// Creates the configuration from the text of a URL.
  ///
  /// - Throws: An error unless this is an `http` or `https` URL with a host, an optional path, and
  ///   nothing else.
  public init(url: String) throws { try self.init(server: url) }

  /// Creates the configuration from a URL.
  ///
  /// - Throws: An error unless this is an `http` or `https` URL with a host, an optional path, and
  ///   nothing else.
  public init(url: URL) throws { try self.init(server: url.absoluteString) }

  /// Creates the configuration from a URL; its error does not say where the URL comes from.
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

  /// Creates the configuration for sending webhooks; a webhook has the URL of its server.
  init(_ webhooks: WebhookConfiguration) {
    url = ""
    verifiesCertificate = webhooks.verifiesCertificate
    self.webhooks = webhooks
    targets = webhooks.targets
  }

  /// Checks that the server is not the listener itself, because requests would never end.
  ///
  /// - Throws: `UpstreamError` if it is.
  package func check(isApartFrom addresses: [ListenAddress]) throws(UpstreamError) {
    let server = RequestURL(url)
    guard socket == nil, let host = server.host, let port = server.effectivePort,
      let own = addresses.first(where: { $0.port == port && $0.isReached(at: host) })
    else { return }
    throw UpstreamError(
      description: "\(shownURL) is this listener itself, which listens on \(own);"
        + " use the URL of another server, or listen on another port")
  }

  /// Returns the URL at this server for a client's request.
  func target(of request: ReceivedRequest) -> RequestURL {
    let path = request.target.pathAndQuery
    return RequestURL(url + (path.hasPrefix("/") ? path : "/\(path)"))
  }
}

/// The error for an upstream server that cannot be used.
package struct UpstreamError: DescribedError, Sendable, Hashable {
  package let description: String
}

extension Duration {
  /// The duration in milliseconds, at most the largest value that libcurl accepts.
  var milliseconds: Int {
    let (seconds, attoseconds) = clampedToDelayRange.components
    return min(Int(seconds) * 1_000 + Int(attoseconds / 1_000_000_000_000_000), Int(Int32.max))
  }
}

extension UpstreamConfiguration {
  /// Returns the answer to a request for another server, or to one that cannot be forwarded; `nil`
  /// for others.
  package func refusal(of request: ReceivedRequest) -> ResponsePlan? {
    let host = request.target.authority ?? ""
    if request.method == .connect {
      return .text(
        """
        CONNECT \(host): this is not a proxy, but stands for \(shownURL); \
        send requests to this port, without a proxy

        """, status: .methodNotAllowed)
    }
    if request.isForProxy, !request.target.isListenerPort, !isFor(request.target) {
      return .text(
        """
        \(request.summary): this is not a proxy, but stands for \(shownURL); \
        send requests for \(host) elsewhere, and use one port for each server

        """, status: .misdirectedRequest)
    }
    if request.opensWebSocket {
      return .text(
        """
        \(request.summary): WebSocket connections are neither passed on nor recorded; \
        let the client connect to \(shownURL) for them

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
