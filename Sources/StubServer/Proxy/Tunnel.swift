import StubCore

/// A client's tunnel to a server, in which the listener answers in place of the server.
struct Tunnel: Sendable {
  /// The host and the port that the client asks for, as in a `Host` field.
  let authority: KnownHost
  /// The user name that the client sent with its request for the tunnel; `nil` for none.
  let user: String?
  /// The bytes that tell the client that the tunnel is open.
  let acceptance: [UInt8]

  var port: Int? { authority.field.port }

  /// Creates a tunnel to `authority`, such as `api.example.com:443`; `nil` if it is not valid.
  init?(authority: String, user: String?, acceptance: [UInt8]) {
    guard let host = Array(authority.utf8).withSpan({ KnownHost($0) }), host.field.port != nil
    else { return nil }
    (self.authority, self.user, self.acceptance) = (host, user, acceptance)
  }

  /// Creates the tunnel that a `CONNECT` request asks for; `nil` if it asks for none.
  init?(_ request: ReceivedRequest) {
    guard request.method == .connect, let authority = request.target.authority else { return nil }
    // A default port has been removed from the target.
    let port = request.target.port == nil ? ":\(request.target.effectivePort ?? 80)" : ""
    self.init(
      authority: authority + port, user: request.proxyUser,
      acceptance: Array("HTTP/1.1 200 Connection established\r\n\r\n".utf8))
  }
}
