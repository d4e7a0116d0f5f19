/// What a client says before anything is agreed on, as far as it matters here.
struct ClientHello: Sendable, Hashable {
  /// The name of the server that the client wants, in lower case; `nil` when it names none or what
  /// it names is no host name.
  var serverName: String?

  /// Reads the content of a `server_name` extension (RFC 6066 §3).
  static func serverName(in bytes: Span<UInt8>) -> String? {
    // Length of the list, kind of the first name (0, a host name), its length, the name.
    guard bytes.count >= 5, bytes[2] == 0 else { return nil }
    let count = Int(bytes[3]) << 8 | Int(bytes[4])
    guard count > 0, count <= 253, bytes.count >= 5 + count else { return nil }
    var name: [UInt8] = []
    for index in 5..<5 + count {
      let byte = ByteClass.lowercased(bytes[index])
      guard ByteClass.isHostName(byte), isPlain(byte) else { return nil }
      name.append(byte)
    }
    if name.last == UInt8(ascii: ".") { name.removeLast() }
    return name.isEmpty ? nil : String(decoding: name, as: UTF8.self)
  }

  /// Letters, digits and `-._`: what may stand in a certificate without any escaping.
  private static func isPlain(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"),
      UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"):
      true
    default: false
    }
  }
}
