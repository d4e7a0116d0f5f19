import StubCore
import Testing

@testable import StubServer

@Suite struct RequestParserErrorTests {
  struct Example: Sendable, CustomTestStringConvertible {
    var input: String
    var status: Int
    var line: Int
    var byte: Int
    var testDescription: String { String(input.prefix(120)).debugDescription }

    init(_ input: String, _ status: Int, line: Int, byte: Int) {
      (self.input, self.status, self.line, self.byte) = (input, status, line, byte)
    }
  }

  static let requestLines: [Example] = [
    Example("GET\r\n", 400, line: 1, byte: 4),
    Example("GET /\r\n", 400, line: 1, byte: 6),
    Example("GET  / HTTP/1.1\r\n", 400, line: 1, byte: 5),
    Example("GET /a b HTTP/1.1\r\n", 400, line: 1, byte: 8),
    Example("GET / HTTP/1.1 \r\n", 400, line: 1, byte: 7),
    Example("GET / http/1.1\r\n", 400, line: 1, byte: 7),
    Example("GET / HTTP/1.10\r\n", 400, line: 1, byte: 7),
    Example("GET / HTTP/2.0\r\n", 505, line: 1, byte: 7),
    Example("PRI * HTTP/2.0\r\n", 505, line: 1, byte: 7),
    Example("GET / HTTP/0.9\r\n", 505, line: 1, byte: 7),
    Example("GET / HTTP/1.1\n", 400, line: 1, byte: 15),
    Example("GET /\r HTTP/1.1\r\n", 400, line: 1, byte: 6),
    Example("GET /\u{0} HTTP/1.1\r\n", 400, line: 1, byte: 6),
    Example("GET /\u{E9} HTTP/1.1\r\n", 400, line: 1, byte: 6),
    Example("GET /a#b HTTP/1.1\r\n", 400, line: 1, byte: 7),
    Example("GET a HTTP/1.1\r\n", 400, line: 1, byte: 5),
    Example("GET * HTTP/1.1\r\n", 400, line: 1, byte: 5),
    Example("GET http:/a HTTP/1.1\r\n", 400, line: 1, byte: 5),
    Example("GET http:///a HTTP/1.1\r\n", 400, line: 1, byte: 12),
    Example("GET http://u:p@a/ HTTP/1.1\r\n", 400, line: 1, byte: 12),
    Example("CONNECT /a HTTP/1.1\r\n", 400, line: 1, byte: 9),
    Example("CONNECT a.example HTTP/1.1\r\n", 400, line: 1, byte: 9),
    Example("G(T / HTTP/1.1\r\n", 400, line: 1, byte: 2),
    Example(" GET / HTTP/1.1\r\n", 400, line: 1, byte: 1),
    Example("\u{16}\u{3}\u{1}", 400, line: 1, byte: 1),
    Example(String(repeating: "\r\n", count: 9), 400, line: 9, byte: 1),
  ]

  static let fields: [Example] = [
    ("X: 1\r\n folded\r\n\r\n", 400, 3, 1),
    (" X: 1\r\n\r\n", 400, 2, 1),
    ("X : 1\r\n\r\n", 400, 2, 2),
    (": 1\r\n\r\n", 400, 2, 1),
    ("X\r\n\r\n", 400, 2, 2),
    ("X\u{0}: 1\r\n\r\n", 400, 2, 2),
    ("X: a\u{0}b\r\n\r\n", 400, 2, 5),
    ("X: a\u{7F}b\r\n\r\n", 400, 2, 5),
    ("X: a\rb\r\n\r\n", 400, 2, 5),
    ("X: a\n\r\n", 400, 2, 5),
    ("\n", 400, 2, 1),
    ("Host: b\r\n\r\n", 400, 2, 7),
    ("Content-Length: 1\r\nContent-Length: 1\r\n\r\n", 400, 3, 17),
    ("Content-Length: 1\r\nContent-Length: 2\r\n\r\n", 400, 3, 17),
    ("Content-Length: 1, 1\r\n\r\n", 400, 2, 17),
    ("Content-Length: +1\r\n\r\n", 400, 2, 17),
    ("Content-Length: -1\r\n\r\n", 400, 2, 17),
    ("Content-Length: 1a\r\n\r\n", 400, 2, 17),
    ("Content-Length:\r\n\r\n", 400, 2, 16),
    ("Content-Length: 99999999999999999999\r\n\r\n", 400, 2, 17),
    ("Content-Length: 9223372036854775807\r\n\r\n", 413, 3, 1),
    ("Content-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n", 400, 4, 1),
    ("Transfer-Encoding: gzip\r\n\r\n", 400, 3, 1),
    ("Transfer-Encoding: gzip, chunked\r\n\r\n", 501, 3, 1),
    ("Transfer-Encoding: chunked, gzip\r\n\r\n", 400, 3, 1),
    ("Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked\r\n\r\n", 400, 4, 1),
    ("Transfer-Encoding: xchunked\r\n\r\n", 400, 3, 1),
    ("Transfer-Encoding:\r\n\r\n", 400, 3, 1),
    ("Expect: something\r\n\r\n", 417, 2, 9),
  ].map { Example("GET / HTTP/1.1\r\n" + $0.0, $0.1, line: $0.2, byte: $0.3) }
    .map { example in
      // Every line above stands behind a good Host field, except where the place would shift.
      var example = example
      example.input.replace("HTTP/1.1\r\n", with: "HTTP/1.1\r\nHost: a\r\n", maxReplacements: 1)
      example.line += 1
      return example
    }

  static let hosts: [Example] = [
    Example("GET / HTTP/1.1\r\n\r\n", 400, line: 2, byte: 1),
    Example("GET / HTTP/1.1\r\nHost: a b\r\n\r\n", 400, line: 2, byte: 7),
    Example("GET / HTTP/1.1\r\nHost: a/b\r\n\r\n", 400, line: 2, byte: 7),
    Example("GET / HTTP/1.1\r\nHost: u@a\r\n\r\n", 400, line: 2, byte: 7),
    Example("GET / HTTP/1.1\r\nHost: a:b\r\n\r\n", 400, line: 2, byte: 7),
    Example("GET / HTTP/1.1\r\nHost: a:99999\r\n\r\n", 400, line: 2, byte: 7),
    Example("GET / HTTP/1.1\r\nHost: [::1\r\n\r\n", 400, line: 2, byte: 7),
    Example("GET / HTTP/1.1\r\nHost: []\r\n\r\n", 400, line: 2, byte: 7),
    Example("GET / HTTP/1.0\r\nHost: a\r\nHost: a\r\n\r\n", 400, line: 3, byte: 7),
    Example("GET / HTTP/1.0\r\nTransfer-Encoding: chunked\r\n\r\n", 400, line: 3, byte: 1),
  ]

  static let chunks: [Example] = [
    ("x\r\n", 400, 5, 1),
    ("\r\n", 400, 5, 1),
    ("-1\r\n", 400, 5, 1),
    ("0x1\r\n", 400, 5, 2),
    ("1 \r\n", 400, 5, 3),
    ("1\n", 400, 5, 2),
    ("1;\r\n", 400, 5, 3),
    ("1;a=\r\n", 400, 5, 5),
    ("1;a=\"b\r\n", 400, 5, 5),
    ("FFFFFFFFFFFFFFFFF\r\n", 400, 5, 16),
    ("7FFFFFFFFFFFFFFF\r\n", 413, 5, 1),
    ("1\r\nab\r\n", 400, 6, 1),
    ("1\r\na\n", 400, 6, 1),
    ("0\r\nX : 1\r\n\r\n", 400, 6, 2),
    ("0\r\n folded\r\n\r\n", 400, 6, 1),
  ].map {
    Example(
      "POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n" + $0.0, $0.1, line: $0.2,
      byte: $0.3)
  }

  @Test(
    "A malformed request is refused with its status and place, however its bytes are cut",
    arguments: requestLines + fields + hosts + chunks)
  func refuses(_ example: Example) throws {
    let input = Array(example.input.utf8)
    let whole = events(of: input, piece: input.count)
    let error = try #require(whole.last?.failure)
    #expect(whole.count == 1)
    #expect(error.status.rawValue == example.status, "\(error)")
    #expect(error.place == .init(line: example.line, byte: example.byte), "\(error)")
    for piece in [1, 2, 5] { #expect(events(of: input, piece: piece) == whole) }
  }

  /// Requests beyond ``tightLimits``, with their status.
  static let excesses: [(String, Int)] = [
    ("GET /\(String(repeating: "a", count: 200))", 414),
    ("GET /\(String(repeating: "a", count: 200)) HTTP/1.1\r\nHost: a\r\n\r\n", 414),
    (String(repeating: "A", count: 200), 400),
    ("GET / \(String(repeating: "H", count: 200))", 400),
    ("GET / HTTP/1.1\r\nHost: a\r\nX: \(String(repeating: "a", count: 300))", 431),
    ("GET / HTTP/1.1\r\nHost: a\r\n\(String(repeating: "X: 1\r\n", count: 5))\r\n", 431),
    ("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 11\r\n\r\n", 413),
    ("6\r\nabcdef\r\n5\r\n", 413),
    ("1;" + String(repeating: "a", count: 50), 400),
    ("0\r\n" + String(repeating: "X: 1\r\n", count: 5), 431),
  ].map { input, status in
    let head = "POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n"
    return (input.first?.isNumber == true ? head + input : input, status)
  }

  static var tightLimits: ListenerLimits {
    var limits = ListenerLimits()
    limits.requestLineLength = 100
    limits.headSize = 200
    limits.headerCount = 5
    limits.bodySize = 10
    limits.chunkLineLength = 20
    return limits
  }

  @Test("A request that exceeds a limit gets the status of that limit", arguments: excesses)
  func limits(_ input: String, _ status: Int) throws {
    let limits = Self.tightLimits
    let input = Array(input.utf8)
    let whole = events(of: input, piece: input.count, limits: limits)
    #expect(whole.last?.failure?.status.rawValue == status)
    for piece in [1, 3] { #expect(events(of: input, piece: piece, limits: limits) == whole) }
  }

  @Test("A request line may be as long as the head, unless it has a limit of its own")
  func requestLineLength() {
    let input = Array("GET /\(String(repeating: "a", count: 300)) HTTP/1.1\r\nHost: a\r\n\r\n".utf8)
    func failure(_ change: (inout ListenerLimits) -> Void) -> RequestError? {
      var limits = ListenerLimits()
      change(&limits)
      return events(of: input, piece: 64, limits: limits).last?.failure
    }
    #expect(ListenerLimits().requestLineLength == ListenerLimits().headSize)
    #expect(failure { $0.headSize = 400 } == nil)
    #expect(failure { $0.headSize = 200 }?.status == 414)
    #expect(failure { ($0.headSize, $0.requestLineLength) = (400, 200) }?.status == 414)
    #expect(failure { ($0.headSize, $0.requestLineLength) = (100, 400) } == nil)
  }

  @Test("A parser that has failed stays failed")
  func staysFailed() {
    var parser = RequestParser()
    var index = 0
    let first = parser.next(in: Array(" ".utf8).span, at: &index)
    index = 0
    let second = parser.next(in: Array("GET / HTTP/1.0\r\n\r\n".utf8).span, at: &index)
    #expect(first.failure != nil)
    #expect(first == second)
  }
}
