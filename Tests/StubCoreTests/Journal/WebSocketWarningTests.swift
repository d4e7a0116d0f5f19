import StubCore
import Testing

@Suite("Handshakes of WebSockets")
struct WebSocketWarningTests {
  private static let warning =
    "this is the handshake of a WebSocket, which a stub answers like any request; "
    + "WebSockets are not served"

  @Test(
    "The journal warns of a handshake that a stub has answered",
    arguments: [
      ("websocket", true), ("WebSocket", true), ("h2c, websocket", true), ("h2c", false),
      (nil, false),
    ])
  func entries(upgrade: String?, isHandshake: Bool) {
    let set = StubSet()
    set.add(stub: HTTPStubRequest().match(path: "/a").stub(.text("a")))
    var headers: HTTPHeaders = [.connection: "Upgrade"]
    headers[.upgrade] = upgrade
    for path in ["/a", "/b"] { _ = set.receive(ReceivedRequest(.get, path, headers: headers)) }
    let expected = isHandshake ? Self.warning : nil
    #expect(set.journal.entries.map(\.warning) == [expected, nil])
  }
}
