import StubCore

/// The header fields of a connection's last request, recognized by their bytes.
///
/// Clients mostly send the same fields with each request, so these are parsed only once.
struct KnownFields: Sendable {
  /// The largest size in bytes of the fields that are kept.
  ///
  /// It is small, because idle connections keep their fields too.
  static let longest = 4_096

  /// The fields as they were sent, including the empty line after them; empty if none are kept.
  private var bytes: [UInt8] = []
  private(set) var count = 0
  private(set) var headers = HTTPHeaders()
  private(set) var facts = HeadFacts()

  /// Returns the length of the kept fields if the input has exactly these bytes at `index`,
  /// otherwise `nil`.
  func length(in input: Span<UInt8>, at index: Int) -> Int? {
    !bytes.isEmpty && input.continues(with: bytes, at: index) ? bytes.count : nil
  }

  /// Keeps these fields instead of the earlier ones.
  ///
  /// - Returns: `false` if they are too long to be kept.
  mutating func keep(
    _ section: Span<UInt8>, count: Int, _ fields: WireFields, _ facts: HeadFacts
  ) -> Bool {
    forget()
    guard section.count <= Self.longest else { return false }
    section.withUnsafeBufferPointer { bytes.append(contentsOf: $0) }
    (self.count, self.facts) = (count, facts)
    headers = HTTPHeaders(fields.trimmed())
    return true
  }

  mutating func forget() { bytes.removeAll(keepingCapacity: true) }
}

/// A host with an optional port, as in `Host` fields and targets (RFC 9110 §7.2).
struct HostField: Sendable, Hashable {
  /// The host, without brackets around an IPv6 address.
  var host: String
  var port: Int?

  /// Parses `uri-host [ ":" port ]`; returns `nil` for other bytes, for example with user
  /// information.
  init?(_ bytes: Span<UInt8>) {
    var index = 0
    if bytes.count > 0, bytes[0] == UInt8(ascii: "[") {
      guard let close = bytes.firstIndex(of: UInt8(ascii: "]")), close > 1 else { return nil }
      for place in 1..<close where !Self.isAddress(bytes[place]) { return nil }
      host = bytes.extracting(1..<close).text
      index = close + 1
    } else {
      while index < bytes.count, ByteClass.isHostName(bytes[index]) { index += 1 }
      host = bytes.extracting(0..<index).text
    }
    guard index < bytes.count else { return }
    guard bytes[index] == UInt8(ascii: ":"), bytes.count - index <= 6 else { return nil }
    var number: Int?
    for place in index + 1..<bytes.count {
      guard ByteClass.isDigit(bytes[place]) else { return nil }
      number = (number ?? 0) * 10 + Int(bytes[place] - UInt8(ascii: "0"))
    }
    if let number, number > 65_535 { return nil }
    port = number
  }

  /// Returns whether the byte may be between brackets: a hexadecimal digit, a colon, or a dot as in
  /// `::ffff:1.2.3.4`.
  private static func isAddress(_ byte: UInt8) -> Bool {
    switch ByteClass.lowercased(byte) {
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "f"),
      UInt8(ascii: ":"), UInt8(ascii: "."):
      true
    default: false
    }
  }
}

/// The host in a `Host` field that has been read, recognized by its bytes.
struct KnownHost: Sendable {
  private let bytes: [UInt8]
  let field: HostField
  /// The host as stubs see it: in lower case, without a trailing dot.
  let canonicalHost: String?

  init?(_ value: Span<UInt8>) {
    guard let field = HostField(value) else { return nil }
    bytes = value.withUnsafeBufferPointer { Array($0) }
    self.field = field
    canonicalHost = RequestURL(scheme: nil, host: field.host, path: "/").host
  }

  /// Returns whether both fields name the same server; `defaultPort` is used for a missing port.
  func isSame(as other: KnownHost, defaultPort: Int) -> Bool {
    canonicalHost == other.canonicalHost
      && field.port ?? defaultPort == other.field.port ?? defaultPort
  }

  func isWritten(_ value: Span<UInt8>) -> Bool {
    guard value.count == bytes.count else { return false }
    for index in 0..<value.count where value[index] != bytes[index] { return false }
    return true
  }
}
