import StubCore
import StubFiles
import StubServer

/// A flag of WireMock's command line, and its effect in `serve`.
struct WireMockFlag: Sendable {
  enum FlagEffect: Sendable {
    /// `serve` has an option with the same name and meaning.
    case own
    /// The flag has the effect that the text describes.
    case taken(String, CommandOption<ServeCommand>.Take)
    /// The flag is accepted but has no effect, for the reason in the text.
    case needless(String)
    /// The flag is an error, because `serve` has no such feature; the text says what to use
    /// instead.
    case refused(String)
  }

  let name: String
  /// The name of the value in help; `nil` for a flag without a value.
  let placeholder: String?
  let flagEffect: FlagEffect

  static func own(_ name: String, _ placeholder: String) -> Self {
    Self(name: name, placeholder: placeholder, flagEffect: .own)
  }

  static func taken(
    _ name: String, value placeholder: String? = nil, _ note: String,
    _ take: @escaping CommandOption<ServeCommand>.Take
  ) -> Self {
    Self(name: name, placeholder: placeholder, flagEffect: .taken(note, take))
  }

  static func needless(_ name: String, value placeholder: String? = nil, _ reason: String) -> Self {
    Self(name: name, placeholder: placeholder, flagEffect: .needless(reason))
  }

  static func refused(_ name: String, value placeholder: String? = nil, _ remedy: String) -> Self {
    Self(name: name, placeholder: placeholder, flagEffect: .refused(remedy))
  }

  /// The flag as an option of `serve`; `nil` if `serve` has an option of this name.
  private var option: CommandOption<ServeCommand>? {
    let take: CommandOption<ServeCommand>.Take
    switch flagEffect {
    case .own: return nil
    case .taken(_, let body): take = body
    case .needless: take = { _, _ in }
    case .refused(let remedy):
      let name = name
      take = { _, _ in throw UsageError("--\(name) of WireMock is not supported; \(remedy)") }
    }
    return CommandOption(
      name: name, letter: nil, placeholder: placeholder, summary: "", isRepeatable: true, take: take
    )
  }

  /// The flags that `serve` accepts in addition to its own options.
  static let options = all.compactMap(\.option)

  /// The row in the help text: the flag and its effect.
  var row: [String] {
    let note =
      switch flagEffect {
      case .own: "the same"
      case .taken(let note, _): note
      case .needless(let reason): "changes nothing: \(reason)"
      case .refused(let remedy): "not supported: \(remedy)"
      }
    return [placeholder.map { "--\(name) \($0)" } ?? "--\(name)", note]
  }

  /// The text of `stubber serve --help wiremock`.
  static var help: String {
    """
    How serve treats WireMock's command-line flags.

    Usage: stubber serve --root-dir FOLDER [FLAG…]

    \(HelpText.rows(all.map(\.row)))

    The folder has mappings and __files below it. In a folder with mappings and without Stubs, serve
    needs no --root-dir. It listens on 127.0.0.1 unless --bind-address says otherwise, and writes a line
    for each request.
    """
  }
}

extension WireMockFlag {
  /// All flags of WireMock 3, in the order of its documentation, and those of WireMock 2 that it
  /// still accepts.
  static let all: [WireMockFlag] =
    addresses + files + proxying + tls + journal + threads + responses + templates + admin + rest

  private static let addresses: [WireMockFlag] = [
    .own("port", "NUMBER"), .own("https-port", "NUMBER"),
    .taken("bind-address", value: "ADDRESS", "--host") { $0.host = try $1.host },
    .taken("disable-http", "serves HTTPS only; needs --https-port") { serve, _ in
      serve.isPlain = false
    },
    .refused(
      "disable-http2-plain", "leave it out: only clients that ask for HTTP/2 get it"),
    .taken("disable-http2-tls", "offers HTTP/1.1 only") { serve, _ in
      serve.tls.applicationProtocols = ["http/1.1", "http/1.0"]
    },
  ]

  private static let files: [WireMockFlag] = [
    .taken(
      "root-dir", value: "FOLDER", "serves its mappings, and the files of its __files after them"
    ) {
      $0.rootDirectory = try $1.filled
    },
    .refused("load-resources-from-classpath", value: "PATH", "use --root-dir with a folder"),
    .taken(
      "filename-template", value: "TEMPLATE",
      "names of saved mappings, with method, url, path, name, id"
    ) {
      do throws(TemplateError) {
        $0.adminSettings.fileNames = try Template($1.text)
      } catch {
        throw UsageError("--filename-template: \(error.found); \(error.remedy)")
      }
    },
    .needless("verbose", "requests are logged unless --quiet is given"),
    .refused("print-all-network-traffic", "use stubber requests --json"),
    .needless("disable-banner", "there is none"),
  ]

  private static let proxying: [WireMockFlag] = [
    .taken("proxy-all", value: "URL", "--upstream") {
      $0.configuration.upstream = try .init(argument: $1.filled)
    },
    .refused("preserve-host-header", "leave it out: requests get the host of --proxy-all"),
    .needless("preserve-user-agent-proxy-header", "it is forwarded anyway"),
    .refused("proxy-via", value: "HOST:PORT", "set the variable http_proxy or https_proxy"),
    .taken(
      "proxy-timeout", value: "MILLISECONDS",
      "how long the server of --proxy-all may be silent, rounded up to seconds"
    ) {
      let most = 86_400_000
      $0.upstreamTimeout = .milliseconds(try $1.number(in: 1...most))
    },
    .taken(
      "proxy-pass-through", value: "BOOLEAN", "true only: unmatched requests go to --proxy-all"
    ) {
      guard try $1.flag() else {
        throw UsageError("--proxy-pass-through false is not supported; leave out --proxy-all")
      }
    },
    .refused(
      "supported-proxy-encodings", value: "CODINGS", "leave it out: codings are forwarded unchanged"
    ),
    .taken("allow-proxy-targets", value: "HOSTS", proxyTargetUse) {
      let host = $1
      $0.configuration.webhooks.targets = try host.targets($0) { try $0.allow($1) }
      $0.proxyTargets.append { targets throws in try host.change(&targets) { try $0.allow($1) } }
      $0.allowsAllProxyTargets = false
    },
    .taken("deny-proxy-targets", value: "HOSTS", proxyTargetUse) {
      let host = $1
      $0.configuration.webhooks.targets = try host.targets($0) { try $0.deny($1) }
      $0.proxyTargets.append { targets throws in try host.change(&targets) { try $0.deny($1) } }
    },
    .refused("record-mappings", "use stubber record URL --output FILE"),
    .refused("match-headers", value: "NAMES", "use stubber record URL --output FILE"),
    .taken("enable-browser-proxying", "is --proxy --pass-through") { serve, _ in
      serve.proxySettings.isOn = true
      serve.proxySettings.passesThrough = true
    },
    .taken(
      "trust-all-proxy-targets", "verifies no certificate of --proxy-all, proxyBaseUrl or webhooks"
    ) {
      serve, _ in
      serve.verifiesUpstream = false
      serve.configuration.webhooks.verifiesCertificate = false
    },
    .refused("trust-proxy-target", value: "HOST", "use --trust-all-proxy-targets"),
  ]

  private static let proxyTargetUse = "limits webhooks and proxyBaseUrl, not --proxy-all"

  private static let tls: [WireMockFlag] = [
    .refused("ca-keystore", value: "FILE", "use --ca-directory; see stubber ca --help"),
    .refused("ca-keystore-password", value: "TEXT", "use --ca-directory; see stubber ca --help"),
    .refused("ca-keystore-type", value: "TYPE", "use --ca-directory; see stubber ca --help"),
    .refused("https-keystore", value: "FILE", keystore),
    .refused("keystore-password", value: "TEXT", keystore),
    .refused("keystore-type", value: "TYPE", keystore),
    .refused("key-manager-password", value: "TEXT", keystore),
    .refused("https-truststore", value: "FILE", truststore),
    .refused("truststore-password", value: "TEXT", truststore),
    .refused("truststore-type", value: "TYPE", truststore),
    .taken("https-require-client-cert", "--require-client-certificate; needs --client-ca") {
      serve, _ in
      serve.requiresClientCertificate = true
    },
  ]

  private static let keystore = "use --cert FILE with a PEM file, or leave it out for the local CA"
  private static let truststore = "use --client-ca FILE with a PEM file"

  private static let journal: [WireMockFlag] = [
    .taken("no-request-journal", "--no-journal") { serve, _ in
      serve.journal.isOn = false
    },
    .taken("max-request-journal-entries", value: "COUNT", "--journal-requests") {
      $0.journal.count = try $1.number(in: 0...Int.max)
    },
    .taken("logged-response-body-size-limit", value: "BYTES", "--journal-body") {
      $0.journal.bodyBytes = try $1.number(in: 0...Int.max)
    },
    .taken("disable-request-logging", "--quiet") { serve, _ in serve.isQuiet = true },
  ]

  private static let threads: [WireMockFlag] = [
    .needless("container-threads", value: "COUNT", noThread),
    .needless("jetty-acceptor-threads", value: "COUNT", noThread),
    .needless("jetty-accept-queue-size", value: "COUNT", noThread),
    .taken("jetty-header-request-size", value: "BYTES", "--max-head") {
      $0.configuration.limits.headSize = try $1.number(in: 1...Int.max)
    },
    .taken("jetty-header-buffer-size", value: "BYTES", "--max-head") {
      $0.configuration.limits.headSize = try $1.number(in: 1...Int.max)
    },
    .needless("jetty-header-response-size", value: "BYTES", "responses may be of any size"),
    .taken("jetty-idle-timeout", value: "MILLISECONDS", "--idle-timeout") {
      $0.configuration.timeouts.idle = .milliseconds(try $1.number(in: 1...86_400_000))
    },
    .taken(
      "jetty-stop-timeout", value: "MILLISECONDS", "time to finish open responses when stopping"
    ) {
      $0.configuration.timeouts.stop = .milliseconds(try $1.number(in: 0...86_400_000))
    },
    .needless("async-response-enabled", value: "BOOLEAN", noThread),
    .needless("async-response-threads", value: "COUNT", noThread),
    .needless("timeout", value: "MILLISECONDS", "no response ends before its time"),
    .needless("max-http-client-connections", value: "COUNT", "there is no limit"),
    .refused("disable-connection-reuse", value: "BOOLEAN", "leave it out"),
    .needless("webhook-threadpool-size", value: "COUNT", noThread),
  ]

  private static let noThread = "no response holds a thread"

  private static let responses: [WireMockFlag] = [
    .taken("use-chunked-encoding", value: "WHEN", "never only: bodies have a Content-Length") {
      guard $1.text == "never" else {
        throw UsageError(
          "--use-chunked-encoding \($1.text) is not supported; leave it out: bodies have a "
            + "Content-Length")
      }
    },
    .needless("disable-gzip", "responses are not compressed"),
    .taken("enable-stub-cors", "--cors") { serve, _ in
      serve.configuration.allowsOtherOrigins = true
    },
    .refused("disable-strict-http-headers", "leave it out: malformed requests get a 400"),
  ]

  private static let templates: [WireMockFlag] = [
    .taken("global-response-templating", "all responses of mappings are templates") { serve, _ in
      serve.context.usesTemplates = true
    },
    .needless("local-response-templating", "mappings with response-template are templates anyway"),
    .refused(
      "disable-response-templating", "remove response-template from the mappings"),
    .needless("max-template-cache-entries", value: "COUNT", "each template is compiled once"),
    .refused(
      "permitted-system-keys", value: "PATTERNS", "leave it out: templates cannot read variables"),
    .refused("extensions", value: "CLASSES", "classes of Java cannot be loaded; leave it out"),
    .needless("disable-extensions-scanning", "no extensions are looked for"),
  ]

  private static let admin: [WireMockFlag] = [
    .taken(
      "admin-api-basic-auth", value: "USER:PASSWORD",
      "requires them, as --admin-token requires a token"
    ) {
      let sides = $1.text.split(separator: ":", maxSplits: 1)
      guard sides.count == 2 else { throw $1.mismatch("must have the form USER:PASSWORD") }
      $0.adminSettings.token = $1.text
    },
    .refused("admin-api-require-https", "use --admin-port, which serves this machine only"),
  ]

  private static let rest: [WireMockFlag] = [
    .needless("disable-optimize-xml-factories-loading", "there are no Java classes"),
    .refused("websocket-idle-timeout", value: "MILLISECONDS", "there are no WebSockets"),
    .refused("websocket-max-text-message-size", value: "BYTES", "there are no WebSockets"),
    .refused("websocket-max-binary-message-size", value: "BYTES", "there are no WebSockets"),
    .refused("version", "use stubber --version"),
    .own("help", "wiremock"),
  ]
}
