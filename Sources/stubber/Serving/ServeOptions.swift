import StubCore
import StubFiles
import StubServer

/// The options of `serve` for HTTPS, the network and limits.
extension ServeCommand {
  static let httpsOptions: [CommandOption<Self>] = [
    .value(
      "https-port", "NUMBER",
      "Also serve HTTPS on this port; the options below need it"
    ) { $0.securePort = try $1.number(in: 0...65_535) },
    .value(
      "cert", "FILE",
      "Certificate chain, PEM (default: issued by the local CA)"
    ) { $0.certificateFile = try $1.filled },
    .value("key", "FILE", "Private key, PEM (default: read from the --cert file)", needs: "cert") {
      $0.keyFile = try $1.filled
    },
    .value("client-ca", "FILE", "Ask clients for a certificate signed by a CA in this PEM file") {
      $0.clientAuthorityFile = try $1.filled
    },
    .flag(
      "require-client-certificate", "Reject clients without a certificate; needs --client-ca",
      needs: "client-ca"
    ) { $0.requiresClientCertificate = true },
    .value("tls-min", "VERSION", "Lowest TLS version, 1.2 or 1.3 (default: 1.2)") {
      $0.tls.minimumVersion = try $1.choice()
    },
    .value("tls-max", "VERSION", "Highest TLS version, 1.2 or 1.3 (default: 1.3)") {
      $0.tls.maximumVersion = try $1.choice()
    },
    .value("ca-directory", "FOLDER", "Folder of the local CA (see: stubber ca --help)") {
      $0.tls.authorityDirectory = try $1.filled
    },
    .value(
      "tls-fault", "FAULT",
      "Break TLS: plainText, or '{ type: plainText, first: 3 }'"
    ) { $0.tlsFaults = try $1.rule(TLSFaultRule.rules) },
  ]

  static let networkOptions: [CommandOption<Self>] = [
    .value(
      "network", "NETWORK", "Limit all responses together: 3g, or '{ download: 20KB }'"
    ) { $0.network = try $1.rule(NetworkProfile.init) },
    .value(
      "connection-network", "NETWORK",
      "Limit each connection separately, in addition to --network"
    ) { $0.configuration.connectionNetwork = try $1.rule(NetworkProfile.init) },
    .value(
      "connection-fault", "FAULT",
      "Break new connections: refuse, or '{ type: reset, first: 3 }'"
    ) { $0.connectionFault = try $1.rule(ConnectionFaultRule.init) },
    .value("seed", "NUMBER", "Repeat the random values, delays and faults of an earlier run") {
      $0.seed = UInt64(try $1.number(in: 0...Int.max))
    },
  ]

  static let limitOptions: [CommandOption<Self>] = [
    .value("threads", "COUNT", "Threads that serve connections (default: one per core)") {
      $0.configuration.threadCount = try $1.number(in: 1...1_024)
    },
    .value("max-connections", "COUNT", "Open connections (default: 10000)") {
      $0.configuration.limits.connections = try $1.number(in: 1...Int.max)
    },
    .value(
      "max-request-line", "BYTES", "Size of a request line, which has the URL (default: --max-head)"
    ) {
      $0.configuration.limits.requestLineLength = try $1.number(in: 16...Int.max)
    },
    .value("max-head", "BYTES", "Size of all header fields of a request (default: 65536)") {
      $0.configuration.limits.headSize = try $1.number(in: 1...Int.max)
    },
    .value("max-headers", "COUNT", "Header fields of a request (default: 128)") {
      $0.configuration.limits.headerCount = try $1.number(in: 1...Int.max)
    },
    .largestFile { $0.context.fileSizeLimit = $1 },
    .value(
      "max-bodies", "BYTES", "Memory for all large bodies together (default: 268435456)"
    ) {
      $0.configuration.limits.bodyMemory = try $1.number(in: 0...Int.max)
    },
    .value("max-body", "BYTES", "Size of a request body (default: 67108864)") {
      $0.configuration.limits.bodySize = try $1.number(in: 0...Int.max)
    },
    .stepLimit { $0.evaluation.steps.steps = $1 },
    .largestParsedBody { $0.evaluation.parsedBytes = $1 },
    .value(
      "max-stream-resets", "COUNT",
      "HTTP/2 streams that a client resets in 20 s (default: 500)"
    ) { $0.configuration.limits.streamResets = try $1.number(in: 0...Int.max) },
    .value(
      "max-idle-frames", "COUNT",
      "HTTP/2 frames without content, such as PING, in 20 s (default: 1000)"
    ) { $0.configuration.limits.idleFrames = try $1.number(in: 1...Int.max) },
    .value(
      "idle-timeout", "SECONDS",
      "Time to wait for the next request on a connection (default: 75)"
    ) { $0.configuration.timeouts.idle = .seconds(try $1.number(in: 1...86_400)) },
    .value("handshake-timeout", "SECONDS", "Time for the TLS handshake (default: 10)") {
      $0.configuration.timeouts.handshake = .seconds(try $1.number(in: 1...86_400))
    },
    .value("body-timeout", "SECONDS", "Time for a whole request body (default: 600)") {
      $0.configuration.timeouts.wholeBody = .seconds(try $1.number(in: 1...86_400))
    },
    .value("stop-timeout", "SECONDS", "Time to finish open responses when stopping (default: 30)") {
      $0.configuration.timeouts.stop = .seconds(try $1.number(in: 0...86_400))
    },
  ]
}

/// The options of `serve` for webhooks.
extension ServeCommand {
  static let webhookOptions: [CommandOption<Self>] = [
    .values(
      "allow-webhook", "HOST[:PORT]",
      "Also send webhooks to this host; * allows all hosts (default: this machine)"
    ) { $0.configuration.webhooks.targets = try $1.targets($0) { try $0.allow($1) } },
    .value("webhook-timeout", "SECONDS", "Time to wait for the answer to a webhook (default: 30)") {
      $0.configuration.webhooks.timeout = .seconds(try $1.number(in: 1...86_400))
    },
  ]
}

extension ServeCommand {
  /// Whether unmatched requests are passed on, to the upstream server or to their own hosts.
  var passesUnmatched: Bool { configuration.upstream != nil || proxySettings.passesThrough }

  /// The targets to which stubs may forward requests; `nil` if no flag of WireMock limits them.
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
  /// Returns the targets of webhooks after a `change` for each host in the comma-separated value.
  func targets(
    _ serve: ServeCommand, _ change: (inout WebhookTargets, String) throws -> Void
  ) throws -> WebhookTargets {
    var targets = serve.configuration.webhooks.targets
    try self.change(&targets, change)
    return targets
  }

  /// Calls `change` for each host in the comma-separated value.
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
