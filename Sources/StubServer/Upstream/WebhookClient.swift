import StubCore

/// The sender of webhooks, which uses libcurl on a thread that starts with the first webhook.
final class WebhookClient: Sendable {
  private let upstream = LazyObject<Upstream>()

  /// Sends a webhook and waits for the response.
  ///
  /// Only the status of the response is kept.
  @Sendable func load(
    _ request: ReceivedRequest, _ configuration: WebhookConfiguration
  ) async -> SentWebhook.Outcome {
    do {
      let upstream = try upstream.object { try Upstream(UpstreamConfiguration(configuration)) }
      guard let interaction = await upstream.load(request) else { return .failed("given up") }
      if let response = interaction.response { return .answered(response.status) }
      return .failed(interaction.failure?.message ?? "no response")
    } catch {
      return .failed("\(error)")
    }
  }
}
