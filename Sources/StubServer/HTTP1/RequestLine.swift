import StubCore

/// The first line of a request: method, target, version (RFC 9112 §3).
struct RequestLine: Sendable {
  /// A request target in any of its forms (RFC 9112 §3.2), with authority and path separated.
  struct Target: Sendable, Hashable {
    var path: String
    var query: String?
    /// The authority in an absolute or authority form, which takes precedence over `Host`.
    var authority: HostField?
    /// The scheme in an absolute form, in lower case; `nil` for another form.
    var scheme: String?
  }

  var method = HTTPMethod.get
  var target = Target(path: "/")
  var isHTTP10 = false

  /// Reads a request line; `number` is the number of the line in the request.
  static func read(_ line: Span<UInt8>, number: Int) throws(RequestError) -> Self {
    var index = 0
    while index < line.count, ByteClass.isToken(line[index]) { index += 1 }
    guard index > 0, index < line.count, line[index] == 0x20 else {
      throw malformed(
        number, at: index,
        index == 0
          ? "the request line starts with \(name(line, index)), not with a method"
          : "the method is followed by \(name(line, index)), not by a space",
        try: "start with a line such as `GET /path HTTP/1.1`")
    }
    let method = Self.method(line.extracting(0..<index))
    let start = index + 1
    guard start < line.count, line[start] != 0x20 else {
      throw malformed(
        number, at: start,
        start < line.count
          ? "the method is followed by two spaces" : "the request line has no target",
        try: "write one space and the target, such as `/` for the root of a site")
    }
    guard let end = line.firstIndex(of: 0x20, from: start) else {
      throw malformed(
        number, at: line.count, "the request line has no version",
        try: "end the line with ` HTTP/1.1`: HTTP/0.9 is not supported")
    }
    let isHTTP10 = try version(line, from: end + 1, number)
    let target = try Target.read(line, start..<end, method: method, number: number)
    return Self(method: method, target: target, isHTTP10: isHTTP10)
  }

  private static func method(_ name: Span<UInt8>) -> HTTPMethod {
    if name.count == 3, name[0] == UInt8(ascii: "G"), name[1] == UInt8(ascii: "E"),
      name[2] == UInt8(ascii: "T")
    {
      return .get
    }
    return HTTPMethod(rawValue: name.text)
  }

  /// Returns whether the version is 1.0; a higher minor version counts as 1.1 (RFC 9110 §2.5).
  private static func version(
    _ line: Span<UInt8>, from start: Int, _ number: Int
  ) throws(RequestError) -> Bool {
    if line.count - start == 8 {
      // Compares the eight bytes of `HTTP/1.1` at once, the first one in the lowest bits.
      let version = line.withUnsafeBytes {
        UInt64(littleEndian: $0.loadUnaligned(fromByteOffset: start, as: UInt64.self))
      }
      if version == 0x312E_312F_5054_5448 { return false }
    }
    let prefix: StaticString = "HTTP/"
    let matches = prefix.withUTF8Buffer { wanted in
      guard line.count - start == 8 else { return false }
      for index in 0..<5 where line[start + index] != wanted[index] { return false }
      return ByteClass.isDigit(line[start + 5]) && line[start + 6] == UInt8(ascii: ".")
        && ByteClass.isDigit(line[start + 7])
    }
    func sent() -> String { RequestError.quoted(line.extracting(start..<line.count).text) }
    guard matches else {
      throw malformed(
        number, at: start, "the version must be `HTTP/1.1` or `HTTP/1.0`, not \(sent())",
        try: "write other spaces as %20, or leave them out")
    }
    guard line[start + 5] == UInt8(ascii: "1") else {
      throw RequestError(
        505, "the version must be `HTTP/1.1` or `HTTP/1.0`, not \(sent())",
        try: "use HTTP/1.1, or start an HTTP/2 connection with its whole preface",
        at: .init(line: number, byte: start + 1))
    }
    return line[start + 7] == UInt8(ascii: "0")
  }

  static func malformed(
    _ number: Int, at index: Int, _ problem: String, try remedy: String
  ) -> RequestError {
    RequestError(400, problem, try: remedy, at: .init(line: number, byte: index + 1))
  }

  private static func name(_ line: Span<UInt8>, _ index: Int) -> String {
    index < line.count ? ByteClass.name(line[index]) : "the end of the line"
  }
}

extension RequestLine.Target {
  /// Reads the target at `range` of the request line; the range is not empty.
  static func read(
    _ line: Span<UInt8>, _ range: Range<Int>, method: HTTPMethod, number: Int
  ) throws(RequestError) -> Self {
    if let index = firstForbidden(in: line, range) {
      throw RequestLine.malformed(
        number, at: index, "the target contains \(ByteClass.name(line[index]))",
        try: line[index] == UInt8(ascii: "#")
          ? "leave out the fragment, or write # as %23" : "percent-encode it")
    }
    if method == .connect { return try authority(line, range, number) }
    if line[range.lowerBound] == UInt8(ascii: "/") { return pathAndQuery(line, range) }
    if range.count == 1, line[range.lowerBound] == UInt8(ascii: "*") {
      guard method == .options else {
        throw RequestLine.malformed(
          number, at: range.lowerBound, "the target is `*`, which only OPTIONS may have",
          try: "send a path, such as `/`")
      }
      return Self(path: "/*")
    }
    return try absolute(line, range, number)
  }

  /// Returns the target as stubs see it, without a default port.
  ///
  /// The target's own authority takes precedence over `host`, the value of the `Host` field or
  /// `:authority`. Without TLS the scheme of a path is unknown, because a TLS proxy may be in front
  /// of the listener. `known` is the scheme of all requests on the connection; `nil` if it is
  /// unknown.
  func url(at host: KnownHost?, scheme known: String?, ownPort: Int?) -> RequestURL {
    let scheme = scheme ?? known
    let defaultPort = URIAuthority.defaultPort(of: scheme) ?? 80
    func open(_ port: Int?) -> Int? { port == defaultPort ? nil : port }
    if authority == nil, let host, !path.isEmpty {
      return RequestURL(
        canonicalScheme: scheme, canonicalHost: host.canonicalHost, port: open(host.field.port),
        path: path, query: query, ownPort: ownPort)
    }
    let authority = authority ?? host?.field
    return RequestURL(
      scheme: scheme, host: authority?.host, port: open(authority?.port), path: path, query: query,
      ownPort: ownPort)
  }

  /// Returns the index of the first byte that a target may not contain.
  ///
  /// Such bytes are control bytes, blanks, `#` and bytes beyond ASCII.
  private static func firstForbidden(in line: Span<UInt8>, _ range: Range<Int>) -> Int? {
    let end = range.upperBound
    var index = range.lowerBound
    line.withUnsafeBytes { bytes in
      func isAllowed(at index: Int) -> Bool {
        Self.isAllowed(bytes.loadUnaligned(fromByteOffset: index, as: UInt64.self))
      }
      while index + 8 <= end, isAllowed(at: index) { index += 8 }
      // The last eight bytes may overlap with bytes that have been checked.
      if index + 8 > end, end >= 8, isAllowed(at: end - 8) { index = end }
    }
    return (index..<end).first {
      line[$0] <= 0x20 || line[$0] >= 0x7F || line[$0] == 0x23
    }
  }

  /// Returns whether a target may contain each of these eight bytes.
  private static func isAllowed(_ eight: UInt64) -> Bool {
    func each(_ byte: UInt64) -> UInt64 { byte &* 0x0101_0101_0101_0101 }
    // The result has the highest bit of each byte that is below the limit, at most 128.
    func below(_ limit: UInt64, _ bytes: UInt64) -> UInt64 { (bytes &- each(limit)) & ~bytes }
    let forbidden =
      below(0x21, eight) | below(1, eight ^ each(0x23)) | below(1, eight ^ each(0x7F)) | eight
    return forbidden & each(0x80) == 0
  }

  private static func pathAndQuery(_ line: Span<UInt8>, _ range: Range<Int>) -> Self {
    let target = line.extracting(range)
    let mark = target.firstIndex(of: UInt8(ascii: "?"))
    return Self(
      path: target.extracting(0..<(mark ?? target.count)).text,
      query: mark.map { target.extracting($0 + 1..<target.count).text })
  }

  private static func authority(
    _ line: Span<UInt8>, _ range: Range<Int>, _ number: Int
  ) throws(RequestError) -> Self {
    let authority = HostField(line.extracting(range))
    guard let authority, !authority.host.isEmpty, authority.port != nil else {
      throw RequestLine.malformed(
        number, at: range.lowerBound, "the target of CONNECT is not `host:port`",
        try: "name the host and its port, such as `example.com:443`")
    }
    return Self(path: "/", authority: authority)
  }

  private static func absolute(
    _ line: Span<UInt8>, _ range: Range<Int>, _ number: Int
  ) throws(RequestError) -> Self {
    var index = range.lowerBound
    while index < range.upperBound, isScheme(line[index], first: index == range.lowerBound) {
      index += 1
    }
    let scheme = line.extracting(range.lowerBound..<index)
    guard scheme.count > 0, index + 2 < range.upperBound, line[index] == UInt8(ascii: ":"),
      line[index + 1] == UInt8(ascii: "/"), line[index + 2] == UInt8(ascii: "/")
    else {
      throw RequestLine.malformed(
        number, at: range.lowerBound, "the target starts with neither `/` nor `scheme://`",
        try: "write the path with its leading slash")
    }
    let start = index + 3
    var end = start
    while end < range.upperBound, line[end] != UInt8(ascii: "/"), line[end] != UInt8(ascii: "?") {
      end += 1
    }
    guard let authority = HostField(line.extracting(start..<end)), !authority.host.isEmpty else {
      throw RequestLine.malformed(
        number, at: start, "the target has no valid `host` or `host:port`",
        try: "name a host, and send user name and password in an Authorization field")
    }
    var target = pathAndQuery(line, end..<range.upperBound)
    if target.path.isEmpty { target.path = "/" }
    target.authority = authority
    target.scheme = scheme.text.lowercasedASCII()
    return target
  }

  private static func isScheme(_ byte: UInt8, first: Bool) -> Bool {
    switch ByteClass.lowercased(byte) {
    case UInt8(ascii: "a")...UInt8(ascii: "z"): true
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "+"), UInt8(ascii: "-"),
      UInt8(ascii: "."):
      !first
    default: false
    }
  }
}
