// The target of a redirect is not offered to protocol classes: the loader that got the redirect loads it.
//
//   swiftc RedirectSkipsProtocols.swift && ./RedirectSkipsProtocols
//
// Seen (Swift 6.3.1, Linux): `Answering` is asked about /hop alone, and the server answers.
// Expected: `Answering` is asked about /answered as well, and answers it.

import Foundation
import FoundationNetworking
import Glibc

/// A server on 127.0.0.1 that answers each request on a connection of its own.
final class Server: Sendable {
  let port: UInt16

  init(_ answer: @escaping @Sendable (_ request: String) -> String) {
    let listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
        _ = bind(listener, address, length)
        _ = listen(listener, 128)
        _ = getsockname(listener, address, &length)
      }
    }
    port = UInt16(bigEndian: address.sin_port)
    Thread.detachNewThread {
      while true {
        let connection = accept(listener, nil, nil)
        var buffer = [UInt8](repeating: 0, count: 4_096)
        let count = read(connection, &buffer, buffer.count)
        let text = answer(String(decoding: buffer.prefix(max(count, 0)), as: UTF8.self))
        _ = text.withCString { send(connection, $0, strlen($0), Int32(MSG_NOSIGNAL)) }
        close(connection)
      }
    }
  }
}

final class Answering: URLProtocol {
  override class func canInit(with request: URLRequest) -> Bool {
    print("asked about", request.url!.path)
    return request.url?.path == "/answered"
  }
  override class func canonicalRequest(for request: URLRequest) -> URLRequest { request }
  override func startLoading() {
    let response = HTTPURLResponse(
      url: request.url!, statusCode: 200, httpVersion: "HTTP/1.1", headerFields: [:])!
    client?.urlProtocol(self, didReceive: response, cacheStoragePolicy: .notAllowed)
    client?.urlProtocol(self, didLoad: Data("answered by the protocol".utf8))
    client?.urlProtocolDidFinishLoading(self)
  }
  override func stopLoading() {}
}

let server = Server { request in
  request.hasPrefix("GET /hop ")
    ? "HTTP/1.1 302 Found\r\nLocation: /answered\r\nContent-Length: 0\r\nConnection: close\r\n\r\n"
    : "HTTP/1.1 200 OK\r\nContent-Length: 22\r\nConnection: close\r\n\r\nanswered by the server"
}
let configuration = URLSessionConfiguration.ephemeral
configuration.protocolClasses = [Answering.self] + (configuration.protocolClasses ?? [])
let url = URL(string: "http://127.0.0.1:\(server.port)/hop")!
let (data, _) = try await URLSession(configuration: configuration).data(from: url)
print(String(decoding: data, as: UTF8.self))
