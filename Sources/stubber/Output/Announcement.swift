import StubCore
import StubFiles
import StubServer

/// What `serve` says when it is ready: the address, the stubs, and a command line to try.
struct Announcement {
  let url: String
  /// The URL over TLS, if there is one.
  let secureURL: String?
  /// The file by which curl trusts it.
  let certificate: String?
  let rules: RuleSet
  let stubs: StubSet
  /// Empty when files are not watched.
  let watchedPaths: [String]
  let seed: UInt64
  /// The line that all responses share, if any.
  let network: NetworkProfile?
  /// The line that each connection has for itself, if any.
  let connectionNetwork: NetworkProfile?
  /// What goes wrong before any request.
  let faults: ListenerFaults

  init(
    _ listener: Listener, rules: RuleSet, stubs: StubSet, watchedPaths: [String], seed: UInt64
  ) {
    url = listener.url
    secureURL = listener.addresses.map(\.url).first { $0.hasPrefix("https:") }
    certificate = listener.certificateToTrust
    self.rules = rules
    self.stubs = stubs
    self.watchedPaths = watchedPaths
    self.seed = seed
    network = stubs.network
    connectionNetwork = listener.connectionNetwork
    faults = listener.faults
  }

  func print(to console: Console, asJSON isJSON: Bool) {
    if isJSON {
      for event in events { console.print(event) }
    } else {
      console.print(lines.joined(separator: "\n"))
    }
  }

  private func example(base: String, options: [String] = []) -> String? {
    ExampleRequest(
      for: rules.allStubs, in: stubs, authority: RequestURL(base).authority ?? ""
    )?.curlCommand(base: base, options: options)
  }

  /// A command line over TLS; `nil` when TLS is not spoken.
  private var secureExample: String? {
    guard let secureURL else { return nil }
    let options = certificate.map { ["--cacert", ShellWord.quoted($0)] } ?? []
    return example(base: secureURL, options: options)
      ?? (["curl"] + options + [ShellWord.quoted("\(secureURL)/")]).joined(separator: " ")
  }

  private var lines: [String] {
    var lines = ["Serving \(rules.scope) on \(url)\(secureURL.map { " and \($0)" } ?? "")"]
    if !rules.allStubs.isEmpty { lines += [""] + StubListing(rules.allStubs).lines }
    if let example = example(base: url) {
      lines += ["", "Try:", "  \(example)"]
    } else {
      lines += ["", "Try (the answer says which stubs are nearest):", "  curl '\(url)/'"]
    }
    if let secureExample { lines.append("  \(secureExample)") }
    lines.append("")
    if !watchedPaths.isEmpty {
      lines.append("Changes to \(watchedPaths.joined(separator: ", ")) take effect at once.")
    }
    if let network { lines.append("All responses share the network \(network.name).") }
    if let connectionNetwork {
      lines.append("Each connection has a network \(connectionNetwork.name) of its own.")
    }
    if let fault = faults.connection { lines.append("New connections meet the fault \(fault).") }
    if secureURL != nil {
      lines += faults.tls.map { "Clients of TLS meet the fault \($0)." }
    }
    lines.append("Random values, delays and faults come again with --seed \(seed).")
    lines.append("Control-C stops. Requests:")
    return lines
  }

  private var events: [JSONValue] {
    var head: [(String, JSONValue)] = [
      ("event", "serving"), ("url", .string(url)),
      ("stubs", .number(JSONNumber(rules.allStubs.count))),
      ("files", .number(JSONNumber(rules.files.count))),
      ("seed", .number(JSONNumber(Int(clamping: seed)))),
      ("network", network.map { .string($0.name) } ?? .null),
      ("connectionNetwork", connectionNetwork.map { .string($0.name) } ?? .null),
      ("curl", example(base: url).map { .string($0) } ?? .null),
    ]
    if let fault = faults.connection { head.append(("connectionFault", .string("\(fault)"))) }
    if !faults.tls.isEmpty {
      head.append(("tlsFaults", .array(faults.tls.map { .string("\($0)") })))
    }
    if let secureURL, let secureExample {
      head += [("secureURL", .string(secureURL)), ("secureCurl", .string(secureExample))]
    }
    return [.object(JSONObject(head))] + StubListing(rules.allStubs).rows.map(\.event)
  }
}

extension StubListing.Row {
  /// The row for programs.
  var event: JSONValue {
    [
      "event": "stub", "name": .string(name), "method": .string(method),
      "request": .string(request), "status": .string(status), "origin": .string(origin),
    ]
  }
}
