import Glibc

/// The system's own list of TCP connections.
enum SocketTable {
  /// Bytes that a server has been sent and has not read, by the port of the client.
  ///
  /// Lines read `sl local:port remote:port state tx_queue:rx_queue …`, in hexadecimal.
  static func unread(port: UInt16) -> [UInt16: Int] {
    var result: [UInt16: Int] = [:]
    guard let file = fopen("/proc/net/tcp", "r") else { return result }
    defer { fclose(file) }
    var line = [CChar](repeating: 0, count: 512)
    while fgets(&line, Int32(line.count), file) != nil {
      let text = String(decoding: line.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
      let fields = text.split(separator: " ", maxSplits: 5)
      guard fields.count > 4, number(fields[1]) == Int(port), let client = number(fields[2]),
        let unread = number(fields[4])
      else { continue }
      result[UInt16(truncatingIfNeeded: client)] = unread
    }
    return result
  }

  /// What stands behind the colon.
  private static func number(_ field: Substring) -> Int? {
    field.split(separator: ":").last.flatMap { Int($0, radix: 16) }
  }
}
