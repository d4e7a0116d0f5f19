import StubCore
import StubServer

/// The options of `serve` about webhooks.
extension ServeCommand {
  static let webhookOptions: [CommandOption<Self>] = [
    .values(
      "allow-webhook", "HOST[:PORT]",
      "Send webhooks to this host too; * for all (default: this machine)"
    ) { $0.configuration.webhooks.targets = try $1.targets($0) { try $0.allow($1) } },
    .value("webhook-timeout", "SECONDS", "Time for a webhook to be answered (default: 30)") {
      $0.configuration.webhooks.timeout = .seconds(try $1.number(in: 1...86_400))
    },
  ]
}

extension ServeCommand {
  /// Where stubs of WireMock may forward to: anywhere, unless its flags say otherwise; `nil` for that.
  var forwardingTargets: WebhookTargets? {
    get throws {
      if proxyTargets.isEmpty { return nil }
      var targets = WebhookTargets.none
      if allowsAllProxyTargets { try targets.allow("*") }
      for change in proxyTargets { try change(&targets) }
      return targets
    }
  }
}

extension OptionValue {
  /// The targets of webhooks after a change by each of the hosts, between which there are commas.
  func targets(
    _ serve: ServeCommand, _ change: (inout WebhookTargets, String) throws -> Void
  ) throws -> WebhookTargets {
    var targets = serve.configuration.webhooks.targets
    try self.change(&targets, change)
    return targets
  }

  /// Changes targets by each of the hosts.
  func change(
    _ targets: inout WebhookTargets, _ change: (inout WebhookTargets, String) throws -> Void
  ) throws {
    do {
      for host in text.split(separator: ",", omittingEmptySubsequences: false) {
        try change(&targets, host.trimmingWhitespace())
      }
    } catch let error as WebhookTargetError {
      throw UsageError("\(option): \(error)")
    }
  }
}
