import StubCore

/// What a listener sends to other servers: requests to real servers, and webhooks.
struct Outbound: Sendable {
  let servers: UpstreamSlot
  let webhooks: WebhookSender
  /// The times of webhooks on the listener's clock.
  let appointments: ListenerAppointments

  /// Creates the upstream server of the configuration, and the sender of webhooks.
  ///
  /// - Throws: `UpstreamError` if the upstream server cannot be used, or `EventLoopError` if system
  ///   resources are used up.
  init(_ configuration: ListenerConfiguration, _ clock: ListenerClock) throws {
    servers = try UpstreamSlot(configuration)
    appointments = ListenerAppointments(clock)
    webhooks = WebhookSender(
      configuration.webhooks, clock: appointments, hop: servers.hop, load: WebhookClient().load)
  }
}
