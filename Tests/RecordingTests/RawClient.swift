import Foundation

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// Sends bytes to a port of this machine and shows what comes back, byte by byte.
enum RawClient {
  struct Response: Equatable {
    var statusLine = ""
    var headers: [String] = []
    var body: [UInt8] = []
  }

  /// One request on a connection of its own; waits on a thread of its own, too.
  static func send(
    _ request: String, host: String = "localhost", headers: [String] = [], body: String = "",
    to port: Int
  ) async -> Response {
    var lines = ["\(request) HTTP/1.1", "Host: \(host)"] + headers
    if !body.isEmpty { lines.append("Content-Length: \(body.utf8.count)") }
    lines.append("Connection: close")
    let bytes = Array((lines + ["", body]).joined(separator: "\r\n").utf8)
    return await withCheckedContinuation { continuation in
      Thread.detachNewThread { continuation.resume(returning: parse(exchange(bytes, port))) }
    }
  }

  private static func exchange(_ bytes: [UInt8], _ port: Int) -> [UInt8] {
    #if canImport(Darwin)
    let kind = SOCK_STREAM
    #else
    let kind = Int32(SOCK_STREAM.rawValue)
    #endif
    let connection = socket(AF_INET, kind, 0)
    defer { close(connection) }
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = in_port_t(port).bigEndian
    address.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
    let isConnected = withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connect(connection, $0, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0
      }
    }
    guard isConnected, write(connection, bytes, bytes.count) == bytes.count else { return [] }
    var result: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 65_536)
    while true {
      let count = read(connection, &buffer, buffer.count)
      if count <= 0 { return result }
      result += buffer[..<count]
    }
  }

  private static func parse(_ bytes: [UInt8]) -> Response {
    guard let end = bytes.firstRange(of: Array("\r\n\r\n".utf8)) else { return Response() }
    let head = String(decoding: bytes[..<end.lowerBound], as: UTF8.self)
    var lines = head.components(separatedBy: "\r\n")
    var response = Response(statusLine: lines.removeFirst(), body: Array(bytes[end.upperBound...]))
    response.headers = lines.filter { !$0.lowercased().hasPrefix("date:") }
    return response
  }
}
