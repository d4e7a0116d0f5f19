import StubCore
import StubPlatform
import StubServer

/// The address of a running server's admin API, and the certificates that are trusted for it.
struct AdminAddress: Sendable, Hashable {
  /// The URL of the API, with its path and without a trailing slash.
  let url: String
  /// The path of a Unix socket to which connections are made instead of to the URL's host.
  ///
  /// The path is absolute, unless that would be too long.
  let socket: String?
  var token: String?
  /// The absolute path of a PEM file with the authority that has issued the server's certificate.
  private(set) var authorityFile: String?
  /// Whether the server's certificate is not verified.
  private(set) var isInsecure = false

  /// The path of the API if the URL has none.
  private static let defaultPath = "/__admin"

  /// Parses an address: a URL with or without the API's path, a port of this machine,
  /// or `unix:PATH`.
  ///
  /// - Throws: `UsageError` for any other text.
  init(argument text: String) throws(UsageError) {
    if text.hasPrefix("unix:") {
      self.init(url: "http://localhost\(Self.defaultPath)", socket: String(text.dropFirst(5)))
      return
    }
    let isPort = !text.isEmpty && text.utf8.allSatisfy { (0x30...0x39).contains($0) }
    do {
      let url = try UpstreamConfiguration(url: isPort ? "http://127.0.0.1:\(text)" : text).url
      let hasPath = !RequestURL(url).path.drop { $0 == "/" }.isEmpty
      self.init(url: hasPath ? url : url + Self.defaultPath)
    } catch {
      throw UsageError(
        "--url must be a URL such as http://127.0.0.1:8080, a port or unix:PATH, not \(text.quoted)"
      )
    }
  }

  init(
    url: String, socket: String? = nil, token: String? = nil, authorityFile: String? = nil
  ) {
    (self.url, self.token) = (url, token)
    // The path is absolute, because other commands may run in other folders.
    self.socket = socket.map { path in
      // The path of a socket must be shorter than 104 bytes.
      let absolute = Self.absolute(path)
      return absolute.utf8.count < 104 ? absolute : path
    }
    self.authorityFile = authorityFile.map(Self.absolute)
  }

  /// Trusts the authorities in a file or, if `isInsecure` is set, any server.
  mutating func trust(_ authorityFile: String?, isInsecure: Bool) {
    if let authorityFile { self.authorityFile = Self.absolute(authorityFile) }
    if isInsecure { self.isInsecure = true }
  }

  private static func absolute(_ path: String) -> String {
    path.hasPrefix("/") ? path : "\(FileManager.default.currentDirectoryPath)/\(path)"
  }

  /// The address as text, for messages and for `--url`.
  var shown: String { socket.map { "unix:\($0)" } ?? url }

  /// Whether both are addresses of the same API.
  func isSame(as other: AdminAddress) -> Bool { url == other.url && socket == other.socket }
}
