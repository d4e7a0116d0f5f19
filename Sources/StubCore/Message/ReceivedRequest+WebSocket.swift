extension ReceivedRequest {
  /// Whether the client wants to switch to a WebSocket (RFC 6455 §4.1).
  package var opensWebSocket: Bool {
    headers.contains(.upgrade)
      && headers.values(of: .upgrade).flatMap { $0.split(separator: ",") }.contains {
        $0.trimmingWhitespace().lowercasedASCII() == "websocket"
      }
  }

  /// The warning for a WebSocket handshake that a stub answers; `nil` for other requests.
  package var webSocketWarning: String? {
    opensWebSocket
      ? "this is the handshake of a WebSocket, which a stub answers like any request; WebSockets are not served"
      : nil
  }
}
