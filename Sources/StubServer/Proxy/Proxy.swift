import StubCore
import StubPlatform

/// The part of a listener that makes it a proxy: it checks passwords and opens tunnels.
final class Proxy: Sendable {
  private let configuration: ProxyConfiguration
  private let answering: any Answering
  private let conditions: ListenerConditions
  private let context = Lock<TLSContext?>(nil)

  init(
    _ configuration: ProxyConfiguration, _ answering: any Answering,
    _ conditions: ListenerConditions
  ) {
    (self.configuration, self.answering, self.conditions) = (configuration, answering, conditions)
  }

  /// Prepares a request that a client sent to the proxy, and returns the tunnel that it asks for.
  ///
  /// It is `nil` if the request is to be answered, among them a `CONNECT` that a stub answers.
  ///
  /// - Throws: `RequestError` if the password is wrong.
  func admit(_ request: inout ReceivedRequest) throws(RequestError) -> Tunnel? {
    let credentials = request.basicCredentials(in: .proxyAuthorization)
    guard accepts(password: credentials?.password) else {
      throw RequestError(
        .proxyAuthenticationRequired, "the proxy needs a password",
        try: "use http://:TOKEN@HOST:PORT as the proxy, with the token of the admin API")
    }
    request.headers.remove(.proxyAuthorization)
    request.noteProxy(user: credentials?.user)
    guard request.method == .connect, !answering.answersTunnel(request) else {
      return nil
    }
    return Tunnel(request)
  }

  /// Returns whether a client with this password may use the proxy; `nil` stands for none.
  func accepts(password: String?) -> Bool {
    configuration.password.map { password?.isSameSecret(as: $0) ?? false } ?? true
  }

  /// Returns the TLS context of the tunnels, which is created for the first of them.
  ///
  /// - Throws: `TLSConfigurationError` if the local authority cannot be used.
  func tlsContext() throws(TLSConfigurationError) -> TLSContext {
    if let known = context.withLock({ $0 }) { return known }
    let new = try TLSContext(
      configuration.tls, faults: conditions, onProblem: answering.report)
    return context.withLock { context in
      if let known = context { return known }
      context = new
      return new
    }
  }
}

extension ReceivedRequest {
  /// Notes that the request came to the listener as a proxy, from a client with this user name.
  mutating func noteProxy(user: String?) {
    isForProxy = true
    proxyUser = user
  }
}

/// A client's tunnel to a server, in which the listener answers in place of the server.
struct Tunnel: Sendable {
  /// The host and the port that the client asks for, as in a `Host` field.
  let authority: KnownHost
  /// The user name that the client sent with its request for the tunnel; `nil` for none.
  let user: String?
  /// The bytes that tell the client that the tunnel is open.
  let acceptance: [UInt8]

  var port: Int? { authority.field.port }

  /// Creates a tunnel to `authority`, such as `api.example.com:443`; `nil` if it is not valid.
  init?(authority: String, user: String?, acceptance: [UInt8]) {
    guard let host = Array(authority.utf8).withSpan({ KnownHost($0) }), host.field.port != nil
    else { return nil }
    (self.authority, self.user, self.acceptance) = (host, user, acceptance)
  }

  /// Creates the tunnel that a `CONNECT` request asks for; `nil` if it asks for none.
  init?(_ request: ReceivedRequest) {
    guard request.method == .connect, let authority = request.target.authority else { return nil }
    // A default port has been removed from the target.
    let port = request.target.port == nil ? ":\(request.target.effectivePort ?? 80)" : ""
    self.init(
      authority: authority + port, user: request.proxyUser,
      acceptance: Array("HTTP/1.1 200 Connection established\r\n\r\n".utf8))
  }
}
