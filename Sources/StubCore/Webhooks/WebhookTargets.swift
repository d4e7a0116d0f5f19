/// The allowed targets, the timeout and the largest number of webhooks.
public struct WebhookConfiguration: Sendable, Hashable {
  /// The hosts that webhooks may be sent to (default: this machine).
  public var targets = WebhookTargets()
  /// The timeout of a webhook, from its connection to the end of the response (default: 30 s).
  public var timeout = Duration.seconds(30)
  /// The largest number of webhooks that wait for their delay or response (default: 1,000); further
  /// ones are not sent.
  package var pendingLimit = 1_000
  /// Whether servers must have a certificate that is valid for their host (default: `true`).
  public var verifiesCertificate = true

  /// Creates the default configuration: this machine only, 30 s, 1,000 pending webhooks.
  public init() {}
}

/// The hosts that webhooks may be sent to: this machine, and hosts that are allowed in addition.
///
/// A stub file may come from anywhere, so it must not make a server call other machines without
/// permission. A host name is checked by its addresses at the time of the connection, unless the
/// name itself is allowed.
public struct WebhookTargets: Sendable, Hashable {
  private struct Rule: Sendable, Hashable {
    enum Hosts: Sendable, Hashable {
      /// A host name, in which `*` stands for any text.
      case names(String)
      case addresses(ClosedRange<IPAddress>)
    }

    let hosts: Hosts
    /// The port; `nil` for all ports.
    var port: Int?

    func accepts(_ host: String, _ address: IPAddress?, _ port: Int) -> Bool {
      if let own = self.port, own != port { return false }
      switch hosts {
      case .names(let pattern): return pattern == "*" || host.matchesWildcard(pattern[...])
      case .addresses(let range): return address.map(range.contains) ?? false
      }
    }
  }

  private var allowed: [Rule] = IPAddress.loopback.map { Rule(hosts: .addresses($0)) }
  private var denied: [Rule] = []

  /// Creates targets that allow only this machine's loopback addresses.
  public init() {}

  /// Targets that allow no host.
  package static var none: WebhookTargets {
    var targets = WebhookTargets()
    targets.allowed = []
    return targets
  }

  /// Allows hosts, such as `api.example.com`, `*.example.com:8443`, `10.0.0.7`,
  /// `10.0.0.1-10.0.0.9`, `[::1]:80`, or `*` for all.
  ///
  /// - Throws: An error if the text has another form.
  public mutating func allow(_ hosts: String) throws {
    allowed.append(try Self.rule(hosts))
  }

  /// Denies hosts, even if they are allowed; they are written as for ``allow(_:)``.
  ///
  /// - Throws: An error if the text has another form.
  public mutating func deny(_ hosts: String) throws {
    denied.append(try Self.rule(hosts))
  }

  private static func rule(_ text: String) throws(WebhookTargetError) -> Rule {
    if let range = IPAddress.range(text) { return Rule(hosts: .addresses(range)) }
    let authority = Authority(text)
    var host = authority.host.lowercasedASCII()
    if host.hasPrefix("["), host.hasSuffix("]") { host = String(host.dropFirst().dropLast()) }
    guard Authority.hasValidPort(text[...]), authority.userInfo == nil else {
      throw WebhookTargetError(text: text)
    }
    if let range = IPAddress.range(host) {
      return Rule(hosts: .addresses(range), port: authority.port)
    }
    // A text without letters must be an address.
    let (letters, others) = ("abcdefghijklmnopqrstuvwxyz_*", "0123456789-.")
    guard host.contains(where: letters.contains),
      host.allSatisfy({ letters.contains($0) || others.contains($0) })
    else { throw WebhookTargetError(text: text) }
    return Rule(hosts: .names(host), port: authority.port)
  }

  /// Returns the reason why a webhook may not connect to `address`, an address of its target; `nil`
  /// if it may.
  package func refusal(of target: RequestURL, at address: IPAddress) -> String? {
    let (host, port) = (Self.name(of: target), target.effectivePort ?? 80)
    // Rules for this machine also apply to addresses that lead to it, such as `0.0.0.0`.
    let addresses = Set([address, address.reached])
    func isNamed(by rules: [Rule]) -> Bool {
      rules.contains { rule in addresses.contains { rule.accepts(host, $0, port) } }
    }
    if !isNamed(by: denied), isNamed(by: allowed) {
      return nil
    }
    let shown = "\(address)" == host ? host : "\(host) (\(address))"
    return "\(shown) is not an allowed target; use --allow-webhook \(target.authority ?? host)"
  }

  /// Returns the reason why a webhook may not be sent to its target; `nil` if none is known.
  ///
  /// The address of the host is not known yet.
  func refusal(of target: RequestURL) -> String? {
    let host = Self.name(of: target)
    if let address = IPAddress(host) { return refusal(of: target, at: address) }
    guard denied.contains(where: { $0.accepts(host, nil, target.effectivePort ?? 80) }) else {
      return nil
    }
    return "\(host) is a denied target"
  }

  private static func name(of target: RequestURL) -> String {
    let host = target.host ?? ""
    return host.hasSuffix(".") ? String(host.dropLast()) : host
  }
}

/// The error for a host that is written in an unknown form.
package struct WebhookTargetError: DescribedError, Sendable, Hashable {
  let text: String

  package var description: String {
    "\(text.quoted) is not a host; use HOST, HOST:PORT, an address, or * for all"
  }
}

extension StringProtocol {
  /// Returns whether the text matches the pattern, in which `*` stands for any text, even an empty
  /// one.
  fileprivate func matchesWildcard(_ pattern: Substring) -> Bool {
    guard let star = pattern.firstIndex(of: "*") else { return self == pattern }
    guard hasPrefix(pattern[..<star]) else { return false }
    let rest = pattern[pattern.index(after: star)...]
    var tail = self.dropFirst(pattern[..<star].count)
    while true {
      if tail.matchesWildcard(rest) { return true }
      if tail.isEmpty { return false }
      tail = tail.dropFirst()
    }
  }
}
