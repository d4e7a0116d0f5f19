#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// Tells addresses from names.
enum IPAddress {
  /// Whether the text is an IPv4 or IPv6 address, without brackets.
  static func isOne(_ text: String) -> Bool {
    var bytes = in6_addr()
    return inet_pton(AF_INET, text, &bytes) == 1 || inet_pton(AF_INET6, text, &bytes) == 1
  }
}
