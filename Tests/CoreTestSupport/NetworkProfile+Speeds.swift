package import StubCore

extension NetworkProfile {
  /// A network with these speeds, in bytes per second.
  package init(
    down: Double? = nil, up: Double? = nil, latency: Duration = .zero, stalls: Stalls? = nil
  ) {
    self.init(
      name: "test", download: down.map(HTTPConnectionSpeed.init(bytesPerSecond:)),
      upload: up.map(HTTPConnectionSpeed.init(bytesPerSecond:)), latency: latency, stalls: stalls)
  }
}
