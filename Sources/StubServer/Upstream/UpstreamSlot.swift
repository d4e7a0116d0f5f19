import StubCore

/// The real servers behind a listener: its upstream server, and the servers to which stubs forward.
///
/// The upstream server gets pass-through requests and can change while the listener serves.
package final class UpstreamSlot: Sendable {
  private struct State {
    var upstream: Upstream?
    /// The servers to which stubs forward, by URL.
    var targets: [ScalarText: Upstream] = [:]
    /// The servers that clients name to the proxy, by URL.
    var proxied: [ScalarText: Upstream] = [:]
  }

  /// The largest number of servers that are kept for the proxy.
  private static let mostProxied = 1_000

  /// The addresses of the listener.
  let ownAddresses = OwnAddresses()
  /// The listener's entry in the `Via` field of the requests that it forwards.
  let hop = ViaHop()
  private let state: Lock<State>
  private let configuration: ListenerConfiguration

  /// Creates the upstream server, if the configuration has one.
  ///
  /// - Throws: `TLSConfigurationError` if its authority file is invalid.
  init(_ configuration: ListenerConfiguration) throws {
    if let file = configuration.proxy?.authorityFile {
      _ = try CertificateFiles.certificates(in: file)
    }
    state = Lock(State(upstream: try configuration.upstream.map { try Upstream(checking: $0) }))
    self.configuration = configuration
  }

  var upstream: Upstream? { state.withLock { $0.upstream } }

  func exchange(_ upstream: Upstream?) -> Upstream? {
    state.withLock { state in
      defer { state.upstream = upstream }
      return state.upstream
    }
  }

  /// Returns the real server for a request that is not stubbed; `nil` if there is none.
  ///
  /// A client that uses the listener as a proxy names the server itself.
  func server(for request: ReceivedRequest) -> Upstream? {
    guard let proxy = configuration.proxy, request.isForProxy,
      !ownAddresses.contain(request.target),
      let target = try? proxy.target(of: request.target)
    else { return upstream }
    return state.withLock { state in
      let key = ScalarText(target.url)
      if let known = state.proxied[key] { return known }
      if state.proxied.count >= Self.mostProxied { state.proxied = [:] }
      let server = Upstream(unchecked: target)
      state.proxied[key] = server
      return server
    }
  }

  /// Returns the answer from the server to which a stub forwards.
  ///
  /// It is `nil` if the plan does not forward, or if a fault sends no part of the answer.
  func answer(
    to request: ReceivedRequest, _ plan: ResponsePlan, finish: ResponseReport
  ) -> ListenerResponse? {
    guard let forwarding = plan.forwarding, plan.failure == nil, plan.fault?.sendsHead ?? true
    else { return nil }
    do {
      let target = try target(forwarding.url)
      return target.answer(to: request, through: hop, as: (forwarding, plan), finish: finish)
    } catch {
      let text = "cannot forward to \(forwarding.url): \(error)\n"
      let answer = ResponsePlan.text(text, status: .internalServerError)
      finish.note(instead: answer)
      return ListenerResponse(.ready(answer.inPlace(of: plan)), finish: finish)
    }
  }

  /// Returns the configuration for a server that a stub or a recording client names.
  ///
  /// It has the limits for such servers.
  ///
  /// - Throws: `UpstreamError` if the URL is invalid.
  func targetConfiguration(_ url: String) throws(UpstreamError) -> UpstreamConfiguration {
    var target = try UpstreamConfiguration(server: url)
    target.verifiesCertificate = configuration.verifiesTargets
    if let timeout = configuration.targetIdleTimeout { target.idleTimeout = timeout }
    target.targets = configuration.targets
    return target
  }

  /// Returns the server to which a stub forwards, created when it is first used.
  ///
  /// - Throws: `UpstreamError` if the URL is invalid.
  private func target(_ url: String) throws(UpstreamError) -> Upstream {
    let key = ScalarText(url)
    if let known = state.withLock({ $0.targets[key] }) { return known }
    let target = Upstream(unchecked: try targetConfiguration(url))
    return state.withLock { state in
      if let known = state.targets[key] { return known }
      state.targets[key] = target
      return target
    }
  }
}

extension Listener {
  /// Returns the configuration for a server that a client names, with the limits for such servers.
  ///
  /// - Throws: `UpstreamError` if the URL is invalid.
  package func targetConfiguration(_ url: String) throws(UpstreamError) -> UpstreamConfiguration {
    try outbound.servers.targetConfiguration(url)
  }
}
