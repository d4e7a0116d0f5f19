import StubCore
import StubFiles
import StubServer

/// The message that `serve` is ready: the address, the stubs, and a request to try.
struct Announcement: Event {
  let url: String
  /// The base URL for HTTPS; `nil` if there is none.
  let secureURL: String?
  /// The addresses such as `0.0.0.0:8080`, which accept requests of other machines, but cannot be
  /// in a URL.
  let openAddresses: [String]
  /// The file with the CA certificate that curl has to trust; `nil` if it needs none.
  let certificate: String?
  let rules: RuleSet
  let stubs: StubSet
  /// The watched paths; empty if files are not watched.
  let watchedPaths: [String]
  /// The folder with the static files that answer requests without a stub; `nil` if there is none.
  let staticFolder: String?
  let seed: UInt64
  /// The network limits that all responses share; `nil` if there are none.
  let network: NetworkProfile?
  /// The network limits that apply to each connection; `nil` if there are none.
  let connectionNetwork: NetworkProfile?
  let faults: ListenerFaults
  /// The URL of the admin API; `nil` if the API is off.
  let adminURL: String?
  /// The token that was generated for the admin API; `nil` if none was generated.
  let adminToken: String?

  init(
    _ listener: Listener, rules: RuleSet, stubs: StubSet, watchedPaths: [String],
    staticFolder: String?, seed: UInt64, adminURL: String?, adminToken: String?
  ) {
    self.adminURL = adminURL
    self.adminToken = adminToken
    url = listener.url
    secureURL = listener.addresses.map(\.url).first { $0.hasPrefix("https:") && $0 != listener.url }
    openAddresses = listener.addresses.filter { !$0.url.hasSuffix($0.description) }
      .map(\.description)
    certificate = listener.certificateToTrust
    self.rules = rules
    self.stubs = stubs
    self.watchedPaths = watchedPaths
    self.staticFolder = staticFolder
    self.seed = seed
    network = stubs.network
    connectionNetwork = listener.connectionNetwork
    faults = listener.faults
  }

  func text(_ console: Console) -> String? { lines.joined(separator: "\n") }

  var jsonLines: [String] {
    [
      Self.json(
        "serving",
        [
          "url": .string(url), "stubs": .number(rules.allStubs.count),
          "files": .number(rules.files.count), "seed": .number(Int(clamping: seed)),
          "network": network.map { .string($0.name) } ?? .null,
          "connectionNetwork": connectionNetwork.map { .string($0.name) } ?? .null,
          "curl": plainExample.map { .string($0) } ?? .null,
          "connectionFault": faults.connection.map { .string("\($0)") },
          "tlsFaults": faults.tls.isEmpty ? nil : .strings(faults.tls.map { "\($0)" }),
          "secureURL": secureURL.map { .string($0) },
          "secureCurl": secureExample.map { .string($0) },
          "recordedHosts": recordedHosts.isEmpty ? nil : .strings(recordedHosts),
          "staticFolder": staticFolder.map { .string($0) },
          "adminURL": adminURL.map { .string($0) },
          "adminToken": adminToken.map { .string($0) },
        ])
    ]
      + StubListing(rules.allStubs).rows.map {
        Self.json(
          "stub",
          [
            "name": .string($0.name), "method": .string($0.method),
            "request": .string($0.request), "status": .string($0.status),
            "origin": .string($0.origin),
          ])
      }
  }

  /// The hosts that requests must name to match recordings, without the host of this listener.
  private var recordedHosts: [String] {
    Set(rules.cassettes.flatMap(\.hosts)).subtracting([RequestURL(url).authority ?? ""]).sorted()
  }

  private func example(base: String, options: [String] = []) -> String? {
    ExampleRequest(
      for: rules.allStubs, in: stubs, authority: RequestURL(base).authority ?? ""
    )?.curlCommand(base: base, options: options)
  }

  /// A curl command for the first address; `nil` if no stub has an example of a request.
  private var plainExample: String? { example(base: url, options: trust(for: url)) }

  /// A curl command for HTTPS; `nil` if there is no HTTPS address.
  private var secureExample: String? {
    secureURL.map { secureURL in
      let options = trust(for: secureURL)
      return example(base: secureURL, options: options)
        ?? (["curl"] + options + [ShellWord.quoted("\(secureURL)/")]).joined(separator: " ")
    }
  }

  private func trust(for url: String) -> [String] {
    guard url.hasPrefix("https:"), let certificate else { return [] }
    return ["--cacert", ShellWord.quoted(certificate)]
  }

  private var lines: [String] {
    var lines = ["Serving \(rules.scope) on \(url)\(secureURL.map { " and \($0)" } ?? "")"]
    if !rules.allStubs.isEmpty { lines += [""] + StubListing(rules.allStubs).lines }
    if let example = plainExample {
      lines += ["", "Try it:", "  \(example)"]
    } else {
      let words = ["curl"] + trust(for: url) + [ShellWord.quoted("\(url)/")]
      lines += ["", "Try it (the response lists the closest stubs):"]
      lines.append("  \(words.joined(separator: " "))")
    }
    if let secureExample { lines.append("  \(secureExample)") }
    lines.append("")
    if let host = recordedHosts.first {
      let others = recordedHosts.count - 1
      lines.append(
        "Recordings answer only requests with the recorded host, \(host)"
          + (others > 0 ? " and \(Count(others, "other")); " : "; ")
          + "use --any-host to answer those for this address too.")
    }
    lines += openAddresses.map { "Other machines can connect on \($0)." }
    if !watchedPaths.isEmpty {
      lines.append("Watching \(watchedPaths.joined(separator: ", ")) for changes.")
    }
    if let staticFolder { lines.append("Files of \(staticFolder) answer what no stub answers.") }
    if let network { lines.append("Network for all responses: \(network.name)") }
    if let connectionNetwork {
      lines.append("Network for each connection: \(connectionNetwork.name)")
    }
    if let fault = faults.connection { lines.append("Connection fault: \(fault)") }
    if secureURL != nil { lines += faults.tls.map { "TLS fault: \($0)" } }
    if let adminURL { lines.append("Admin page and API: \(adminURL)") }
    if let adminToken {
      lines.append("Admin token, as other machines can connect: \(adminToken)")
    }
    lines.append("Repeat this run's random values with --seed \(seed).")
    lines.append("Press Control-C to stop.")
    return lines
  }
}

/// A request that a stub answers, made from the examples of the stub's matchers.
struct ExampleRequest {
  let request: ReceivedRequest

  /// The largest number of stubs for which a request is tried.
  private static let stubLimit = 100

  /// Creates the request from the examples of the first stub that would answer such a request.
  ///
  /// A request that needs only a URL is preferred. `authority` is the host and the port of the
  /// listener.
  init?(for stubs: some Sequence<HTTPStub>, in set: StubSet, authority: String) {
    var first: ReceivedRequest?
    for stub in stubs.prefix(Self.stubLimit) {
      let methods = stub.methods.isEmpty ? [stub.sample.method ?? .get] : stub.methods
      for method in methods.contains(.get) ? [.get] : methods {
        let request = stub.sample.request(method, authority: authority)
        guard set.stub(answering: request)?.id == stub.id else { continue }
        if request.isPlain {
          self.request = request
          return
        }
        first = first ?? request
      }
    }
    guard let first else { return nil }
    request = first
  }

  /// Returns a curl command that sends the request to the listener with the base URL `base`.
  func curlCommand(base: String, options: [String] = []) -> String {
    let command = CurlCommand(
      request, to: base, options: options, body: request.body
    ) { $0.name != .host || !base.hasSuffix($0.value) }
    return command.description
  }
}

extension ReceivedRequest {
  fileprivate var isPlain: Bool { method == .get && headers.fields.count == 1 && body == nil }
}

extension RequestSample {
  /// Returns the request as a listener at `authority` receives it: without a scheme, and with the
  /// host from the `Host` field.
  func request(_ method: HTTPMethod, authority: String) -> ReceivedRequest {
    let host = host ?? authority
    var headers = headers
    headers[.host] = host
    let place = RequestURL("//\(host)")
    return ReceivedRequest(
      method: method,
      target: RequestURL(
        scheme: nil, host: place.host, port: place.port, path: path ?? "/", query: query,
        ownPort: RequestURL("//\(authority)").port),
      headers: headers, body: RequestBody(body), httpVersion: "1.1",
      clientCertificateSubject: nil, isFromListener: true)
  }
}
