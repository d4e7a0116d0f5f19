import StubAdmin
import StubCore
import StubServer

/// The settings of the admin API in `serve`: its address, and the clients that may use it.
struct AdminSettings: Sendable {
  var isOn = true
  var port: Int?
  var socket: String?
  var token: String?
  var prefix = "/__admin"
  var allowsOtherOrigins = false
  var hosts: Set<String> = []
  /// The template for the names of files in which stubs are saved in WireMock's form; `nil` for the
  /// usual names.
  var fileNames: Template?
  var sessions = StubSessions.Configuration()

  /// Whether stubs may answer below the path of the API, because it is off or has a separate
  /// listener.
  var leavesPathToStubs: Bool { !isOn || port != nil || socket != nil }

  /// Returns the configuration of the API for a server that listens on `host` and serves the files
  /// at `paths`.
  ///
  /// If other machines can reach the API, clients must send a token. It is generated if none was
  /// given.
  func configuration(for host: String, _ paths: ServedPaths) -> Admin.Configuration {
    var configuration = Admin.Configuration()
    configuration.prefix = prefix
    configuration.allowsOtherOrigins = allowsOtherOrigins
    configuration.hosts = hosts
    configuration.version = Main.version
    configuration.folder = paths.folder
    configuration.servedFolders = paths.folders
    configuration.ruleFolder = paths.ruleFolder
    configuration.fileNames = fileNames
    let isLocal = leavesPathToStubs || ListenAddress.tcp(host: host, port: 0).isLocal
    configuration.token = token ?? (isLocal ? nil : Self.newToken())
    return configuration
  }

  /// Returns a token of 128 random bits.
  private static func newToken() -> String {
    (0..<2).map { _ in String(UInt64.random(in: .min ... .max), radix: 36) }.joined()
  }

  /// Creates the separate listener of the API, if one is requested.
  func listener(_ admin: Admin) throws -> Listener? {
    guard isOn, leavesPathToStubs else { return nil }
    var addresses: [ListenAddress] = []
    if let port { addresses.append(.tcp(host: "127.0.0.1", port: port)) }
    if let socket { addresses.append(.unix(path: socket)) }
    var configuration = ListenerConfiguration()
    configuration.threadCount = 1
    return try Listener(
      stubs: StubSet(), addresses: addresses, configuration: configuration,
      reserved: admin.reservedPath, sessions: nil)
  }

  /// Returns the address at which other commands find the API; `nil` if the API is off.
  func address(_ listener: Listener, _ beside: Listener?, _ admin: Admin) -> AdminAddress? {
    guard isOn else { return nil }
    let server = beside ?? listener
    let path = server.addresses.first { $0.port == nil }.flatMap { address in
      if case .unix(let path) = address { path } else { nil }
    }
    return AdminAddress(
      url: (path == nil ? server.url : "http://localhost") + prefix, socket: path,
      token: admin.configuration.token,
      authorityFile: server.url.hasPrefix("https:") ? server.certificateToTrust : nil)
  }

  /// Returns the URL of the API on its own listener `beside` or, without one, on the stubs'
  /// listener; `nil` if the API is off.
  func url(_ listener: Listener, _ beside: Listener?) -> String? {
    guard isOn else { return nil }
    let url = (beside ?? listener).url
    return url.hasPrefix("unix:") ? url : url + prefix
  }
}

extension ServeCommand {
  static let adminOptions: [CommandOption<Self>] = [
    .flag("no-admin", "Turn the admin API off, so that stubs can answer its path") {
      $0.adminSettings.isOn = false
    },
    .value("admin-port", "NUMBER", "Serve the admin API on this port of this machine instead") {
      $0.adminSettings.port = try $1.number(in: 0...65_535)
    },
    .value("admin-socket", "FILE", "Serve the admin API on this unix socket instead") {
      $0.adminSettings.socket = try $1.filled
    },
    .value(
      "admin-token", "TOKEN",
      "Require this token (default: a generated one if other machines can connect)"
    ) { $0.adminSettings.token = try $1.filled },
    .value("admin-prefix", "PATH", "Path of the admin API (default: /__admin)") {
      guard $1.text.hasPrefix("/"), $1.text.count > 1, !$1.text.hasSuffix("/") else {
        throw $1.mismatch("must start with / and have no / at its end")
      }
      $0.adminSettings.prefix = $1.text
    },
    .values("admin-host", "NAME", "Also answer admin requests for this host name") {
      try $0.adminSettings.hosts.insert($1.filled.lowercased())
    },
    .flag("known-sessions", "Refuse requests of sessions that the admin API has not started") {
      $0.adminSettings.sessions.startsUnknown = false
    },
    .value("session-idle", "SECONDS", "End sessions that are unused for this time (default: 1800)")
    {
      $0.adminSettings.sessions.idleLimit = .seconds(try $1.number(in: 1...86_400))
    },
    .value("max-sessions", "COUNT", "Sessions at the same time (default: 10000)") {
      $0.adminSettings.sessions.limit = try $1.number(in: 1...1_000_000)
    },
    .flag("admin-cors", "Let pages of any site use the admin API") {
      $0.adminSettings.allowsOtherOrigins = true
    },
  ]
}
