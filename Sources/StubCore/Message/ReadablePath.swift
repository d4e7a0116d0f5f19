extension RequestURL {
  /// The path as people write it: decoded, but with `%2F` and `%25`, which mean something else.
  ///
  /// Two paths that differ only in what is percent-encoded read alike (RFC 3986 §6.2.2.2).
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
