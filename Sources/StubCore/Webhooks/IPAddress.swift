import StubPlatform

/// An IPv4 or IPv6 address.
///
/// An IPv4 address is stored as an IPv4-mapped IPv6 address, so that both notations are equal.
package struct IPAddress: Sendable, Hashable {
  private let high: UInt64
  private let low: UInt64

  private static let mapped: UInt64 = 0xFFFF_0000_0000

  private init(high: UInt64, low: UInt64) {
    self.high = high
    self.low = low
  }

  /// Creates an address from 4 or 16 bytes in network order; `nil` for any other number of bytes.
  package init?(_ bytes: some Collection<UInt8>) {
    func number(_ bytes: some Sequence<UInt8>) -> UInt64 {
      bytes.reduce(0) { $0 << 8 | UInt64($1) }
    }
    switch bytes.count {
    case 4: (high, low) = (0, Self.mapped | number(bytes))
    case 16: (high, low) = (number(bytes.prefix(8)), number(bytes.dropFirst(8)))
    default: return nil
    }
  }

  /// Parses an address, such as `127.0.0.1` or `::1`.
  package init?(_ text: some StringProtocol) {
    let text = String(text)
    var bytes = [UInt8](repeating: 0, count: 16)
    if inet_pton(AF_INET, text, &bytes) == 1 {
      self.init(bytes.prefix(4))
    } else if inet_pton(AF_INET6, text, &bytes) == 1 {
      self.init(bytes)
    } else {
      return nil
    }
  }

  /// Reads the address in a socket address; `nil` if its family is neither IPv4 nor IPv6.
  package init?(family: Int32, at place: UnsafeRawPointer) {
    switch family {
    case AF_INET:
      let address = place.loadUnaligned(as: sockaddr_in.self).sin_addr
      self.init(withUnsafeBytes(of: address) { Array($0) })
    case AF_INET6:
      let address = place.loadUnaligned(as: sockaddr_in6.self).sin6_addr
      self.init(withUnsafeBytes(of: address) { Array($0) })
    default: return nil
    }
  }

  /// The addresses that lead back to this machine.
  package static let loopback: [ClosedRange<IPAddress>] = ["127.0.0.0-127.255.255.255", "::1"]
    .compactMap(range)

  /// The address that a connection really reaches: for `0.0.0.0` and `::`, this machine's loopback
  /// address.
  package var reached: IPAddress {
    switch (high, low) {
    case (0, 0): IPAddress(high: 0, low: 1)
    case (0, Self.mapped): IPAddress(high: 0, low: Self.mapped | 0x7F00_0001)
    default: self
    }
  }

  /// Parses a range of addresses: one address, or the first and the last, as in
  /// `10.0.0.1-10.0.0.9`.
  static func range(_ text: String) -> ClosedRange<IPAddress>? {
    let ends = text.split(separator: "-", omittingEmptySubsequences: false).map { IPAddress($0) }
    guard (1...2).contains(ends.count), let first = ends[0], let last = ends[ends.count - 1],
      first <= last
    else { return nil }
    return first...last
  }
}

extension IPAddress: Comparable {
  package static func < (left: Self, right: Self) -> Bool {
    (left.high, left.low) < (right.high, right.low)
  }
}

extension IPAddress: CustomStringConvertible {
  package var description: String {
    let isShort = high == 0 && low & ~0xFFFF_FFFF == Self.mapped
    let numbers = isShort ? [low << 32] : [high, low]
    var bytes = numbers.flatMap { number in
      (0..<8).map { UInt8(truncatingIfNeeded: number >> (56 - 8 * $0)) }
    }
    var text = [CChar](repeating: 0, count: 64)
    guard inet_ntop(isShort ? AF_INET : AF_INET6, &bytes, &text, socklen_t(text.count)) != nil
    else { return "" }
    return String(decoding: text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }
}
