import StubCore
import TestSupport
import Testing

@testable import StubServer

@Suite struct EncodedHeadTests {
  private func encode(
    _ head: ResponseHead, _ context: EncodedHead.Context = .init(date: "now")
  ) throws -> (text: String, head: EncodedHead) {
    let encoded = try EncodedHead(head, context)
    return (String(decoding: encoded.bytes, as: UTF8.self), encoded)
  }

  @Test("Fields are sent in order with their repeats, and missing ones are added after them")
  func order() throws {
    let head = ResponseHead(headers: ["X-B": "1", "set-cookie": "a", "X-A": "2", "Set-Cookie": "b"])
    #expect(
      try encode(head, .init(bodyCount: 5, date: "now")).text
        == "HTTP/1.1 200 OK\r\nX-B: 1\r\nset-cookie: a\r\nX-A: 2\r\nSet-Cookie: b\r\n"
        + "Date: now\r\nContent-Length: 5\r\n\r\n")
  }

  @Test("Planned Date, length, reason and connection stay as they are")
  func keeps() throws {
    let head = ResponseHead(
      status: 299, reason: "Fine",
      headers: ["date": "then", "Content-Length": "0", "Connection": "close"])
    let (text, encoded) = try encode(head)
    #expect(
      text == "HTTP/1.1 299 Fine\r\ndate: then\r\nContent-Length: 0\r\nConnection: close\r\n\r\n")
    #expect(!encoded.keepsAlive)
  }

  @Test("A length that does not fit the body ends the connection after the response")
  func wrongLength() throws {
    let (text, encoded) = try encode(
      ResponseHead(headers: ["Content-Length": "9"]), .init(bodyCount: 5, date: "now"))
    #expect(text.hasSuffix("Content-Length: 9\r\nDate: now\r\nConnection: close\r\n\r\n"))
    #expect(!encoded.keepsAlive)
  }

  @Test("A planned transfer coding is sent in chunks, but not to an HTTP/1.0 client")
  func chunked() throws {
    let head = ResponseHead(headers: ["Transfer-Encoding": "chunked"])
    let new = try encode(head, .init(bodyCount: 5, date: "now"))
    #expect(new.head.framing == .chunked)
    #expect(new.head.keepsAlive)
    #expect(!new.text.contains("Content-Length"))
    let old = try encode(head, .init(isHTTP10: true, bodyCount: 5, date: "now"))
    #expect(old.head.framing == .plain)
    #expect(!old.head.keepsAlive)
    #expect(!old.text.contains("Transfer-Encoding"))
  }

  @Test("An HTTP/1.0 client that keeps the connection gets keep-alive")
  func keepAlive() throws {
    let (text, encoded) = try encode(ResponseHead(), .init(isHTTP10: true, date: "now"))
    #expect(text.hasSuffix("Content-Length: 0\r\nConnection: keep-alive\r\n\r\n"))
    #expect(encoded.keepsAlive)
  }

  @Test("Responses without content have no body, whatever is planned", arguments: [101, 204, 304])
  func bodiless(_ status: Int) throws {
    let (text, encoded) = try encode(
      ResponseHead(status: HTTPStatusCode(rawValue: status)), .init(bodyCount: 5, date: "now"))
    #expect(encoded.framing == .none)
    #expect(!text.contains("Content-Length"))
  }

  @Test("HEAD gets the length but not the body; a tunnel gets neither")
  func head() throws {
    let (text, encoded) = try encode(
      ResponseHead(), .init(method: .head, bodyCount: 5, date: "now"))
    #expect(encoded.framing == .none)
    #expect(text.contains("Content-Length: 5"))
    #expect(encoded.keepsAlive)
    let tunnel = try encode(ResponseHead(), .init(method: .connect, bodyCount: 5, date: "now"))
    #expect(tunnel.head.framing == .none)
    #expect(!tunnel.text.contains("Content-Length"))
    for headers: HTTPHeaders in [["Content-Length": "5"], ["Transfer-Encoding": "chunked"]] {
      let tunnel = try encode(
        ResponseHead(headers: headers), .init(method: .connect, bodyCount: 5, date: "now"))
      #expect(tunnel.text == "HTTP/1.1 200 OK\r\nDate: now\r\nConnection: close\r\n\r\n")
      #expect(tunnel.head.framing == .none)
    }
    let refused = ResponseHead(status: .notFound, headers: ["Content-Length": "5"])
    let refusal = try encode(refused, .init(method: .connect, bodyCount: 5, date: "now"))
    #expect(refusal.text.contains("Content-Length: 5\r\n"))
  }

  @Test(
    "A head that would split the response is refused",
    arguments: [
      ResponseHead(headers: ["X": "a\r\nY: b"]), ResponseHead(headers: ["X": "a\nb"]),
      ResponseHead(headers: ["X": "a\u{0}b"]), ResponseHead(headers: ["X: a\r\nY": "b"]),
      ResponseHead(headers: ["": "b"]), ResponseHead(headers: ["a b": "b"]),
      ResponseHead(reason: "a\r\nb"), ResponseHead(status: 99), ResponseHead(status: 1_000),
    ])
  func refuses(_ head: ResponseHead) {
    #expect(throws: HeadFault.self) { try EncodedHead(head, .init()) }
  }

  @Test("A refused head names the wrong field and a remedy")
  func explains() {
    let error = #expect(throws: HeadFault.self) {
      try EncodedHead(ResponseHead(headers: ["X-A": "a\r\nb"]), .init())
    }
    #expect(
      error?.description
        == "the value \"a\\r\\nb\" of the header X-A contains a line end or NUL; remove it, or "
        + "encode it")
  }

  @Test("A body of unknown length is sent in chunks, or up to the end of the connection")
  func unknownLength() throws {
    let new = try encode(ResponseHead(), .init(bodyCount: nil, date: "now"))
    #expect(new.text == "HTTP/1.1 200 OK\r\nDate: now\r\nTransfer-Encoding: chunked\r\n\r\n")
    #expect(new.head.framing == .chunked)
    #expect(new.head.keepsAlive)
    let old = try encode(ResponseHead(), .init(isHTTP10: true, bodyCount: nil, date: "now"))
    #expect(old.text == "HTTP/1.1 200 OK\r\nDate: now\r\nConnection: close\r\n\r\n")
    #expect(old.head.framing == .plain)
    let known = ResponseHead(headers: ["Content-Length": "9"])
    let announced = try encode(known, .init(bodyCount: nil, date: "now"))
    #expect(announced.text == "HTTP/1.1 200 OK\r\nContent-Length: 9\r\nDate: now\r\n\r\n")
    #expect(announced.head.framing == .plain)
    #expect(announced.head.keepsAlive)
  }

  @Test("A response to HEAD has no length of a body that was not planned", arguments: [0, nil])
  func headOnly(count: Int?) throws {
    let answer = try encode(ResponseHead(), .init(method: .head, bodyCount: count, date: "now"))
    #expect(answer.text == "HTTP/1.1 200 OK\r\nDate: now\r\n\r\n")
    #expect(answer.head.framing == .none)
    #expect(answer.head.keepsAlive)
  }
}
