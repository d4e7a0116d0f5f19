import Foundation
import Testing

/// One request over one connection, read to its end: independent of any HTTP library.
enum SocketClient {
  struct Failure: Error { let reason: String }

  static func send(_ request: ContractRequest, port: Int) throws -> ContractReply {
    let socket = try connect(port)
    defer { close(socket) }
    try write(bytes(of: request), to: socket)
    return try parse(readAll(from: socket), isHead: request.method == "HEAD")
  }

  private static func bytes(of request: ContractRequest) -> Data {
    let authorityStart = request.url.firstRange(of: "://")?.upperBound ?? request.url.startIndex
    let rest = request.url[authorityStart...]
    let pathStart = rest.firstIndex { $0 == "/" || $0 == "?" } ?? rest.endIndex
    var path = rest[pathStart...].prefix { $0 != "#" }
    if !path.hasPrefix("/") { path = "/" + path }
    var head = "\(request.method) \(path) HTTP/1.1\r\nHost: \(rest[..<pathStart])\r\n"
    head += "Connection: close\r\n"
    for (name, value) in request.headers { head += "\(name): \(value)\r\n" }
    if let body = request.body { head += "Content-Length: \(body.count)\r\n" }
    return Data((head + "\r\n").utf8) + (request.body ?? Data())
  }

  static func connect(_ port: Int) throws -> Int32 {
    #if canImport(Glibc)
    let socket = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    #else
    let socket = socket(AF_INET, SOCK_STREAM, 0)
    #endif
    var patience = timeval(tv_sec: 300, tv_usec: 0)
    setsockopt(
      socket, SOL_SOCKET, SO_RCVTIMEO, &patience, socklen_t(MemoryLayout<timeval>.size))
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = in_port_t(port).bigEndian
    address.sin_addr.s_addr = in_addr_t(0x7f00_0001).bigEndian
    let connected = withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        Foundation.connect(socket, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
    guard connected == 0 else {
      close(socket)
      throw Failure(reason: "cannot connect to port \(port)")
    }
    return socket
  }

  static func write(_ data: Data, to socket: Int32) throws {
    var rest = data[...]
    while !rest.isEmpty {
      let sent = rest.withUnsafeBytes { Foundation.send(socket, $0.baseAddress, $0.count, 0) }
      guard sent > 0 else { throw Failure(reason: "cannot send") }
      rest = rest.dropFirst(sent)
    }
  }

  /// Everything up to the end of the connection; what was read before a reset counts.
  private static func readAll(from socket: Int32) throws -> Data {
    var all = Data()
    var buffer = [UInt8](repeating: 0, count: 65536)
    while true {
      let count = recv(socket, &buffer, buffer.count, 0)
      if count < 0, errno == EINTR { continue }
      if count < 0, errno == EAGAIN { throw Failure(reason: "no end of the response in 300 s") }
      guard count > 0 else { return all }
      all += buffer[..<count]
    }
  }

  private static func parse(_ data: Data, isHead: Bool) throws -> ContractReply {
    if data.isEmpty { return .failure }
    guard let end = data.firstRange(of: Data("\r\n\r\n".utf8)) else {
      throw Failure(reason: "no end of the head in \(String(decoding: data, as: UTF8.self))")
    }
    let lines = String(decoding: data[..<end.lowerBound], as: UTF8.self)
      .components(separatedBy: "\r\n")
    let words = lines[0].split(separator: " ")
    guard words.count >= 2, let status = Int(words[1]) else {
      throw Failure(reason: "no status line: \(lines[0])")
    }
    var fields: [String: String?] = [:]
    for line in lines.dropFirst() {
      guard let colon = line.firstIndex(of: ":") else {
        throw Failure(reason: "no field: \(line)")
      }
      let name = line[..<colon].lowercased()
      let value = line[line.index(after: colon)...].trimmingCharacters(in: .whitespaces)
      fields[name] = (fields[name] ?? nil).map { "\($0), \(value)" } ?? value
    }
    let rest = data[end.upperBound...]
    let body = fields["transfer-encoding"] == "chunked" ? try dechunked(rest) : Data(rest)
    if !isHead, let length = fields["content-length"] ?? nil, Int(length) != body.count {
      return .failure
    }
    return .response(status: status, headers: fields, body: body)
  }

  private static func dechunked(_ data: Data) throws -> Data {
    var body = Data()
    var rest = data
    while let line = rest.firstRange(of: Data("\r\n".utf8)) {
      let size = String(decoding: rest[rest.startIndex..<line.lowerBound], as: UTF8.self)
      guard let count = Int(size, radix: 16) else { throw Failure(reason: "chunk size \(size)") }
      if count == 0 { return body }
      body += rest[line.upperBound..<line.upperBound + count]
      rest = rest[(line.upperBound + count + 2)...]
    }
    throw Failure(reason: "chunks without an end")
  }
}
