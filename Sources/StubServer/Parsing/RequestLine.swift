import StubCore

/// The first line of a request: method, target, version (RFC 9112 §3).
struct RequestLine: Sendable {
  /// The forms a target may take (RFC 9112 §3.2), its authority apart from its path.
  struct Target: Sendable, Hashable {
    var path: String
    var query: String?
    /// The authority of an absolute or authority form, which overrules `Host`.
    var authority: HostField?
    /// The scheme's own port, for an absolute form whose scheme has one.
    var defaultPort: Int?
  }

  var method = HTTPMethod.get
  var target = Target(path: "/")
  var isHTTP10 = false

  /// Reads the line with that number of the stream.
  static func read(_ line: Span<UInt8>, number: Int) throws(RequestError) -> Self {
    var index = 0
    while index < line.count, ByteClass.isToken(line[index]) { index += 1 }
    guard index > 0, index < line.count, line[index] == 0x20 else {
      throw malformed(
        line, number, at: index, expected: "a method and one space",
        try: "start with a line such as `GET /path HTTP/1.1`")
    }
    let method = Self.method(line.extracting(0..<index))
    let start = index + 1
    guard start < line.count, line[start] != 0x20 else {
      throw malformed(
        line, number, at: start, expected: "a target after the method and one space",
        try: "the target of a site's root is `/`")
    }
    guard let end = line.firstIndex(of: 0x20, from: start) else {
      throw malformed(
        line, number, at: line.count, expected: "a space and `HTTP/1.1` after the target",
        try: "HTTP/0.9 is not spoken here: end the line with ` HTTP/1.1`")
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

  /// Whether the version is 1.0; a higher minor version is read as 1.1 (RFC 9110 §2.5).
  private static func version(
    _ line: Span<UInt8>, from start: Int, _ number: Int
  ) throws(RequestError) -> Bool {
    if line.count - start == 8 {
      // The eight bytes at once, the first of them lowest.
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
    guard matches else {
      throw malformed(
        line, number, at: start,
        expected: "`HTTP/1.0` or `HTTP/1.1` after the target and one space",
        try: "write spaces inside the target as %20 and end the line with the version")
    }
    guard line[start + 5] == UInt8(ascii: "1") else {
      throw RequestError(
        505, expected: "HTTP version 1.0 or 1.1",
        found: "`\(line.extracting(start..<line.count).text)`",
        try: "speak HTTP/1.1, or start an HTTP/2 connection with its whole preface",
        at: .init(line: number, byte: start + 1))
    }
    return line[start + 7] == UInt8(ascii: "0")
  }

  static func malformed(
    _ line: Span<UInt8>, _ number: Int, at index: Int, expected: String, try remedy: String
  ) -> RequestError {
    RequestError(
      400, expected: expected,
      found: index < line.count ? ByteClass.name(line[index]) : "the end of the line",
      try: remedy, at: .init(line: number, byte: index + 1))
  }
}
