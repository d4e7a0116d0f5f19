// Cancelling a task while the response of a server completes ends the process.
//
//   swiftc CancelWhileCompleting.swift && ./CancelWhileCompleting
//
// Seen (Swift 6.3.1, Linux): EXPECTCRASH
// Expected: the task ends with the response or with `URLError.cancelled`, and the process goes on.

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

/// The tasks by their path, to be cancelled when the server has answered.
let lock = NSLock()
nonisolated(unsafe) var tasks: [String: URLSessionTask] = [:]

let server = Server { request in
  let path = String(request.split(separator: " ").dropFirst().first ?? "")
  lock.lock()
  let task = tasks.removeValue(forKey: path)
  lock.unlock()
  // About the time that the client takes to read the response.
  DispatchQueue.global().asyncAfter(deadline: .now() + .microseconds(.random(in: 0...1_500))) {
    task?.cancel()
  }
  return "HTTP/1.1 200 OK\r\nContent-Length: 5\r\nConnection: close\r\n\r\nhello"
}
let session = URLSession(configuration: .ephemeral)

for number in 1...20_000 {
  let path = "/\(number)"
  let ended = DispatchSemaphore(value: 0)
  let task = session.dataTask(with: URL(string: "http://127.0.0.1:\(server.port)\(path)")!) { _, _, _ in
    ended.signal()
  }
  lock.lock()
  tasks[path] = task
  lock.unlock()
  task.resume()
  if ended.wait(timeout: .now() + 10) == .timedOut {
    print("task \(number) never ended")
    exit(1)
  }
}
print("no crash in 20000 tasks")
