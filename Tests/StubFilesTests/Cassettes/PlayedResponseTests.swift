import Foundation
import StubCore
import Testing

@testable import StubCassettes
@testable import StubDocuments
@testable import StubRules
@testable import StubTools

@Suite("Recorded responses as a client sees them") struct PlayedResponseTests {
  private static let gzip = Data([0x1F, 0x8B, 0x08, 0x00, 0xFF])
  private static let binary = Data([0x00, 0x01, 0xFF])
  private static let text = Data("text".utf8)

  @Test(
    "Content-Encoding stays for a body that is still compressed",
    arguments: [
      ("gzip", gzip, "gzip"), ("x-gzip", gzip, "x-gzip"), ("GZIP", gzip, "gzip"),
      ("gzip", text, nil), ("gzip", binary, nil), ("zstd", Data([0x28, 0xB5, 0x2F, 0xFD]), "zstd"),
      ("zstd", text, nil), ("br", binary, "br"), ("br", text, nil), ("deflate", text, nil),
      ("deflate", Data([0x78, 0x9C, 0x4B]), "deflate"), ("identity", text, nil),
      ("gzip, br", text, nil), ("gzip, br", binary, "gzip, br"), ("br, gzip", gzip, "br, gzip"),
      ("gzip", Data(), nil),
    ] as [(String, Data, String?)])
  func codings(field: String, body: Data, played: String?) {
    let response = RecordedResponse(200, headers: ["Content-Encoding": field], body: body)
    #expect(response.played(for: .get).headers[.contentEncoding] == played)
    #expect(response.played(for: .get).body == body)
  }

  @Test("A recorded Content-Length is made that of the body; none is added")
  func length() {
    let stale = RecordedResponse(200, headers: ["Content-Length": "999"], body: Self.text)
    #expect(stale.played(for: .get).headers == ["Content-Length": "4"])
    #expect(RecordedResponse(200, body: Self.text).played(for: .get).headers.isEmpty)
  }

  @Test("Before an error, a Content-Length beyond the body stays")
  func cut() {
    let response = RecordedResponse(200, headers: ["Content-Length": "999"], body: Self.text)
    #expect(response.played(for: .get, isCut: true).headers == ["Content-Length": "999"])
    let short = RecordedResponse(200, headers: ["Content-Length": "1"], body: Self.text)
    #expect(short.played(for: .get, isCut: true).headers == ["Content-Length": "4"])
  }

  @Test("HEAD and 304 have no body, and fields that are about the body they stand for")
  func bodiless() {
    let headers: HTTPHeaders = [
      "Content-Length": "999", "Content-Encoding": "gzip", "Transfer-Encoding": "chunked",
    ]
    let kept: HTTPHeaders = ["Content-Length": "999", "Content-Encoding": "gzip"]
    let response = RecordedResponse(200, headers: headers, body: Self.text)
    #expect(response.played(for: .head) == RecordedResponse(200, headers: kept))
    let unchanged = RecordedResponse(304, headers: headers, body: Self.text)
    #expect(unchanged.played(for: .get) == RecordedResponse(304, headers: kept))
  }

  @Test("A 1xx and a 204 have neither body nor length", arguments: [204, 103] as [HTTPStatusCode])
  func noContent(status: HTTPStatusCode) {
    let response = RecordedResponse(status, headers: ["Content-Length": "4"], body: Self.text)
    #expect(response.played(for: .get) == RecordedResponse(status))
  }

  @Test("Fields about one connection are left out, those that Connection names too")
  func hopByHop() {
    let response = RecordedResponse(
      200,
      headers: [
        "Connection": "keep-alive, X-Hop, Content-Type", "Keep-Alive": "timeout=5", "X-Hop": "1",
        "Proxy-Connection": "close", "Proxy-Authenticate": "Basic", "TE": "trailers",
        "Trailer": "X", "Transfer-Encoding": "chunked", "Upgrade": "h2c", "Content-Type": "a/b",
      ])
    #expect(response.played(for: .get).headers == ["Content-Type": "a/b"])
  }

  @Test(
    "Fields of a connection stay in responses that are about them",
    arguments: [
      (101, ["Connection": "upgrade", "Upgrade": "websocket"]), (426, ["Upgrade": "h2c"]),
      (407, ["Proxy-Authenticate": "Basic"]),
    ] as [(HTTPStatusCode, HTTPHeaders)])
  func meant(status: HTTPStatusCode, headers: HTTPHeaders) {
    #expect(RecordedResponse(status, headers: headers).played(for: .get).headers == headers)
  }

  @Test("Repeated fields stay repeated, in their order")
  func repeated() {
    let headers: HTTPHeaders = ["Set-Cookie": "a=1", "X": "1", "Set-Cookie": "b=2"]
    #expect(RecordedResponse(200, headers: headers).played(for: .get).headers == headers)
  }

  @Test("Invalid names and line ends in values are left out of messages")
  func invalid() {
    let headers: HTTPHeaders = [
      ":status": "200", "": "x", "a b": "x", "X-Folded": "a\r\n b", "X-Null": "a\0b", "X": "",
    ]
    #expect(
      RecordedResponse(200, headers: headers).played(for: .get).headers
        == ["X-Folded": "a b", "X-Null": "a b", "X": ""])
  }
}
