#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// The address that a TCP socket is bound to, as the system has it.
struct SocketName {
  private var storage = sockaddr_storage()
  private var size = socklen_t(MemoryLayout<sockaddr_storage>.size)

  /// `nil` when the socket is not bound to a TCP address.
  init?(_ descriptor: Int32) {
    let isNamed = withUnsafeMutableBytes(of: &storage) { bytes in
      bytes.baseAddress.map {
        getsockname(descriptor, $0.assumingMemoryBound(to: sockaddr.self), &size) == 0
      }
    }
    guard isNamed == true, [AF_INET, AF_INET6].contains(Int32(storage.ss_family)) else {
      return nil
    }
  }

  /// A new socket that is bound to the address and does not listen; -1 when it cannot be had.
  func bound(isSpread: Bool) -> Int32 {
    let family = Int32(storage.ss_family)
    #if canImport(Glibc)
    let descriptor = socket(family, Int32(SOCK_STREAM.rawValue), 0)
    #else
    let descriptor = socket(family, SOCK_STREAM, 0)
    #endif
    guard descriptor >= 0 else { return -1 }
    TCPSocket.prepare(descriptor, family: family, isSpread: isSpread)
    let result = withUnsafeBytes(of: storage) { bytes in
      guard let start = bytes.baseAddress?.assumingMemoryBound(to: sockaddr.self) else {
        return Int32(-1)
      }
      return bind(descriptor, start, size)
    }
    if result == 0 { return descriptor }
    Descriptor.close(descriptor)
    return -1
  }
}

extension BoundSocket {
  /// Takes the address of a socket that has been closed, so that nobody else gets it meanwhile.
  mutating func takeQuietly(_ name: SocketName?) {
    self.name = name
    descriptor = name?.bound(isSpread: isSpread) ?? -1
  }

  /// Listens where the socket was before.
  ///
  /// - Returns: whether that was possible.
  mutating func listenAgain() -> Bool {
    if isListening { return true }
    switch (address, name) {
    case (.unix(let path), _):
      guard let socket = try? UnixSocket.bind(path) else { return false }
      (descriptor, file) = (socket.descriptor, socket.file)
      return true
    case (_, let name?):
      if descriptor < 0 { descriptor = name.bound(isSpread: isSpread) }
      return descriptor >= 0 && listen(descriptor, Self.backlog) == 0
    case (_, nil):
      return false
    }
  }

  private var isListening: Bool {
    var isListening: Int32 = 0
    var size = socklen_t(MemoryLayout<Int32>.size)
    return descriptor >= 0
      && getsockopt(descriptor, SOL_SOCKET, SO_ACCEPTCONN, &isListening, &size) == 0
      && isListening != 0
  }
}
