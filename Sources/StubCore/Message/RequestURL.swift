/// The parts of a request's URL (RFC 3986), split once and kept percent-encoded.
public struct RequestURL: Sendable, Hashable {
  /// The scheme in lower case; `nil` if the host cannot know it, such as a listener without TLS.
  public let scheme: String?
  /// The host in lower case, without the brackets of an IPv6 address; `nil` if the request names
  /// none.
  public let host: String?
  /// The port in the URL; `nil` if it is the default of the scheme, or unknown.
  public let port: Int?
  /// Whether the port is that of the listener which received the request.
  ///
  /// Such a port is unrelated to the stubbed site, so a stub's URL may omit it.
  package let isListenerPort: Bool
  /// Whether nothing in the path has to be percent-decoded.
  let isPathReadable: Bool
  /// The path as sent; `/` if the URL has none, and `/*` for the request target of `OPTIONS *`.
  public let path: String
  /// The query as sent, without `?`; `nil` if there is no `?`.
  public let query: String?
  /// The fragment, which is never sent; `nil` if there is none.
  package let fragment: String?
  /// The user information before `@`, as written.
  package let userInfo: String?
  let forms = URLForms()

  /// Creates a URL from its parts, which are percent-encoded as in a URL.
  package init(
    scheme: String?, host: String?, port: Int? = nil, path: String, query: String? = nil,
    fragment: String? = nil, userInfo: String? = nil
  ) {
    self.init(
      scheme: scheme, host: host, port: port, path: path, query: query, fragment: fragment,
      userInfo: userInfo, ownPort: nil)
  }

  /// Creates the target of a request that a listener has received on port `ownPort`.
  package init(
    scheme: String?, host: String?, port: Int?, path: String, query: String?,
    fragment: String? = nil, userInfo: String? = nil, ownPort: Int?
  ) {
    self.scheme = scheme?.lowercasedASCII()
    self.host = host.map(URIAuthority.canonicalHost)
    self.port = port == URIAuthority.defaultPort(of: self.scheme) ? nil : port
    isListenerPort = self.port != nil && self.port == ownPort
    self.path = path.isEmpty ? "/" : path == "*" ? "/*" : path
    isPathReadable = !path.has("%")
    self.query = query
    self.fragment = fragment
    self.userInfo = userInfo
  }

  /// Returns this URL with the path `path`.
  package func with(path: String) -> RequestURL {
    RequestURL(
      scheme: scheme, host: host, port: port, path: path, query: query, fragment: fragment,
      userInfo: userInfo, ownPort: isListenerPort ? port : nil)
  }

  /// Splits an absolute URL, a URL without scheme, or a path (RFC 3986 appendix B); any text is
  /// accepted.
  package init(_ text: String) {
    var rest = text.utf8[...]
    var fragment: String?
    if let hash = rest.firstIndex(of: UInt8(ascii: "#")) {
      fragment = String(Substring(rest[hash...].dropFirst()))
      rest = rest[..<hash]
    }
    var query: String?
    if let mark = rest.firstIndex(of: UInt8(ascii: "?")) {
      query = String(Substring(rest[mark...].dropFirst()))
      rest = rest[..<mark]
    }
    var scheme: String?
    if let colon = rest.firstIndex(of: UInt8(ascii: ":")), Self.isScheme(rest[..<colon]),
      rest[colon...].starts(with: "://".utf8)
    {
      scheme = String(Substring(rest[..<colon]))
      rest = rest[colon...].dropFirst()
    }
    guard rest.starts(with: "//".utf8) else {
      self.init(
        scheme: scheme, host: nil, path: String(Substring(rest)), query: query, fragment: fragment)
      return
    }
    rest = rest.dropFirst(2)
    let slash = rest.firstIndex(of: UInt8(ascii: "/")) ?? rest.endIndex
    let authority = Authority(Substring(rest[..<slash]))
    self.init(
      scheme: scheme, host: authority.host, port: authority.port,
      path: String(Substring(rest[slash...])), query: query, fragment: fragment,
      userInfo: authority.userInfo)
  }

  /// Returns whether a text is a scheme (RFC 3986 §3.1), unlike `/to/https` in the path
  /// `/to/https://a/b`.
  private static func isScheme(_ text: some Collection<UInt8>) -> Bool {
    func isLetter(_ byte: UInt8) -> Bool { (byte | 0x20) &- UInt8(ascii: "a") < 26 }
    return text.first.map(isLetter) == true
      && text.allSatisfy { isLetter($0) || $0 &- UInt8(ascii: "0") < 10 || "+-.".utf8.contains($0) }
  }

  /// The port that a connection would use: the port in the URL, or the default of the scheme.
  package var effectivePort: Int? { port ?? URIAuthority.defaultPort(of: scheme) }

  /// The port in the URL; `nil` if it is the listener's own, which is unrelated
  /// to the stubbed site.
  package var sitePort: Int? { isListenerPort ? nil : port }

  /// Returns whether the stubbed site may have the port `port`.
  ///
  /// If neither the port nor the scheme of the site is known, these are the ports 80 and 443;
  /// without a host, any port.
  func isForSite(at port: Int) -> Bool {
    if self.port == port { return true }
    if let known = sitePort ?? URIAuthority.defaultPort(of: scheme) { return known == port }
    return scheme != nil || host == nil || port == 80 || port == 443
  }

  /// The port of the stubbed site, for reports.
  var sitePortText: String {
    (sitePort ?? URIAuthority.defaultPort(of: scheme) ?? port).map(String.init) ?? "80 or 443"
  }

  /// The path, split at `/` and percent-decoded: `["users", "a b"]` for `/users/a%20b`.
  public var segments: [String] {
    path.split(separator: "/", omittingEmptySubsequences: false).dropFirst()
      .map { PercentEncoding.decode($0) }
  }

  /// The path, percent-decoded.
  public var decodedPath: String { PercentEncoding.decode(path) }

  /// The names and values in the query, in order and decoded like a form (`+` is a space).
  public var queryItems: [QueryItem] {
    guard let query else { return [] }
    return forms.made.queryItems.value { QueryItem.parse(query) }
  }

  /// `host` or `host:port`, with brackets around an IPv6 address.
  package var authority: String? {
    guard let name = authorityHost else { return nil }
    return port.map { String(name, ":", String($0)) } ?? name
  }

  private var authorityHost: String? { host.map { $0.has(":") ? "[\($0)]" : $0 } }

  /// The authorities to compare with a pattern: with the port, and without it if it is the
  /// listener's own.
  package var authorities: [String] {
    [authority, isListenerPort ? authorityHost : nil].compactMap { $0 }
  }

  /// The path and the query, as in a request line.
  package var pathAndQuery: String { query.map { String(path, "?", $0) } ?? path }

  /// The URL without its fragment; an unknown scheme is written as `http`.
  public var absoluteString: String {
    guard let authority else { return pathAndQuery }
    return String(scheme ?? "http", "://", authority, pathAndQuery)
  }

  /// The URLs to compare with a pattern for the whole URL.
  ///
  /// An unknown scheme is written as `http` and as `https`. The listener's own port is written in
  /// one URL and omitted in another.
  package var candidateStrings: [String] {
    forms.made.candidateStrings.value {
      guard host != nil else { return [pathAndQuery] }
      let schemes = scheme.map { [$0] } ?? ["http", "https"]
      return schemes.flatMap { scheme in
        authorities.map { "\(scheme)://\($0)\(pathAndQuery)" }
      }
    }
  }
}

extension RequestURL {
  /// Returns a URL with `…` in place of its password.
  package static func withoutPassword(_ text: String) -> String {
    guard let userInfo = RequestURL(text).userInfo,
      let colon = userInfo.utf8.firstIndex(of: UInt8(ascii: ":"))
    else { return text }
    return text.replacing(
      "//\(userInfo)@", with: "//\(userInfo[...colon])…@", maxReplacements: 1)
  }
}

extension RequestURL {
  /// Returns whether all parts have the same bytes, so that composed and decomposed letters differ.
  public static func == (left: RequestURL, right: RequestURL) -> Bool {
    left.port == right.port && left.isListenerPort == right.isListenerPort
      && left.path.hasSameScalars(as: right.path) && left.query.hasSameScalars(as: right.query)
      && left.host.hasSameScalars(as: right.host) && left.scheme.hasSameScalars(as: right.scheme)
      && left.fragment.hasSameScalars(as: right.fragment)
      && left.userInfo.hasSameScalars(as: right.userInfo)
  }
}

extension RequestURL: CustomStringConvertible {
  public var description: String { absoluteString }
}

extension RequestURL {
  /// Creates the target of a received request from parts that are already normalized.
  ///
  /// The scheme and the host are in lower case, the port is not the default of the scheme, and the
  /// path is not empty. `ownPort` is the port of the listener.
  package init(
    canonicalScheme scheme: String?, canonicalHost host: String?, port: Int?, path: String,
    query: String?, ownPort: Int? = nil
  ) {
    self.scheme = scheme
    self.host = host
    self.port = port
    isListenerPort = port != nil && port == ownPort
    self.path = path
    isPathReadable = !path.has("%")
    self.query = query
    fragment = nil
    userInfo = nil
  }
}

extension RequestURL {
  /// The path, percent-decoded except `%2F` and `%25`, which would change its meaning.
  ///
  /// Paths that differ only in their percent-encoding have the same readable path (RFC 3986
  /// §6.2.2.2).
  package var readablePath: String {
    _read {
      if isPathReadable {
        yield path
      } else {
        yield forms.made.readablePath.value { Self.readable(path) }
      }
    }
  }

  package static func readable(_ path: String) -> String {
    guard path.has("%") else { return path }
    let source = Array(path.utf8)
    var bytes: [UInt8] = []
    bytes.reserveCapacity(source.count)
    var index = 0
    while index < source.count {
      let encoded = PercentEncoding.byte(encodedAt: index, in: source)
      switch encoded ?? source[index] {
      case UInt8(ascii: "%"): bytes += "%25".utf8
      case UInt8(ascii: "/") where encoded != nil: bytes += "%2F".utf8
      case let byte: bytes.append(byte)
      }
      index += encoded == nil ? 1 : 3
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}

/// The values that are derived from a URL when they are first needed, and that all stubs share.
///
/// The values depend only on the URL, so comparisons and hashes ignore them.
final class URLForms: Sendable, Hashable {
  /// The storage of the derived values.
  final class Forms: Sendable {
    let queryItems = Once<[QueryItem]>()
    let candidateStrings = Once<[String]>()
    let readablePath = Once<String>()
    let encodedPath = Once<EncodedText>()
  }

  /// The storage, which is created on first use because most requests use none of these values.
  private let kept = Once<Forms>()

  var made: Forms { kept.value { Forms() } }

  static func == (left: URLForms, right: URLForms) -> Bool { true }

  func hash(into hasher: inout Hasher) {}
}
