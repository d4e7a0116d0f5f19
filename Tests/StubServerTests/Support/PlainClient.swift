import Foundation

#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// A client that costs one descriptor and nothing else, for tests with thousands of them.
final class PlainClient {
  private let client: Int32

  init(port: Int) throws {
    #if canImport(Glibc)
    client = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    #else
    client = socket(AF_INET, SOCK_STREAM, 0)
    #endif
    var patience = timeval(tv_sec: 300, tv_usec: 0)
    setsockopt(client, SOL_SOCKET, SO_RCVTIMEO, &patience, socklen_t(MemoryLayout<timeval>.size))
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = UInt16(port).bigEndian
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    let size = socklen_t(MemoryLayout<sockaddr_in>.size)
    let result = withUnsafeBytes(of: &address) { bytes in
      bytes.baseAddress.map {
        connect(client, $0.assumingMemoryBound(to: sockaddr.self), size)
      }
    }
    guard result == 0 else {
      throw WireError("cannot connect: \(String(cString: strerror(errno)))")
    }
  }

  deinit { close(client) }

  func ask() throws {
    let request = Array("GET / HTTP/1.1\r\nHost: a\r\n\r\n".utf8)
    guard send(client, request, request.count, Int32(MSG_NOSIGNAL)) == request.count else {
      throw WireError("cannot send: \(String(cString: strerror(errno)))")
    }
  }

  /// Whether the next bytes to come are those of a successful response.
  func isAnswered() throws -> Bool {
    var bytes = [UInt8](repeating: 0, count: 512)
    let count = recv(client, &bytes, bytes.count, 0)
    guard count > 0 else { throw WireError("cannot receive: \(String(cString: strerror(errno)))") }
    return String(decoding: bytes.prefix(count), as: UTF8.self).hasPrefix("HTTP/1.1 200 OK")
  }
}

/// What this process uses at the moment.
struct ProcessFigures {
  var threads: Int
  /// Bytes of memory that are in use.
  var memory: Int

  /// `nil` when the system does not say.
  init?() {
    guard let text = try? String(contentsOfFile: "/proc/self/status", encoding: .utf8) else {
      return nil
    }
    func value(_ name: String) -> Int? {
      text.split(separator: "\n").first { $0.hasPrefix("\(name):") }
        .flatMap { Int($0.filter(\.isNumber)) }
    }
    guard let threads = value("Threads"), let kilobytes = value("VmRSS") else { return nil }
    self.threads = threads
    memory = kilobytes * 1_024
  }
}

/// How many descriptors this process may have.
var openFileLimit: Int {
  var limit = rlimit()
  #if canImport(Glibc)
  let name = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
  #else
  let name = RLIMIT_NOFILE
  #endif
  guard getrlimit(name, &limit) == 0 else { return 0 }
  limit.rlim_cur = min(limit.rlim_max, 40_000)
  setrlimit(name, &limit)
  guard getrlimit(name, &limit) == 0 else { return 0 }
  return Int(limit.rlim_cur)
}
