import Glibc

/// The system's own list of TCP connections.
enum SocketTable {
  /// Bytes that a server has been sent and has not read; 0 when there is no such connection.
  ///
  /// Lines read `sl local:port remote:port state tx_queue:rx_queue …`, in hexadecimal.
  static func unread(serverPort: UInt16, clientPort: UInt16) -> Int {
    guard let file = fopen("/proc/net/tcp", "r") else { return 0 }
    defer { fclose(file) }
    var line = [CChar](repeating: 0, count: 512)
    while fgets(&line, Int32(line.count), file) != nil {
      let bytes = line.prefix { $0 != 0 }.map(UInt8.init(bitPattern:))
      let fields = String(decoding: bytes, as: UTF8.self).split(separator: " ", maxSplits: 5)
      guard fields.count > 4, number(fields[1]) == Int(serverPort),
        number(fields[2]) == Int(clientPort)
      else { continue }
      return number(fields[4]) ?? 0
    }
    return 0
  }

  /// What stands behind the colon.
  private static func number(_ field: Substring) -> Int? {
    field.split(separator: ":").last.flatMap { Int($0, radix: 16) }
  }
}
