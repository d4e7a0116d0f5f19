import Foundation
import StubCore
import StubServer
import TestSupport

/// The listener, with a plain socket as its client.
struct ListenerHost: ContractHost {
  private let listener: Listener
  private let port: Int

  init(stubs: StubSet, _ configuration: ListenerConfiguration) throws {
    listener = try Listener(stubs: stubs, port: 0, configuration: configuration)
    try listener.start()
    port = Int(listener.port)
  }

  func send(_ request: ContractRequest) async throws -> ContractReply {
    let client = try WireClient(port: port)
    try await client.send(bytes(of: request))
    do {
      let response = try await client.response(to: request.method)
      // Bytes behind the announced end are no part of the response.
      let hasMore = try await !client.untilEnd().isEmpty
      return hasMore && request.method != "HEAD" ? .failure : ContractReply(response)
    } catch is WireError {
      return .failure
    }
  }

  private func bytes(of request: ContractRequest) -> [UInt8] {
    let authorityStart = request.url.firstRange(of: "://")?.upperBound ?? request.url.startIndex
    let rest = request.url[authorityStart...]
    let pathStart = rest.firstIndex { $0 == "/" || $0 == "?" } ?? rest.endIndex
    var path = rest[pathStart...].prefix { $0 != "#" }
    if !path.hasPrefix("/") { path = "/" + path }
    var head = "\(request.method) \(path) HTTP/1.1\r\nHost: \(rest[..<pathStart])\r\n"
    head += "Connection: close\r\n"
    for (name, value) in request.headers { head += "\(name): \(value)\r\n" }
    if let body = request.body { head += "Content-Length: \(body.count)\r\n" }
    return Array((head + "\r\n").utf8) + (request.body ?? Data())
  }

  func stop() { listener.stop() }
}
