// `URLCache` and `cachePolicy` have no effect: a response that may be kept is loaded again.
//
//   swiftc CacheIsIgnored.swift && ./CacheIsIgnored
//
// Seen (Swift 6.3.1, Linux): three requests for three loads, and `returnCacheDataDontLoad` makes one.
// Expected: one request, because the response is fresh for an hour, and `returnCacheDataDontLoad` fails
// for a URL that was never loaded, without a request.

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

nonisolated(unsafe) var requestCount = 0
let server = Server { _ in
  requestCount += 1
  return
    "HTTP/1.1 200 OK\r\nCache-Control: max-age=3600\r\nContent-Length: 5\r\nConnection: close\r\n\r\nhello"
}

func load(_ path: String, _ policy: URLRequest.CachePolicy, in session: URLSession) async -> String
{
  let url = URL(string: "http://127.0.0.1:\(server.port)/\(path)")!
  do {
    let (data, _) = try await session.data(for: URLRequest(url: url, cachePolicy: policy))
    return String(decoding: data, as: UTF8.self)
  } catch {
    return "\((error as? URLError)?.code.rawValue ?? 0)"
  }
}

let configuration = URLSessionConfiguration.default
configuration.urlCache = URLCache(memoryCapacity: 1 << 20, diskCapacity: 0, diskPath: nil)
let session = URLSession(configuration: configuration)
for policy in [URLRequest.CachePolicy.useProtocolCachePolicy, .returnCacheDataElseLoad] {
  requestCount = 0
  for _ in 0..<3 {
    _ = await load("kept", policy, in: session)
    try await Task.sleep(for: .milliseconds(50))
  }
  print("policy \(policy.rawValue): \(requestCount) requests for 3 loads")
}
requestCount = 0
print(
  "never loaded:", await load("new", .returnCacheDataDontLoad, in: session), "by", requestCount,
  "requests")
