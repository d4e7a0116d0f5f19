import StubCore

/// The real servers behind a listener: that for requests which are left to the network, which can
/// change while it serves, and those that stubs forward to.
package final class UpstreamSlot: Sendable {
  private struct State {
    var upstream: Upstream?
    var targets: [String: Upstream] = [:]
    var thread: UpstreamThread?
  }

  /// Those of the listener.
  let ownAddresses = OwnAddresses()
  private let state: Lock<State>
  private let configuration: ListenerConfiguration?

  init(_ upstream: Upstream?, _ configuration: ListenerConfiguration? = nil) {
    state = Lock(State(upstream: upstream))
    self.configuration = configuration
    upstream?.ownAddresses.withLock { $0 = ownAddresses }
  }

  var upstream: Upstream? { state.withLock { $0.upstream } }

  func exchange(_ upstream: Upstream?) -> Upstream? {
    upstream?.ownAddresses.withLock { $0 = ownAddresses }
    return state.withLock { state in
      defer { state.upstream = upstream }
      return state.upstream
    }
  }

  /// The answer of the server that a stub forwards to; `nil` for a plan that does not forward, or
  /// whose fault shows nothing of it.
  func answer(
    to request: ReceivedRequest, _ plan: ResponsePlan, finish: ResponseReport
  ) -> ListenerAnswer? {
    guard let forwarding = plan.forwarding, plan.failure == nil, plan.fault?.sendsHead ?? true
    else { return nil }
    do {
      let target = try target(forwarding.url)
      return target.answer(to: request, as: (forwarding, plan), finish: finish)
    } catch {
      let text = "cannot forward to \(forwarding.url): \(error)\n"
      let answer = ResponsePlan.text(text, status: .internalServerError)
      finish.note(gatewayError: answer)
      return ListenerAnswer(.ready(answer.inPlace(of: plan)), finish: finish)
    }
  }

  /// The server that a stub forwards to, made ready when it is first needed.
  ///
  /// - Throws: `UpstreamError` for a URL that is none, or `EventLoopError` when the system has nothing left.
  private func target(_ url: String) throws -> Upstream {
    if let known = state.withLock({ $0.targets[url] }) { return known }
    var target = try UpstreamConfiguration(url: url)
    target.verifiesCertificate = configuration?.verifiesTargets ?? true
    if let timeout = configuration?.targetIdleTimeout { target.idleTimeout = timeout }
    target.targets = configuration?.targets
    let thread = try state.withLock { $0.thread } ?? UpstreamThread()
    return state.withLock { state in
      if let known = state.targets[url] { return known }
      state.thread = state.thread ?? thread
      let upstream = Upstream(target, on: state.thread ?? thread)
      upstream.ownAddresses.withLock { $0 = ownAddresses }
      state.targets[url] = upstream
      return upstream
    }
  }
}
