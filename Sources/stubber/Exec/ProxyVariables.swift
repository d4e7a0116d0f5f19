import StubPlatform

/// The environment variables that make a program use a proxy and trust an authority.
struct ProxyVariables: Sendable {
  /// The values by name; programs read different names for the same thing.
  let values: [(name: String, value: String)]

  /// Creates the variables.
  ///
  /// - Parameters:
  ///   - host: The host of the proxy.
  ///   - port: The port of the proxy.
  ///   - bundle: The authorities to trust, among them that of the proxy.
  ///   - authority: A PEM file with the authority of the proxy alone.
  init(host: String, port: Int, bundle: TrustBundle, authority: String) {
    let url = "http://\(host.contains(":") ? "[\(host)]" : host):\(port)"
    var values: [(String, String)] = []
    for (name, value) in [
      ("http_proxy", url), ("https_proxy", url), ("all_proxy", url), ("no_proxy", ""),
    ] {
      values += [(name, value), (name.uppercased(), value)]
    }
    for name in Self.bundleNames { values.append((name, bundle.path)) }
    values.append(("WGETRC", bundle.wgetSettings))
    // Node adds these authorities to its own.
    values += [("NODE_EXTRA_CA_CERTS", authority), ("NODE_USE_ENV_PROXY", "1")]
    let java = ["http", "https"].flatMap {
      ["-D\($0).proxyHost=\(host)", "-D\($0).proxyPort=\(port)"]
    }
    values.append(
      ("JAVA_TOOL_OPTIONS", (java + ["-Dhttp.nonProxyHosts="]).joined(separator: " ")))
    self.values = values
  }

  /// The names of the variables for a whole bundle, in place of the system's.
  ///
  /// They are those of OpenSSL and Go, curl, Python's requests and pip, git, the AWS SDKs, Deno,
  /// Cargo and Swift's Foundation.
  private static let bundleNames = [
    "SSL_CERT_FILE", "CURL_CA_BUNDLE", "REQUESTS_CA_BUNDLE", "PIP_CERT", "GIT_SSL_CAINFO",
    "AWS_CA_BUNDLE", "DENO_CERT", "CARGO_HTTP_CAINFO", "URLSessionCertificateAuthorityInfoFile",
  ]

  /// Returns the environment of this process with these variables in place of its own.
  func environment() -> [String] {
    let names = Set(values.map(\.name))
    let kept = ProcessInfo.processInfo.environment.filter { !names.contains($0.key) }
    return kept.map { "\($0.key)=\($0.value)" } + values.map { "\($0.name)=\($0.value)" }
  }
}
