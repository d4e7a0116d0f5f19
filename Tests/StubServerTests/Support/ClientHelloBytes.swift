import TestSupport

/// The first message of a client, made by hand.
enum ClientHelloBytes {
  /// TLS 1.2 with one cipher suite, one group, one kind of signature and one server name
  /// (RFC 5246 §7.4.1.2, RFC 6066 §3).
  static func asking(for name: String) -> [UInt8] {
    let host = Array(name.utf8)
    let list = [0] + long(host.count) + host
    let content = long(list.count) + list
    let groups: [UInt8] = [0, 10, 0, 4, 0, 2, 0, 23]
    let signatures: [UInt8] = [0, 13, 0, 4, 0, 2, 4, 3]
    let extensions = [0, 0] + long(content.count) + content + groups + signatures
    var body: [UInt8] = [3, 3] + [UInt8](repeating: 7, count: 32) + [0]
    body += [0, 2, 0xC0, 0x2B] + [1, 0] + long(extensions.count) + extensions
    let message = [1, 0] + long(body.count) + body
    return [0x16, 3, 1] + long(message.count) + message
  }

  private static func long(_ number: Int) -> [UInt8] {
    [UInt8(number >> 8 & 0xFF), UInt8(number & 0xFF)]
  }
}
