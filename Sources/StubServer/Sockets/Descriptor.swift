import StubCore
import StubPlatform

/// System calls for descriptors.
enum Descriptor {
  /// Makes reads and writes non-blocking, and keeps child processes from inheriting the descriptor.
  static func prepare(_ descriptor: Int32) {
    _ = fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) | O_NONBLOCK)
    _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
  }

  /// Makes the system send small responses at once; does nothing if the socket is not TCP.
  static func disableSmallPacketDelay(_ descriptor: Int32) {
    set(descriptor, Int32(IPPROTO_TCP), TCP_NODELAY, 1)
  }

  /// Makes `close` reset the connection, which the client sees as an error (RFC 9293 §3.10.7.4).
  static func resetOnClose(_ descriptor: Int32) {
    var value = linger(l_onoff: 1, l_linger: 0)
    setsockopt(
      descriptor, SOL_SOCKET, SO_LINGER, &value, socklen_t(MemoryLayout<linger>.size))
  }

  /// Limits the system's receive buffer, so that the client must wait while nothing is read.
  static func limitInput(_ descriptor: Int32, to count: Int) {
    guard receiveBufferSize(descriptor) > count else { return }
    set(descriptor, SOL_SOCKET, SO_RCVBUF, Int32(clamping: count))
  }

  /// Enlarges the system's receive buffer to at least `count` bytes, if the system allows it.
  static func extendInput(_ descriptor: Int32, to count: Int) {
    guard receiveBufferSize(descriptor) < count else { return }
    set(descriptor, SOL_SOCKET, SO_RCVBUF, Int32(clamping: count))
  }

  /// The size of the system's receive buffer in bytes.
  static func receiveBufferSize(_ descriptor: Int32) -> Int {
    var room: Int32 = 0
    var size = socklen_t(MemoryLayout<Int32>.size)
    getsockopt(descriptor, SOL_SOCKET, SO_RCVBUF, &room, &size)
    return Int(room)
  }

  /// The received bytes that have not been read; 0 if the system does not report it.
  static func unreadBytes(_ descriptor: Int32) -> Int {
    var count: Int32 = 0
    #if canImport(Darwin)
    var size = socklen_t(MemoryLayout<Int32>.size)
    guard getsockopt(descriptor, SOL_SOCKET, SO_NREAD, &count, &size) == 0 else { return 0 }
    #else
    guard ioctl(descriptor, UInt(FIONREAD), &count) == 0 else { return 0 }
    #endif
    return Int(count)
  }

  /// The sent bytes that the other side has not acknowledged; 0 if the system does not report it.
  static func unacknowledgedBytes(_ descriptor: Int32) -> Int {
    var count: Int32 = 0
    #if canImport(Darwin)
    var size = socklen_t(MemoryLayout<Int32>.size)
    guard getsockopt(descriptor, SOL_SOCKET, SO_NWRITE, &count, &size) == 0 else { return 0 }
    #else
    guard ioctl(descriptor, UInt(TIOCOUTQ), &count) == 0 else { return 0 }
    #endif
    return Int(count)
  }

  /// Returns whether the connection is broken, and clears the error: the system reports it only
  /// once.
  static func takeError(_ descriptor: Int32) -> Bool {
    var error: Int32 = 0
    var size = socklen_t(MemoryLayout<Int32>.size)
    return getsockopt(descriptor, SOL_SOCKET, SO_ERROR, &error, &size) == 0 && error != 0
  }

  /// Sends bytes of a file to a socket without copying them into this process.
  ///
  /// - Returns: the number of bytes sent, which is 0 after the end of the file; -1 if none were
  ///   sent, with the reason in `errno`.
  static func sendFile(_ file: Int32, _ range: Range<Int>, to socket: Int32) -> Int {
    #if canImport(Darwin)
    var count = off_t(range.count)
    let result = sendfile(file, socket, off_t(range.lowerBound), &count, nil, 0)
    // The system may send some bytes before it reports an error such as a full buffer.
    return result == 0 || count > 0 ? Int(count) : -1
    #else
    var offset = off_t(range.lowerBound)
    return sendfile(socket, file, &offset, range.count)
    #endif
  }

  /// Closes a descriptor, for types whose own method `close` hides the system's function.
  static func close(_ descriptor: Int32) {
    #if canImport(Glibc)
    _ = Glibc.close(descriptor)
    #elseif canImport(Musl)
    _ = Musl.close(descriptor)
    #else
    _ = Darwin.close(descriptor)
    #endif
  }

  /// Stops accepting connections on a socket, even if another process has the socket open as well.
  static func finishListening(_ descriptor: Int32) {
    shutdown(descriptor, Int32(SHUT_RD))
  }

  static func finishWriting(_ descriptor: Int32) {
    shutdown(descriptor, Int32(SHUT_WR))
  }

  @discardableResult
  static func set(_ descriptor: Int32, _ level: Int32, _ option: Int32, _ value: Int32) -> Bool {
    var value = value
    return setsockopt(descriptor, level, option, &value, socklen_t(MemoryLayout<Int32>.size)) == 0
  }

  /// The system's text for the error of the last failed call.
  static var lastError: String { String(cString: strerror(errno)) }
}

extension Descriptor {
  /// Returns the number that the next descriptor of the process will get; `nil` if none is free.
  ///
  /// The number is found by duplicating the descriptor `known`.
  static func next(like known: Int32) -> Int32? {
    let descriptor = dup(known)
    guard descriptor >= 0 else { return nil }
    close(descriptor)
    return descriptor
  }
}

extension RequestError {
  /// The error for a client whose connection would leave too few descriptors.
  static func shortage(_ limit: DescriptorLimit) -> RequestError {
    RequestError(
      503, "the server has \(limit.shortage)",
      try: "close some connections, or raise `ulimit -n` where the server is started")
  }
}
