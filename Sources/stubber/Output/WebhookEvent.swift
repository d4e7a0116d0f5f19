import StubCore

/// What became of a request that a stub sent after its response.
struct WebhookEvent: Event {
  /// The request that was answered.
  let request: ReceivedRequest
  let webhook: SentWebhook

  func text(_ console: Console) -> String? {
    let sent = "\(webhook.method) \(webhook.url)"
    switch webhook.outcome {
    case .pending: return nil
    case .answered(let status):
      let color: Color = status.rawValue < 400 ? .green : .yellow
      return "\(console.colored("→ \(status.rawValue)", color)) \(sent)"
    case .failed(let reason):
      return "\(console.colored("→ failed", .red)) \(sent)  \(reason)"
    }
  }

  var jsonLines: [String] {
    let (status, error): (JSONValue?, JSONValue?) =
      switch webhook.outcome {
      case .pending: (nil, nil)
      case .answered(let status): (.number(status.rawValue), nil)
      case .failed(let reason): (nil, .string(reason))
      }
    return [
      Self.json(
        "webhook",
        [
          "method": .string(webhook.method), "url": .string(webhook.url), "status": status,
          "error": error, "request": .string(request.summary),
        ])
    ]
  }
}
