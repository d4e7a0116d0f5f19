import StubCore

/// The properties of a client, known from its connection.
struct Peer {
  /// The number by which the worker finds the connection.
  let id: Int
  /// The client's address; `nil` on a Unix socket.
  let address: String?
  /// The port of the listener; `nil` for a Unix socket.
  let localPort: Int?
  var isSecure: Bool
  /// The network link that only this connection uses; `nil` if it has none.
  let link: NetworkLink?
  /// The tunnel that the client has opened through the listener; `nil` for none.
  var tunnel: Tunnel?
  /// The subject of the client's certificate; `nil` if the client has sent none.
  var certificateSubject: String?

  /// The scheme of all requests, which is unknown outside of TLS and tunnels: a proxy with TLS may
  /// be in front of the listener.
  var scheme: String? { isSecure ? "https" : tunnel.map { _ in "http" } }

  /// The port that URLs of stubs may omit: the listener's, unless a tunnel leads to another.
  var ownPort: Int? { tunnel.map { $0.port == localPort } ?? true ? localPort : nil }
}
