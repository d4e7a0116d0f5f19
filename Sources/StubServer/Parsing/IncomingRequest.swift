package import StubCore

/// A whole request as it came off the wire, with what its connection must know.
package struct IncomingRequest: Sendable, Hashable {
  package var request: ReceivedRequest
  /// Whether the client wants to send more on this connection (RFC 9112 §9.3).
  package var keepsAlive: Bool
  /// Whether it has an `Upgrade` field.
  package var offersUpgrade = false

  package var isHTTP10: Bool { request.httpVersion == "1.0" }
}
