import StubServer

/// The settings of the proxy in `serve`.
struct ProxySettings: Sendable {
  /// Whether the listener is a proxy; `nil` if it is one only for programs of this machine.
  var isOn: Bool?
  /// Whether other machines may use the proxy without a password.
  var isOpen = false
  /// Whether unmatched requests are passed on to the hosts for which they are meant.
  var passesThrough = false
  /// A PEM file with the authorities that real servers may have; `nil` for the system's.
  var authorityFile: String?

  /// Returns the configuration for a server that listens on `host`; `nil` if it is no proxy.
  ///
  /// `authority` is the folder of the local CA, `nil` for the default. Other machines must send
  /// `token`, that of the admin API, as the password.
  ///
  /// - Throws: `UsageError` if other machines could use the proxy without a password although this
  ///   was not asked for, or if there are settings of the proxy, but no proxy.
  func configuration(
    authority: String?, host: String, token: String?
  ) throws(UsageError) -> ProxyConfiguration? {
    let isLocal = ListenAddress.tcp(host: host, port: 0).isLocal
    guard isOn ?? isLocal else {
      if let option = given.first { throw UsageError("\(option) needs --proxy") }
      return nil
    }
    guard isLocal || isOpen || token != nil else {
      throw UsageError("--proxy for other machines needs --admin-token or --open-proxy")
    }
    var configuration = ProxyConfiguration()
    configuration.tls.authorityDirectory = authority
    configuration.authorityFile = authorityFile
    configuration.password = isLocal || isOpen ? nil : token
    return configuration
  }

  /// The options of the proxy that were given.
  private var given: [String] {
    [
      passesThrough ? "--pass-through" : nil, authorityFile == nil ? nil : "--proxy-ca",
      isOpen ? "--open-proxy" : nil,
    ].compactMap(\.self)
  }
}

extension ServeCommand {
  static let proxyOptions: [CommandOption<Self>] = [
    .flag("proxy", "Be a proxy for any host (default if only this machine can connect)") {
      $0.proxySettings.isOn = true
    },
    .flag("no-proxy", "Be no proxy: refuse CONNECT and SOCKS5") { $0.proxySettings.isOn = false },
    .flag("pass-through", "Pass unmatched requests on to the hosts for which they are meant") {
      $0.proxySettings.passesThrough = true
    },
    .value("proxy-ca", "FILE", "Trust these CAs of real servers, PEM (default: the system's)") {
      $0.proxySettings.authorityFile = try $1.filled
    },
    .flag("open-proxy", "Let other machines use the proxy without the admin token") {
      $0.proxySettings.isOpen = true
    },
  ]
}
