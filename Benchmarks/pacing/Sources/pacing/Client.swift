import CLinux
import Glibc

/// One connection to the server, without any HTTP library between it and the socket.
final class Client {
  let socket: Int32

  /// - Throws: `MeasurementError` when the server does not accept the connection.
  init(port: UInt16) throws(MeasurementError) {
    socket = Glibc.socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    address.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
    let result = withUnsafeBytes(of: &address) { bytes in
      bytes.withMemoryRebound(to: sockaddr.self) {
        connect(socket, $0.baseAddress, socklen_t(bytes.count))
      }
    }
    guard result == 0 else {
      throw MeasurementError(
        expected: "a connection to port \(port)", found: String(cString: strerror(errno)),
        remedy: "raise `ulimit -n` above 10,100")
    }
    set(Int32(IPPROTO_TCP), TCP_NODELAY, 1)
    _ = fcntl(socket, F_SETFL, fcntl(socket, F_GETFL) | O_NONBLOCK)
  }

  deinit {
    // A reset leaves no port in TIME_WAIT, of which 10,000 connections would need too many.
    var value = linger(l_onoff: 1, l_linger: 0)
    setsockopt(socket, SOL_SOCKET, SO_LINGER, &value, socklen_t(MemoryLayout<linger>.size))
    close(socket)
  }

  private func set(_ level: Int32, _ option: Int32, _ value: Int32) {
    var value = value
    setsockopt(socket, level, option, &value, socklen_t(MemoryLayout<Int32>.size))
  }

  /// The port of this side.
  var port: UInt16 {
    var address = sockaddr_in()
    var size = socklen_t(MemoryLayout<sockaddr_in>.size)
    _ = withUnsafeMutableBytes(of: &address) { bytes in
      bytes.withMemoryRebound(to: sockaddr.self) { getsockname(socket, $0.baseAddress, &size) }
    }
    return UInt16(bigEndian: address.sin_port)
  }

  /// Sends a whole request, which is short, and returns the time just before.
  func send(_ request: [UInt8]) throws(MeasurementError) -> Int64 {
    let time = Clock.now
    guard Glibc.send(socket, request, request.count, Int32(MSG_NOSIGNAL)) == request.count
    else {
      throw MeasurementError(
        expected: "to send a request", found: String(cString: strerror(errno)),
        remedy: "see the server's output")
    }
    return time
  }

  /// Reads what has come; `nil` when nothing has, 0 at the end.
  func receive(into buffer: inout [UInt8]) throws(MeasurementError) -> Int? {
    let count = recv(socket, &buffer, buffer.count, 0)
    if count >= 0 { return count }
    if errno == EAGAIN { return nil }
    throw MeasurementError(
      expected: "a response", found: String(cString: strerror(errno)),
      remedy: "see the server's output")
  }
}

/// A measurement that could not be made.
struct MeasurementError: Error, CustomStringConvertible {
  let expected: String
  let found: String
  let remedy: String

  var description: String { "expected \(expected), found: \(found); \(remedy)" }
}
