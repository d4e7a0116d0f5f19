import TestSupport

/// How a connection ends after one request: what came before an orderly end, or a reset.
enum WireEnd: Sendable, Equatable {
  case end(String)
  case reset

  init(of host: String, path: String, port: Int) async throws {
    let client = try await WireClient(asking: host, for: path, port: port)
    do {
      self = .end(String(decoding: try await client.rest(), as: UTF8.self))
    } catch let error as WireError where error.isReset {
      self = .reset
    }
  }
}

extension WireClient {
  /// A client that has sent a GET.
  convenience init(asking host: String, for path: String, port: Int) async throws {
    try self.init(port: port)
    try await send("GET \(path) HTTP/1.1\r\nHost: \(host)\r\n\r\n")
  }
}
