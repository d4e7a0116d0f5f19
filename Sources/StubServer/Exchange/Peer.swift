import StubCore

/// The properties of a client, known from its connection.
struct Peer {
  /// The number by which the worker finds the connection.
  let id: Int
  /// The client's address; `nil` on a Unix socket.
  let address: String?
  /// The port of the listener; `nil` for a Unix socket.
  let localPort: Int?
  let isSecure: Bool
  /// The network link that only this connection uses; `nil` if it has none.
  let link: NetworkLink?
  /// The subject of the client's certificate; `nil` if the client has sent none.
  var certificateSubject: String?
}
