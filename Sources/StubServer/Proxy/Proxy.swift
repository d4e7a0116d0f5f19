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
    guard request.method == .connect, answering.stubs?.stub(answering: request) == nil else {
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
