import StubCore

extension RequestLine.Target {
  /// Reads the target in `range`, which is not empty, of the request line.
  static func read(
    _ line: Span<UInt8>, _ range: Range<Int>, method: HTTPMethod, number: Int
  ) throws(RequestError) -> Self {
    if let index = firstForbidden(in: line, range) {
      throw RequestLine.malformed(
        line, number, at: index, expected: "visible ASCII characters other than '#' in the target",
        try: "percent-encode the byte, and leave the fragment out")
    }
    if method == .connect { return try authority(line, range, number) }
    if line[range.lowerBound] == UInt8(ascii: "/") { return pathAndQuery(line, range) }
    if range.count == 1, line[range.lowerBound] == UInt8(ascii: "*") {
      guard method == .options else {
        throw RequestLine.malformed(
          line, number, at: range.lowerBound, expected: "a path, as the method is not OPTIONS",
          try: "only OPTIONS may have the target `*`")
      }
      return Self(path: "*")
    }
    return try absolute(line, range, number)
  }

  /// The first of the bytes that never travel in a target: control bytes, blanks, `#` and those
  /// beyond ASCII.
  private static func firstForbidden(in line: Span<UInt8>, _ range: Range<Int>) -> Int? {
    let end = range.upperBound
    var index = range.lowerBound
    line.withUnsafeBytes { bytes in
      func isAllowed(at index: Int) -> Bool {
        Self.isAllowed(bytes.loadUnaligned(fromByteOffset: index, as: UInt64.self))
      }
      while index + 8 <= end, isAllowed(at: index) { index += 8 }
      // The last eight with some of those before.
      if index + 8 > end, end >= 8, isAllowed(at: end - 8) { index = end }
    }
    return (index..<end).first {
      line[$0] <= 0x20 || line[$0] >= 0x7F || line[$0] == 0x23
    }
  }

  /// The same for eight bytes at once.
  private static func isAllowed(_ eight: UInt64) -> Bool {
    func each(_ byte: UInt64) -> UInt64 { byte &* 0x0101_0101_0101_0101 }
    // The highest bit of a byte is set if one is below the limit, which is 128 at most.
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
        line, number, at: range.lowerBound, expected: "`host:port` as the target of CONNECT",
        try: "name the host and its port, as in `CONNECT example.com:443 HTTP/1.1`")
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
        line, number, at: range.lowerBound,
        expected: "a target that starts with `/` or `scheme://`",
        try: "write the path with its leading slash")
    }
    let start = index + 3
    var end = start
    while end < range.upperBound, line[end] != UInt8(ascii: "/"), line[end] != UInt8(ascii: "?") {
      end += 1
    }
    guard let authority = HostField(line.extracting(start..<end)), !authority.host.isEmpty else {
      throw RequestLine.malformed(
        line, number, at: start, expected: "`host` or `host:port` in the target",
        try: "name a host, and send user name and password in an Authorization field")
    }
    var target = pathAndQuery(line, end..<range.upperBound)
    if target.path.isEmpty { target.path = "/" }
    target.authority = authority
    target.defaultPort =
      scheme.equalsIgnoringCase("http") ? 80 : scheme.equalsIgnoringCase("https") ? 443 : nil
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
