import StubCore
import Testing

@testable import StubServer

/// Tokens with the KELVIN SIGN U+212A or the LONG S U+017F, which Unicode takes for `k` and `s` in
/// another case, decide nothing.
@Suite struct ASCIITokenTests {
  @Test(
    "no such transfer coding is chunked",
    arguments: ["chun\u{212A}ed", "CHUN\u{212A}ED", "identity, chun\u{212A}ed"])
  func transferCoding(_ coding: String) {
    let events = events(
      of: Array("POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: \(coding)\r\n\r\n0\r\n\r\n".utf8),
      piece: 1_000)
    #expect(events.first?.failure?.status == 400)
  }

  @Test(
    "no such connection option keeps a connection or closes it",
    arguments: [("1.0", "\u{212A}eep-alive", false), ("1.1", "clo\u{17F}e", true)])
  func connection(version: String, option: String, isKept: Bool) throws {
    let events = events(
      of: Array("GET / HTTP/\(version)\r\nHost: a\r\nConnection: x, \(option)\r\n\r\n".utf8),
      piece: 1_000)
    guard case .request(let request) = try #require(events.first) else {
      Issue.record("no request: \(events)")
      return
    }
    #expect(request.keepsAlive == isKept)
  }

  @Test("no such option offers HTTP/2", arguments: ["HTTP2-Settings", "HTTP2-\u{17F}ettings"])
  func upgrade(_ option: String) {
    let request = ReceivedRequest(
      .get, "/",
      headers: ["Upgrade": "h2c", "Connection": "Upgrade, \(option)", "HTTP2-Settings": ""])
    #expect((HTTP2Upgrade(request) != nil) == (option == "HTTP2-Settings"))
  }

  @Test("no such scheme or expectation is let through")
  func refused() throws {
    for head in [
      "GET http\u{17F}://a/ HTTP/1.1\r\nHost: a\r\n\r\n",
      "GET / HTTP/1.1\r\nHo\u{17F}t: a\r\n\r\n",
    ] {
      #expect(events(of: Array(head.utf8), piece: 1_000).first?.failure?.status == 400)
    }
    var draft = HTTP2RequestDraft(limits: ListenerLimits())
    draft.append(Array("expect".utf8).span, Array("100-continue\u{212A}".utf8).span)
    draft.endHead()
    #expect(draft.problem?.status == 417)
  }

  @Test("no such coding of a response is chunked, and none closes the connection")
  func response() throws {
    let coded = ResponseHead(headers: ["Transfer-Encoding": "chun\u{212A}ed"])
    #expect(try encoded(coded).framing != .chunked)
    let open = ResponseHead(headers: ["Connection": "clo\u{17F}e", "Content-Length": "0"])
    #expect(try encoded(open).keepsAlive)
  }

  private func encoded(_ head: ResponseHead) throws -> EncodedHead {
    try EncodedHead(head, EncodedHead.Context(date: "now"))
  }
}
