import Foundation
import StubLanguages

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// A server on 127.0.0.1 that a request must reach when no stub answers it.
///
/// It serves until the process ends, so that no other server gets its port while a test uses it.
/// It answers with `real METHOD PATH BODY`; for `/back` with a redirect, for `/secret` with a 401,
/// for `/never` not at all; for paths that a test names, with the bytes that it gives.
public final class RealServer: Sendable {
  public struct Unavailable: Error {}

  public let port: UInt16
  private let requests = AtomicInt(0)
  private let answers: [String: [UInt8]]
  private let last = Lock<[UInt8]>([])

  /// How many requests have reached it.
  public var requestCount: Int { requests.load() }

  /// The bytes of the request that has reached it last.
  public var lastRequest: [UInt8] { last.withLock { $0 } }

  public init(redirectingTo location: String = "/", answers: [String: [UInt8]] = [:]) throws {
    self.answers = answers
    let listener = socket(AF_INET, Self.stream, 0)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let isListening = withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
        bind(listener, address, length) == 0 && listen(listener, 16) == 0
          && getsockname(listener, address, &length) == 0
      }
    }
    guard isListening else { throw Unavailable() }
    port = UInt16(bigEndian: address.sin_port)
    Thread.detachNewThread { self.serve(listener, location) }
  }

  #if canImport(Darwin)
  private static let stream = SOCK_STREAM
  #else
  private static let stream = Int32(SOCK_STREAM.rawValue)
  #endif

  private func serve(_ listener: Int32, _ location: String) {
    while true {
      let connection = accept(listener, nil, nil)
      if connection < 0 { return }
      let bytes = Self.readRequest(connection)
      let text = String(decoding: bytes, as: UTF8.self)
      last.withLock { $0 = bytes }
      let parts = text.components(separatedBy: "\r\n\r\n")
      let words = text.split(separator: " ")
      if !text.isEmpty { requests.add(1) }
      let (method, path) = (words.first ?? "", words.dropFirst().first ?? "")
      // The client gives up, or the process ends.
      if path == "/never" { continue }
      let body = "real \(method) \(path) \(parts.dropFirst().first ?? "")"
      let head =
        switch path {
        case "/back": "HTTP/1.1 302 Found\r\nLocation: \(location)"
        case "/secret": "HTTP/1.1 401 Unauthorized\r\nWWW-Authenticate: Basic realm=\"real\""
        default: "HTTP/1.1 200 OK"
        }
      let answer =
        answers[String(path)]
        ?? Array(
          "\(head)\r\nContent-Length: \(body.utf8.count)\r\nConnection: close\r\n\r\n\(body)".utf8)
      _ = write(connection, answer, answer.count)
      close(connection)
    }
  }

  /// Head and body; the body is as long as Content-Length says.
  private static func readRequest(_ connection: Int32) -> [UInt8] {
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 4_096)
    while true {
      let text = String(decoding: bytes, as: UTF8.self)
      if let end = text.range(of: "\r\n\r\n") {
        let field = text.range(of: "Content-Length: ", options: .caseInsensitive)
        let length = field.flatMap { Int(text[$0.upperBound...].prefix { $0.isNumber }) } ?? 0
        if text[end.upperBound...].utf8.count >= length { return bytes }
      }
      let count = read(connection, &buffer, buffer.count)
      if count <= 0 { return bytes }
      bytes += buffer[..<count]
    }
  }
}
