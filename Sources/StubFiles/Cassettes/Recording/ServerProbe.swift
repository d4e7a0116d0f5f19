import StubCore

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// Whether a server takes connections.
enum ServerProbe {
  /// Connects to the host and port of a URL; waits for at most two seconds for each address.
  static func answers(_ target: RequestURL) -> Bool {
    guard let host = target.host, let port = target.effectivePort else { return false }
    var hints = addrinfo()
    #if canImport(Darwin) || canImport(Musl)
    hints.ai_socktype = SOCK_STREAM
    #else
    hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
    #endif
    var list: UnsafeMutablePointer<addrinfo>?
    guard getaddrinfo(host, "\(port)", &hints, &list) == 0 else { return false }
    defer { freeaddrinfo(list) }
    return sequence(first: list) { $0?.pointee.ai_next }.prefix { $0 != nil }
      .contains { $0.map { connects(to: $0.pointee) } ?? false }
  }

  private static func connects(to address: addrinfo) -> Bool {
    let descriptor = socket(address.ai_family, address.ai_socktype, address.ai_protocol)
    guard descriptor >= 0 else { return false }
    defer { close(descriptor) }
    _ = fcntl(descriptor, F_SETFL, O_NONBLOCK)
    if connect(descriptor, address.ai_addr, address.ai_addrlen) == 0 { return true }
    guard errno == EINPROGRESS else { return false }
    var event = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
    var problem: Int32 = 0
    var size = socklen_t(MemoryLayout<Int32>.size)
    return poll(&event, 1, 2_000) == 1
      && getsockopt(descriptor, SOL_SOCKET, SO_ERROR, &problem, &size) == 0 && problem == 0
  }
}
