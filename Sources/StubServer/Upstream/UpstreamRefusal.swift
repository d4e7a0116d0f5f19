package import StubCore

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
    let upgrades = request.headers.values(of: .upgrade).flatMap { $0.split(separator: ",") }
    if upgrades.contains(where: { $0.trimmingWhitespace().lowercasedASCII() == "websocket" }) {
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
