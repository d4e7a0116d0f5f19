import StubPlatform

/// The identity of a file, by which it is recognized later.
struct FileIdentity: Sendable, Hashable {
  let device: UInt64
  let node: UInt64
  let isSocket: Bool

  /// Reads the identity of the file at the path; `nil` if there is none.
  init?(path: String) {
    var information = stat()
    guard lstat(path, &information) == 0 else { return nil }
    device = UInt64(information.st_dev)
    node = UInt64(information.st_ino)
    isSocket = information.st_mode & S_IFMT == S_IFSOCK
  }
}

/// Binds Unix sockets.
enum UnixSocket {
  /// The longest path, in bytes, that fits into every system's address type.
  private static let longestPath = 103

  static func bind(_ path: String) throws(ListenError) -> BoundSocket {
    let address = ListenAddress.unix(path: path)
    guard !path.isEmpty, path.utf8.count <= longestPath, !path.utf8.contains(0) else {
      throw ListenError(
        address, "the path must have 1 to \(longestPath) bytes, not \(path.utf8.count)",
        try: "use a shorter path, for example in /tmp")
    }
    try removeStale(path, address)
    let descriptor = open()
    guard descriptor >= 0 else { throw BoundSocket.failure(address) }
    #if canImport(Glibc)
    let result = withAddress(path) { Glibc.bind(descriptor, $0, $1) }
    #elseif canImport(Musl)
    let result = withAddress(path) { Musl.bind(descriptor, $0, $1) }
    #else
    let result = withAddress(path) { Darwin.bind(descriptor, $0, $1) }
    #endif
    guard result == 0, listen(descriptor, BoundSocket.backlog) == 0 else {
      let problem = Descriptor.lastError
      Descriptor.close(descriptor)
      throw ListenError(address, "cannot create the socket file: \(problem)")
    }
    return BoundSocket(
      descriptor: descriptor, address: address, file: FileIdentity(path: path))
  }

  /// Removes a socket file on which no program listens.
  ///
  /// - Throws: `ListenError` if the socket is in use, or if the file is of another kind.
  private static func removeStale(
    _ path: String, _ address: ListenAddress
  ) throws(ListenError) {
    guard let file = FileIdentity(path: path) else { return }
    guard file.isSocket else {
      throw ListenError(
        address, "the path is a file that is not a socket", try: "use another path")
    }
    let probe = open()
    guard probe >= 0 else { throw BoundSocket.failure(address) }
    defer { Descriptor.close(probe) }
    if withAddress(path, { connect(probe, $0, $1) }) == 0 || errno != ECONNREFUSED {
      throw ListenError(
        address, "the socket is in use", try: "use another path, or stop the other program")
    }
    unlink(path)
  }

  /// Removes the socket's file, unless another file has taken its place.
  static func remove(_ socket: BoundSocket) {
    guard case .unix(let path) = socket.address, let file = socket.file,
      FileIdentity(path: path) == file
    else { return }
    unlink(path)
  }

  private static func open() -> Int32 {
    #if canImport(Glibc)
    let descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
    #else
    let descriptor = socket(AF_UNIX, SOCK_STREAM, 0)
    #endif
    if descriptor >= 0 { Descriptor.prepare(descriptor) }
    return descriptor
  }

  private static func withAddress(
    _ path: String, _ body: (UnsafePointer<sockaddr>, socklen_t) -> Int32
  ) -> Int32 {
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
    return withUnsafeBytes(of: &address) { bytes in
      guard let start = bytes.baseAddress else { return -1 }
      return body(
        start.assumingMemoryBound(to: sockaddr.self),
        socklen_t(MemoryLayout<sockaddr_un>.size))
    }
  }
}
