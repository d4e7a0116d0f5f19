import Glibc

/// Asks the system about one TCP connection on the loopback, by netlink (`sock_diag(7)`).
///
/// Any process may ask about any socket, so that the server is observed from outside.
final class SocketQuery {
  /// What the system knows of one side of a connection.
  struct Answer {
    /// Bytes that have come.
    let received: Int
    /// Bytes that have come and have not been read.
    let unread: Int
    /// Bytes sent that the other side has acknowledged.
    let acknowledged: Int
  }

  // <linux/netlink.h>, <linux/sock_diag.h> and <linux/inet_diag.h>, which no module covers.
  private static let socketDiagnosis: Int32 = 4
  private static let byFamily: UInt16 = 20
  private static let isRequest: UInt16 = 1
  private static let information: UInt16 = 2
  private static let headerCount = 16
  /// From the start of the reply: the header, then `struct inet_diag_msg`.
  private static let unreadOffset = headerCount + 56
  private static let attributesOffset = headerCount + 72
  /// In `struct tcp_info` of <linux/tcp.h>.
  private static let acknowledgedOffset = 120
  private static let receivedOffset = 128

  private let descriptor: Int32
  private let request: [UInt8]
  private var reply = [UInt8](repeating: 0, count: 4_096)

  /// Asks about the socket with this port of its own and this port at the other end.
  init(port: UInt16, peer: UInt16) {
    descriptor = socket(AF_NETLINK, Int32(SOCK_RAW.rawValue), Self.socketDiagnosis)
    let loopback: [UInt8] = [127, 0, 0, 1] + [UInt8](repeating: 0, count: 12)
    let id =
      Self.bytes(port.bigEndian) + Self.bytes(peer.bigEndian) + loopback + loopback
      + Self.bytes(UInt32(0)) + [UInt8](repeating: 0xFF, count: 8)
    let query =
      [UInt8(AF_INET), UInt8(IPPROTO_TCP), 1 << (UInt8(Self.information) - 1), 0]
      + Self.bytes(UInt32.max) + id
    request =
      Self.bytes(UInt32(Self.headerCount + query.count)) + Self.bytes(Self.byFamily)
      + Self.bytes(Self.isRequest) + Self.bytes(UInt32(0)) + Self.bytes(UInt32(0)) + query
  }

  deinit { close(descriptor) }

  /// What is so now; `nil` when there is no such connection or the system does not say.
  ///
  /// The system looks at what is unread first and at what has come later: only where nothing has
  /// come in between do the two belong together.
  func ask() -> Answer? {
    var last = askOnce()
    while let before = last {
      last = askOnce()
      if last?.received == before.received { return last }
    }
    return nil
  }

  private func askOnce() -> Answer? {
    guard send(descriptor, request, request.count, 0) == request.count else { return nil }
    let count = recv(descriptor, &reply, reply.count, 0)
    guard count > Self.attributesOffset, number(at: 4, UInt16.self) == Int(Self.byFamily) else {
      return nil
    }
    var place = Self.attributesOffset
    while place + 4 <= count {
      let length = number(at: place, UInt16.self)
      guard length >= 4 else { return nil }
      if number(at: place + 2, UInt16.self) == Int(Self.information),
        length >= 4 + Self.receivedOffset + 8
      {
        return Answer(
          received: number(at: place + 4 + Self.receivedOffset, UInt64.self),
          unread: number(at: Self.unreadOffset, UInt32.self),
          acknowledged: number(at: place + 4 + Self.acknowledgedOffset, UInt64.self))
      }
      place += (length + 3) & ~3
    }
    return nil
  }

  private func number<Value: FixedWidthInteger>(at offset: Int, _ type: Value.Type) -> Int {
    Int(reply.withUnsafeBytes { $0.loadUnaligned(fromByteOffset: offset, as: type) })
  }

  private static func bytes(_ number: some FixedWidthInteger) -> [UInt8] {
    withUnsafeBytes(of: number) { Array($0) }
  }
}
