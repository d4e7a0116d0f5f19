import StubCore

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// The addresses of a listener, which is not the real server behind itself: each request would make another.
final class OwnAddresses: Sendable {
  private let addresses = Lock<[ListenAddress]>([])

  /// Notes where the listener serves.
  func set(_ addresses: [ListenAddress]) { self.addresses.withLock { $0 = addresses } }

  /// Whether the listener accepts what connects to this address of a socket.
  func contain(_ place: UnsafeRawPointer, family: Int32) -> Bool {
    guard let address = IPAddress(family: family, at: place) else { return false }
    // IPv4 and IPv6 have the port at the same place.
    let port = Int(UInt16(bigEndian: place.loadUnaligned(as: sockaddr_in.self).sin_port))
    return addresses.withLock { $0 }.contains { own in
      guard own.port == port, let host = own.host else { return false }
      switch host {
      case "localhost": return address == IPAddress("127.0.0.1") || address == IPAddress("::1")
      case "0.0.0.0", "::", "[::]":
        return (family == AF_INET6) == (host != "0.0.0.0")
          && SocketName(at: place, family: family).isOfThisMachine
      default: return address == IPAddress(host.filter { $0 != "[" && $0 != "]" })
      }
    }
  }
}
