extension ReceivedRequest {
  /// Whether the client wants to go on with a WebSocket (RFC 6455 §4.1).
  package var opensWebSocket: Bool {
    headers.contains(.upgrade)
      && headers.values(of: .upgrade).flatMap { $0.split(separator: ",") }.contains {
        $0.trimmingWhitespace().lowercasedASCII() == "websocket"
      }
  }

  /// What is said of a WebSocket handshake that a stub answers; `nil` for another request.
  package var webSocketWarning: String? {
    opensWebSocket
      ? "this is the handshake of a WebSocket, which a stub answers like any request; WebSockets are not served"
      : nil
  }
}
