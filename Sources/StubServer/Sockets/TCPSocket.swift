import StubCore
import StubPlatform

/// Binds TCP sockets.
enum TCPSocket {
  /// Binds 127.0.0.1 and, if the machine has IPv6, ::1 to the same port.
  static func bindLocalhost(port: Int) throws(ListenError) -> [BoundSocket] {
    // With port 0, the system picks a port for the first address that may be in use on the second.
    let attempts = port == 0 ? 16 : 1
    var sockets = [try bind(host: "127.0.0.1", port: port)]
    for attempt in 1...attempts {
      guard let taken = sockets.first?.port else { break }
      do {
        sockets.append(try bind(host: "::1", port: taken))
        break
      } catch {
        if [EADDRNOTAVAIL, EAFNOSUPPORT].contains(error.systemError) { break }
        for socket in sockets { Descriptor.close(socket.descriptor) }
        guard attempt < attempts else { throw error }
        sockets = [try bind(host: "127.0.0.1", port: port)]
      }
    }
    return sockets.map { socket in
      var socket = socket
      socket.address = .tcp(host: "localhost", port: socket.port ?? port)
      return socket
    }
  }

  /// Binds a socket to an IP address and listens.
  static func bind(host: String, port: Int) throws(ListenError) -> BoundSocket {
    let address = ListenAddress.tcp(host: host, port: port)
    guard (0...65_535).contains(port) else {
      throw ListenError(
        address, "a port must be from 0 to 65535, not \(port)")
    }
    let descriptor = try bound(host, port, address)
    guard listen(descriptor, BoundSocket.backlog) == 0 else {
      let error = BoundSocket.failure(address)
      Descriptor.close(descriptor)
      throw error
    }
    return BoundSocket(
      descriptor: descriptor, address: .tcp(host: host, port: boundPort(descriptor) ?? port))
  }

  private static func bound(
    _ host: String, _ port: Int, _ address: ListenAddress
  ) throws(ListenError) -> Int32 {
    var hints = addrinfo()
    hints.ai_flags = AI_NUMERICHOST | AI_NUMERICSERV | AI_PASSIVE
    #if canImport(Glibc)
    hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
    #else
    hints.ai_socktype = SOCK_STREAM
    #endif
    var found: UnsafeMutablePointer<addrinfo>?
    let name =
      host.hasPrefix("[") && host.hasSuffix("]") ? String(host.dropFirst().dropLast()) : host
    guard getaddrinfo(name, String(port), &hints, &found) == 0, let found else {
      throw ListenError(
        address, "not an IP address or localhost",
        try: "use 127.0.0.1, ::1, or 0.0.0.0 for all addresses")
    }
    defer { freeaddrinfo(found) }
    let info = found.pointee
    #if canImport(Glibc)
    // The flag is set when the socket is created, because a program that another thread starts just
    // then would keep the port in use.
    let kind = info.ai_socktype | Int32(bitPattern: SOCK_CLOEXEC.rawValue)
    #else
    let kind = info.ai_socktype
    #endif
    let descriptor = socket(info.ai_family, kind, info.ai_protocol)
    guard descriptor >= 0 else { throw BoundSocket.failure(address) }
    prepare(descriptor, family: info.ai_family)
    #if canImport(Glibc)
    let result = Glibc.bind(descriptor, info.ai_addr, info.ai_addrlen)
    #elseif canImport(Musl)
    let result = Musl.bind(descriptor, info.ai_addr, info.ai_addrlen)
    #else
    let result = Darwin.bind(descriptor, info.ai_addr, info.ai_addrlen)
    #endif
    guard result == 0 else {
      let error = BoundSocket.failure(address)
      Descriptor.close(descriptor)
      throw error
    }
    return descriptor
  }

  /// Sets the options that must be set before a socket is bound.
  static func prepare(_ descriptor: Int32, family: Int32) {
    Descriptor.prepare(descriptor)
    Descriptor.set(descriptor, SOL_SOCKET, SO_REUSEADDR, 1)
    // On every system, `::` then means only IPv6 and can be bound beside 0.0.0.0.
    if family == AF_INET6 { Descriptor.set(descriptor, Int32(IPPROTO_IPV6), IPV6_V6ONLY, 1) }
  }

  /// Returns the client's address; `nil` if the client has disconnected.
  static func peerAddress(_ descriptor: Int32) -> String? {
    var storage = sockaddr_storage()
    var size = socklen_t(MemoryLayout<sockaddr_storage>.size)
    let isKnown = withUnsafeMutableBytes(of: &storage) { bytes in
      bytes.baseAddress.map {
        getpeername(descriptor, $0.assumingMemoryBound(to: sockaddr.self), &size) == 0
      }
    }
    guard isKnown == true else { return nil }
    let family = Int32(storage.ss_family)
    let address = withUnsafeBytes(of: storage) { bytes in
      bytes.baseAddress.flatMap { IPAddress(family: family, at: $0) }
    }
    return address.map { "\($0)" }
  }

  private static func boundPort(_ descriptor: Int32) -> Int? {
    var storage = sockaddr_storage()
    var size = socklen_t(MemoryLayout<sockaddr_storage>.size)
    return withUnsafeMutableBytes(of: &storage) { bytes in
      guard let start = bytes.baseAddress?.assumingMemoryBound(to: sockaddr.self),
        getsockname(descriptor, start, &size) == 0
      else { return nil }
      // The port is at the same place in IPv4 and IPv6 addresses, in network order.
      return Int(bytes[2]) << 8 | Int(bytes[3])
    }
  }
}
