import Foundation
import StubCore
import StubFiles
import StubServer
import Testing

@testable import stubber

@Suite("WireMock's flags")
struct WireMockFlagTests {
  /// The flags of WireMock 3.13, and those that 2.35 had.
  private static let documented = """
    port https-port bind-address disable-http disable-http2-plain disable-http2-tls root-dir
    load-resources-from-classpath verbose print-all-network-traffic disable-banner proxy-all
    preserve-host-header preserve-user-agent-proxy-header proxy-via proxy-timeout proxy-pass-through
    supported-proxy-encodings allow-proxy-targets deny-proxy-targets record-mappings match-headers
    enable-browser-proxying trust-all-proxy-targets trust-proxy-target ca-keystore
    ca-keystore-password ca-keystore-type https-keystore keystore-password keystore-type
    key-manager-password https-truststore truststore-password truststore-type
    https-require-client-cert no-request-journal max-request-journal-entries
    logged-response-body-size-limit disable-request-logging container-threads
    jetty-acceptor-threads jetty-accept-queue-size jetty-header-request-size
    jetty-header-response-size jetty-header-buffer-size jetty-idle-timeout jetty-stop-timeout
    async-response-enabled async-response-threads timeout use-chunked-encoding disable-gzip
    enable-stub-cors global-response-templating local-response-templating
    disable-response-templating max-template-cache-entries permitted-system-keys filename-template
    extensions disable-extensions-scanning admin-api-basic-auth admin-api-require-https
    max-http-client-connections disable-connection-reuse webhook-threadpool-size
    disable-strict-http-headers disable-optimize-xml-factories-loading websocket-idle-timeout
    websocket-max-text-message-size websocket-max-binary-message-size version help
    """.split { $0 == " " || $0 == "\n" }.map(String.init)

  private func serve(_ words: String...) throws -> ServeCommand {
    try CommandLineReader<ServeCommand>.reading(words).command
  }

  @Test("Each flag is in the table, once")
  func complete() {
    let names = WireMockFlag.all.map(\.name)
    #expect(Set(names) == Set(Self.documented))
    #expect(names.count == Self.documented.count)
  }

  @Test("A flag with the name of an option of serve is that option, and no other has its name")
  func own() {
    let options = Set(ServeCommand.syntax.options.map(\.name))
    for flag in WireMockFlag.all {
      if case .own = flag.flagEffect {
        #expect(options.contains(flag.name))
      } else {
        #expect(!options.contains(flag.name))
      }
    }
  }

  @Test("The help shows each flag in at most 100 columns")
  func help() throws {
    guard case .help(let text) = try Invocation(["serve", "--help", "wiremock"]) else {
      Issue.record("no help was shown")
      return
    }
    for flag in WireMockFlag.all { #expect(text.contains("\n  --\(flag.name) ")) }
    for line in text.split(separator: "\n") { #expect(line.count <= 100, "\(line)") }
    #expect(HelpText.of(ServeCommand.self).contains("serve --help wiremock"))
    #expect(!HelpText.of(ServeCommand.self).contains("--bind-address"))
  }

  @Test("Flags with another name are the options of serve")
  func taken() throws {
    let serve = try serve(
      "--bind-address", "0.0.0.0", "--https-port", "0", "--disable-http2-tls", "--root-dir", "wm",
      "--proxy-all", "http://a.test", "--proxy-timeout", "5000", "--trust-all-proxy-targets",
      "--max-request-journal-entries", "7", "--disable-request-logging",
      "--jetty-header-request-size", "9000", "--jetty-idle-timeout", "1500", "--enable-stub-cors",
      "--jetty-stop-timeout", "10", "--global-response-templating", "--admin-api-basic-auth", "u:p")
    #expect(serve.host == "0.0.0.0")
    #expect(serve.tls.applicationProtocols == ["http/1.1", "http/1.0"])
    #expect(serve.rootDirectory == "wm")
    #expect(serve.configuration.upstream?.url == "http://a.test")
    #expect(serve.upstreamTimeout == .seconds(5))
    #expect(!serve.verifiesUpstream)
    #expect(serve.journal.count == 7)
    #expect(serve.isQuiet)
    #expect(serve.configuration.limits.headSize == 9_000)
    #expect(serve.configuration.timeouts.idle == .milliseconds(1_500))
    #expect(serve.configuration.timeouts.stop == .milliseconds(10))
    #expect(serve.configuration.allowsOtherOrigins)
    #expect(serve.context.usesTemplates)
    #expect(serve.adminSettings.token == "u:p")
    #expect(!serve.configuration.webhooks.verifiesCertificate)
    func limit(_ targets: WebhookTargets) throws -> WebhookTargets {
      var targets = targets
      try targets.allow("10.0.0.1-10.0.0.9")
      try targets.allow("*.example.com")
      try targets.deny("a.example.com")
      return targets
    }
    let limited = try self.serve(
      "--allow-proxy-targets", "10.0.0.1-10.0.0.9,*.example.com", "--deny-proxy-targets",
      "a.example.com")
    #expect(try limited.configuration.webhooks.targets == limit(WebhookTargets()))
    // Other than webhooks, stubs forward to this machine only if it is named.
    #expect(try limited.forwardingTargets == limit(.none))
    var others = WebhookTargets.none
    try others.allow("*")
    try others.deny("10.0.0.1")
    #expect(try self.serve("--deny-proxy-targets", "10.0.0.1").forwardingTargets == others)
    #expect(try self.serve().forwardingTargets == nil)
    #expect(try self.serve("--no-request-journal").journal.limits.count == 0)
  }

  @Test("A flag without effect is accepted")
  func needless() throws {
    for flag in WireMockFlag.all {
      guard case .needless = flag.flagEffect else { continue }
      let words = ["--\(flag.name)"] + (flag.placeholder == nil ? [] : ["1"])
      var reader = CommandLineReader<ServeCommand>(words)
      guard case .run = try reader.read() else {
        Issue.record("\(flag.name) is not accepted")
        continue
      }
    }
  }

  @Test("An unsupported flag is an error that says what to do")
  func refused() {
    for flag in WireMockFlag.all {
      guard case .refused(let remedy) = flag.flagEffect else { continue }
      let words = ["--\(flag.name)"] + (flag.placeholder == nil ? [] : ["1"])
      #expect(
        throws: UsageError("--\(flag.name) of WireMock is not supported; \(remedy)")
      ) {
        var reader = CommandLineReader<ServeCommand>(words)
        _ = try reader.read()
      }
    }
  }

  @Test(
    "A value that cannot be honored is an error too",
    arguments: [
      (
        ["--use-chunked-encoding", "always"],
        "--use-chunked-encoding always is not supported; leave it out: bodies have a Content-Length"
      ),
      (
        ["--proxy-pass-through", "false"],
        "--proxy-pass-through false is not supported; leave out --proxy-all"
      ),
      (["--proxy-pass-through", "1"], "--proxy-pass-through must be true or false, not \"1\""),
      (
        ["--admin-api-basic-auth", "u"],
        "--admin-api-basic-auth must have the form USER:PASSWORD, not \"u\""
      ),
      (
        ["--filename-template", "{{#if name}}"],
        "--filename-template: the end of the template; close the block"
      ),
    ])
  func values(words: [String], message: String) {
    #expect(throws: UsageError(message)) {
      var reader = CommandLineReader<ServeCommand>(words)
      _ = try reader.read()
    }
  }
}
