// Cancelling a Swift task that awaits a data task, while the response completes, may block for good.
//
//   swiftc CancelledAwait.swift && ./CancelledAwait
//
// The cancellation handler calls `URLSessionTask.cancel()`, which waits for the session's queue; that queue
// ends the data task and resumes the Swift task, which waits for the cancellation handler.
//
// Seen (Swift 6.3.1, Linux): "blocked after 2 tasks", or after none; without `cancel()` all end.
// Expected: each task ends with its response or with `URLError.cancelled`.

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

/// The tasks by their path, to be cancelled about when the response completes.
let lock = NSLock()
nonisolated(unsafe) var tasks: [String: Task<Data, any Error>] = [:]

let server = Server { request in
  let path = String(request.split(separator: " ").dropFirst().first ?? "")
  let task = lock.withLock { tasks.removeValue(forKey: path) }
  DispatchQueue.global().asyncAfter(deadline: .now() + .microseconds(.random(in: 0...1_500))) {
    task?.cancel()
  }
  return "HTTP/1.1 200 OK\r\nContent-Length: 5\r\nConnection: close\r\n\r\nhello"
}
let session = URLSession(configuration: .ephemeral)
nonisolated(unsafe) var endedCount = 0

Thread.detachNewThread {
  var seen = -1
  while true {
    Thread.sleep(forTimeInterval: 10)
    let count = lock.withLock { endedCount }
    if count == seen {
      print("blocked after \(count) tasks")
      exit(1)
    }
    seen = count
  }
}
await withTaskGroup(of: Void.self) { group in
  for lane in 0..<16 {
    group.addTask {
      for number in 0..<2_000 {
        let path = "/\(lane)-\(number)"
        let url = URL(string: "http://127.0.0.1:\(server.port)\(path)")!
        let task = lock.withLock {
          let task = Task { try await session.data(from: url).0 }
          tasks[path] = task
          return task
        }
        _ = await task.result
        lock.withLock { endedCount += 1 }
      }
    }
  }
}
print("all tasks have ended")
