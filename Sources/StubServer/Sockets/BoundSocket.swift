import StubPlatform

/// A socket that accepts connections, and that its owner must close.
struct BoundSocket: Sendable {
  var descriptor: Int32
  /// The address with the port that the socket actually has.
  var address: ListenAddress
  /// The device and inode of a Unix socket's file, to recognize it later.
  var file: FileIdentity?
  /// The TCP address, kept while a fault has connections refused.
  var name: SocketName?
  /// The TLS settings of its connections; `nil` for plain connections.
  var tls: TLSContext?

  /// The listener's own port; `nil` for a Unix socket.
  var port: Int? { address.port }

  /// The number of connections that may wait to be accepted; the system may allow fewer.
  static let backlog: Int32 = 1_024

  /// Binds all sockets of an address; `localhost` has two on a machine with IPv6.
  ///
  /// - Throws: `ListenError` with the address and the remedy.
  static func bind(
    _ address: ListenAddress, tls: TLSContext? = nil
  ) throws(ListenError) -> [BoundSocket] {
    switch address {
    case .unix(let path):
      return [try UnixSocket.bind(path)]
    case .tcp(let host, let port):
      return try bind(host, port)
    case .tls(let host, let port, let configuration):
      tls?.prepare(names: host == "localhost" ? [host] : [host, "localhost"])
      return try bind(host, port).map { socket in
        var socket = socket
        socket.address = .tls(
          host: host, port: socket.port ?? port, configuration: configuration)
        socket.tls = tls
        return socket
      }
    }
  }

  private static func bind(_ host: String, _ port: Int) throws(ListenError) -> [BoundSocket] {
    if host == "localhost" { return try TCPSocket.bindLocalhost(port: port) }
    return [try TCPSocket.bind(host: host, port: port)]
  }

  /// Returns the error for the last failed system call.
  static func failure(_ address: ListenAddress) -> ListenError {
    let code = errno
    return switch (code, address) {
    case (EADDRINUSE, .tcp(_, let port)):
      ListenError(
        address, "port \(port) is in use",
        try: "use another port, or stop the other program (lsof -i :\(port) shows it)",
        systemError: code)
    case (EACCES, .tcp):
      ListenError(address, "no permission", try: "use a port above 1023", systemError: code)
    case (EADDRNOTAVAIL, _), (EAFNOSUPPORT, _):
      ListenError(
        address, "this machine does not have that address", systemError: code)
    default:
      ListenError(
        address, String(cString: strerror(code)), systemError: code)
    }
  }
}

extension BoundSocket {
  /// Binds the address of a closed socket without listening, so that no other program gets the
  /// address.
  mutating func bindWithoutListening(_ name: SocketName?) {
    self.name = name
    descriptor = name?.bound() ?? -1
  }

  /// Listens again on the address that the socket had.
  ///
  /// - Returns: `false` if the address cannot be used now.
  mutating func listenAgain() -> Bool {
    if isListening { return true }
    switch (address, name) {
    case (.unix(let path), _):
      guard let socket = try? UnixSocket.bind(path) else { return false }
      (descriptor, file) = (socket.descriptor, socket.file)
      return true
    case (_, let name?):
      if descriptor < 0 { descriptor = name.bound() }
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

/// The address that a TCP socket is bound to, in the system's format.
struct SocketName {
  private var storage = sockaddr_storage()
  private var size = socklen_t(MemoryLayout<sockaddr_storage>.size)

  /// Reads the address of a socket; `nil` if it is not bound to a TCP address.
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

  /// Returns a new socket that is bound to the address and does not listen; -1 on failure.
  func bound() -> Int32 {
    let family = Int32(storage.ss_family)
    #if canImport(Glibc)
    let descriptor = socket(family, Int32(SOCK_STREAM.rawValue), 0)
    #else
    let descriptor = socket(family, SOCK_STREAM, 0)
    #endif
    guard descriptor >= 0 else { return -1 }
    TCPSocket.prepare(descriptor, family: family)
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
