import Dispatch
import Foundation
import StubLanguages

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// A client that sends exactly the bytes it is given.
///
/// Calls that may wait run on a queue of their own, so that they never hold up a task.
public final class WireClient: Sendable {
  private let descriptor: Int32
  /// One for each direction: a client can send while it waits for an answer.
  private let sending = DispatchQueue(label: "wire client, sending")
  private let receiving = DispatchQueue(label: "wire client, receiving")
  private let received = Lock<[UInt8]>([])

  public convenience init(port: Int) throws {
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = UInt16(port).bigEndian
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    try self.init(family: AF_INET, address)
  }

  public convenience init(portOnIPv6 port: Int) throws {
    var address = sockaddr_in6()
    address.sin6_family = sa_family_t(AF_INET6)
    address.sin6_port = UInt16(port).bigEndian
    address.sin6_addr = in6addr_loopback
    try self.init(family: AF_INET6, address)
  }

  public convenience init(path: String) throws {
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
    try self.init(family: AF_UNIX, address)
  }

  private init(family: Int32, _ address: some Any) throws {
    // Programs that tests run must not keep it open.
    #if canImport(Glibc)
    descriptor = socket(
      family, Int32(SOCK_STREAM.rawValue) | Int32(bitPattern: SOCK_CLOEXEC.rawValue), 0)
    #else
    descriptor = socket(family, SOCK_STREAM, 0)
    _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
    #endif
    // Ends a test that would hang; an answer may need the tasks that hundreds of tests share.
    var patience = timeval(tv_sec: 300, tv_usec: 0)
    setsockopt(
      descriptor, SOL_SOCKET, SO_RCVTIMEO, &patience, socklen_t(MemoryLayout<timeval>.size))
    var address = address
    let size = socklen_t(MemoryLayout.size(ofValue: address))
    let result = withUnsafeBytes(of: &address) { bytes in
      bytes.baseAddress.map {
        connect(descriptor, $0.assumingMemoryBound(to: sockaddr.self), size)
      }
    }
    guard result == 0 else {
      // The descriptor is closed by `deinit`, which runs even so. A reset may be here before `connect` returns.
      if errno == ECONNRESET { throw WireError.reset(after: []) }
      throw WireError("cannot connect: \(String(cString: strerror(errno)))")
    }
  }

  deinit { closeDescriptor(descriptor) }

  public func send(_ text: String) async throws { try await send(Array(text.utf8)) }

  public func send(_ bytes: [UInt8]) async throws {
    try await waiting(on: sending) { [descriptor] in
      var sent = 0
      while sent < bytes.count {
        let count = bytes[sent...].withUnsafeBytes {
          sendBytes(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
        }
        guard count > 0 else {
          throw WireError("cannot send: \(String(cString: strerror(errno)))")
        }
        sent += count
      }
    }
  }

  /// Tells the server that no more will come.
  public func finishSending() { shutdown(descriptor, Int32(SHUT_WR)) }

  /// Makes the end of this client a reset.
  public func resetOnClose() {
    var value = linger(l_onoff: 1, l_linger: 0)
    setsockopt(descriptor, SOL_SOCKET, SO_LINGER, &value, socklen_t(MemoryLayout<linger>.size))
  }

  /// Makes the client's receive window small, before anything is received.
  public func readSlowly() {
    var size: Int32 = 4_096
    setsockopt(descriptor, SOL_SOCKET, SO_RCVBUF, &size, socklen_t(MemoryLayout<Int32>.size))
  }

  /// Reads the next response, interim ones included.
  public func response(to method: String = "GET") async throws -> WireResponse {
    try await waiting(on: receiving) { [self] in
      let head = try take(through: Array("\r\n\r\n".utf8))
      var response = WireResponse(head: head)
      if method == "HEAD" || response.status < 200 || [204, 304].contains(response.status) {
        return response
      }
      if response["Transfer-Encoding"]?.lowercased() == "chunked" {
        while true {
          let line = try take(through: Array("\r\n".utf8)).dropLast(2)
          guard let size = Int(String(decoding: line, as: UTF8.self), radix: 16) else {
            throw WireError("bad chunk size \(String(decoding: line, as: UTF8.self))")
          }
          response.chunks.append(size)
          response.body += try take(size)
          _ = try take(2)
          if size == 0 { break }
        }
      } else if let length = response["Content-Length"].flatMap(Int.init) {
        response.body = try take(length)
      } else {
        response.body = try takeRest()
      }
      return response
    }
  }

  /// What a request is answered with, on a connection of its own that the server closes.
  ///
  /// The body is as it comes, with the lines of its chunks. Date is left out, which is never the same twice.
  /// - Throws: ``WireError`` when there is no connection; a response without a head has no status line.
  public static func exchange(
    _ request: String, host: String = "localhost", headers: [String] = [], body: String = "",
    to port: Int
  ) async throws -> WireResponse {
    var lines = ["\(request) HTTP/1.1", "Host: \(host)"] + headers
    if !body.isEmpty { lines.append("Content-Length: \(body.utf8.count)") }
    lines.append("Connection: close")
    let client = try WireClient(port: port)
    try await client.send((lines + ["", body]).joined(separator: "\r\n"))
    var response = WireResponse(try await client.untilEnd())
    response.fields.removeAll { $0.lowercased().hasPrefix("date:") }
    return response
  }

  /// Reads until the server ends the connection, or resets it.
  public func untilEnd() async throws -> [UInt8] {
    do {
      return try await rest()
    } catch let error as WireError where error.isReset {
      return error.bytesBefore
    }
  }

  /// Reads until the server ends the connection.
  public func rest() async throws -> [UInt8] {
    try await waiting(on: receiving) { [self] in try takeRest() }
  }

  /// Reads exactly that many bytes.
  public func bytes(_ count: Int) async throws -> [UInt8] {
    try await waiting(on: receiving) { [self] in try take(count) }
  }

  /// How many bytes have come that were not asked for.
  public var unreadCount: Int {
    var count: Int32 = 0
    return (ioctl(descriptor, UInt(FIONREAD), &count) == 0 ? Int(count) : 0)
      + received.withLock { $0.count }
  }

  /// How the server's side stands.
  public enum ServerSide: Sendable, Equatable {
    case open
    /// No more will come.
    case ended
    case reset
    /// Bytes that have not been read yet.
    case unread(Int)
  }

  /// What a read would find at this moment.
  public var serverSide: ServerSide {
    var bytes = [UInt8](repeating: 0, count: 4_096)
    let count = recv(
      descriptor, &bytes, bytes.count, Int32(MSG_PEEK | MSG_DONTWAIT))
    if count > 0 { return .unread(count) }
    if count == 0 { return .ended }
    return errno == EAGAIN ? .open : .reset
  }

  /// Reads that many bytes and forgets them.
  public func skip(_ count: Int) async throws {
    try await waiting(on: receiving) { [self] in
      var left = count
      while left > 0 {
        if received.withLock({ $0.isEmpty }) { guard try receiveMore() else { break } }
        left -= received.withLock { bytes in
          let taken = min(left, bytes.count)
          bytes.removeFirst(taken)
          return taken
        }
      }
    }
  }

  private func take(_ count: Int) throws -> [UInt8] {
    while received.withLock({ $0.count }) < count {
      guard try receiveMore() else { throw WireError("the connection ended within a body") }
    }
    return received.withLock { bytes in
      defer { bytes.removeFirst(count) }
      return Array(bytes.prefix(count))
    }
  }

  private func take(through end: [UInt8]) throws -> [UInt8] {
    while true {
      let found = received.withLock { bytes -> Int? in
        guard bytes.count >= end.count else { return nil }
        for start in 0...bytes.count - end.count
        where bytes[start] == end[0] && Array(bytes[start..<start + end.count]) == end {
          return start + end.count
        }
        return nil
      }
      if let found { return try take(found) }
      guard try receiveMore() else { throw WireError("the connection ended within a head") }
    }
  }

  private func takeRest() throws -> [UInt8] {
    while try receiveMore() {}
    return received.withLock { bytes in
      defer { bytes = [] }
      return bytes
    }
  }

  /// Whether there was more.
  private func receiveMore() throws -> Bool {
    var bytes = [UInt8](repeating: 0, count: 65_536)
    var count: Int
    repeat { count = recv(descriptor, &bytes, bytes.count, 0) } while count < 0 && errno == EINTR
    guard count >= 0 else {
      throw errno == ECONNRESET
        ? WireError.reset(after: received.withLock { $0 })
        : WireError("cannot receive: \(String(cString: strerror(errno)))")
    }
    received.withLock { $0 += bytes.prefix(count) }
    return count > 0
  }

  private func waiting<Value: Sendable>(
    on queue: DispatchQueue, _ work: @escaping @Sendable () throws -> Value
  ) async throws -> Value {
    try await withCheckedThrowingContinuation { continuation in
      queue.async { continuation.resume(with: Result(catching: work)) }
    }
  }
}

private func closeDescriptor(_ descriptor: Int32) { close(descriptor) }

private func sendBytes(
  _ descriptor: Int32, _ start: UnsafeRawPointer?, _ count: Int, _ flags: Int32
) -> Int {
  send(descriptor, start, count, flags)
}
