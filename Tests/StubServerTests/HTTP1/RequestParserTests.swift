import Foundation
import StubCore
import TestSupport
import Testing

@testable import StubServer

@Suite struct RequestParserTests {
  struct Example: Sendable, CustomTestStringConvertible {
    var input: String
    var method = "GET"
    var scheme: String?
    var host: String? = "a.example"
    var port: Int?
    var path = "/"
    var query: String?
    var body: String?
    var keepsAlive = true
    var testDescription: String { input.debugDescription }
  }

  static let valid: [Example] = [
    Example(input: "GET / HTTP/1.1\r\nHost: a.example\r\n\r\n"),
    Example(input: "\r\n\r\nGET / HTTP/1.1\r\nHost: a.example\r\n\r\n"),
    Example(
      input: "GET /a%20b?x=1&y HTTP/1.1\r\nhOsT:a.example\r\n\r\n", path: "/a%20b", query: "x=1&y"),
    Example(input: "GET /? HTTP/1.1\r\nHost: A.Example \t\r\n\r\n", query: ""),
    Example(input: "GET /a{b}|c HTTP/1.1\r\nHost: a.example\r\n\r\n", path: "/a{b}|c"),
    Example(input: "GET / HTTP/1.1\r\nHost: a.example:8080\r\n\r\n", port: 8080),
    Example(
      input: "GET http://b.example:8080/ HTTP/1.1\r\nHost: a.example\r\n\r\n", scheme: "http",
      host: "b.example",
      port: 8080),
    Example(input: "GET / HTTP/1.1\r\nHost: a.example:80\r\n\r\n"),
    Example(input: "GET / HTTP/1.1\r\nHost: a.example:\r\n\r\n"),
    Example(input: "GET / HTTP/1.1\r\nHost: a.example:9000\r\n\r\n", port: 9000),
    Example(input: "GET / HTTP/1.1\r\nHost: [::1]:9000\r\n\r\n", host: "::1", port: 9000),
    Example(input: "GET / HTTP/1.1\r\nHost:\r\n\r\n", host: nil),
    Example(input: "GET / HTTP/1.0\r\n\r\n", host: nil, keepsAlive: false),
    Example(
      input: "GET / HTTP/1.0\r\nConnection: Keep-Alive\r\n\r\n", host: nil, keepsAlive: true),
    Example(
      input: "GET / HTTP/1.1\r\nHost: a.example\r\nConnection: foo, CLOSE\r\n\r\n",
      keepsAlive: false),
    Example(
      input: "GET http://b.example:81/x?y HTTP/1.1\r\nHost: a.example\r\n\r\n", scheme: "http",
      host: "b.example",
      port: 81, path: "/x", query: "y"),
    Example(
      input: "GET https://b.example:443 HTTP/1.1\r\nHost: a.example\r\n\r\n", scheme: "https",
      host: "b.example"),
    Example(
      input: "GET http://b.example?q HTTP/1.1\r\nHost: a\r\n\r\n", scheme: "http",
      host: "b.example", query: "q"),
    Example(input: "OPTIONS * HTTP/1.1\r\nHost: a.example\r\n\r\n", method: "OPTIONS", path: "/*"),
    Example(
      input: "CONNECT b.example:443 HTTP/1.1\r\nHost: a.example\r\n\r\n", method: "CONNECT",
      host: "b.example", port: 443),
    Example(input: "BREW / HTTP/1.1\r\nHost: a.example\r\n\r\n", method: "BREW"),
    Example(
      input: "POST / HTTP/1.1\r\nHost: a.example\r\nContent-Length: 3\r\n\r\nabc", method: "POST",
      body: "abc"),
    Example(
      input: "POST / HTTP/1.1\r\nHost: a.example\r\nContent-Length: 000\r\n\r\n", method: "POST"),
    Example(
      input: "POST / HTTP/1.1\r\nHost: a.example\r\nTransfer-Encoding: Chunked\r\n\r\n"
        + "3\r\nabc\r\n0A ; x ; y=z;q=\"a\\\"b\"\r\n0123456789\r\n0\r\n\r\n", method: "POST",
      body: "abc0123456789"),
    Example(
      input: "POST / HTTP/1.1\r\nHost: a.example\r\nTransfer-Encoding: chunked\r\n\r\n"
        + "0\r\nX-Sum: 1\r\n\r\n", method: "POST", body: ""),
    Example(input: "GET / HTTP/1.2\r\nHost: a.example\r\n\r\n"),
  ]

  @Test("A valid request gives the same parts however its bytes are cut", arguments: valid)
  func readsRequest(_ example: Example) throws {
    let input = Array(example.input.utf8)
    let whole = events(of: input, piece: input.count)
    #expect(whole.count == 1)
    guard case .request(let incoming) = try #require(whole.first) else {
      Issue.record("\(whole)")
      return
    }
    #expect(incoming.request.method.rawValue == example.method)
    #expect(incoming.request.target.scheme == example.scheme)
    #expect(incoming.request.target.host == example.host)
    #expect(incoming.request.target.port == example.port)
    #expect(incoming.request.target.isListenerPort == (example.port == 8080))
    #expect(incoming.request.target.path == example.path)
    #expect(incoming.request.target.query == example.query)
    #expect(incoming.request.body == example.body.map { Data($0.utf8) })
    #expect(incoming.keepsAlive == example.keepsAlive)
    for piece in [1, 2, 3, 7] { #expect(events(of: input, piece: piece) == whole) }
  }

  @Test("Fields keep their order, their spelling and their repeats")
  func keepsFields() throws {
    let input =
      "GET / HTTP/1.1\r\nHost: a\r\nX-B: 1\r\nx-a:\t two words \t\r\nX-B: 2\r\nX-C:\r\n\r\n"
    let request = try #require(events(of: Array(input.utf8), piece: 5).first?.request)
    #expect(
      request.headers.fields.map { "\($0.name.rawName)=\($0.value)" } == [
        "Host=a", "X-B=1", "x-a=two words", "X-B=2", "X-C=",
      ])
  }

  @Test("Requests that follow each other come out one by one")
  func pipelines() {
    let one = "POST /1 HTTP/1.1\r\nHost: a\r\nContent-Length: 2\r\n\r\nab"
    let two = "GET /2 HTTP/1.1\r\nHost: a\r\n\r\n"
    for piece in [1, 4, 1_000] {
      let found = events(of: Array((one + two + one).utf8), piece: piece)
      #expect(found.map { $0.request?.target.path } == ["/1", "/2", "/1"])
    }
  }

  @Test("A client that waits for 100 Continue is noticed before its body")
  func expectsContinue() {
    let head = "POST / HTTP/1.1\r\nHost: a\r\nExpect: 100-Continue\r\nContent-Length: 1\r\n\r\n"
    #expect(events(of: Array(head.utf8), piece: 3) == [.expectsContinue])
    let old = "POST / HTTP/1.0\r\nExpect: 100-continue\r\nContent-Length: 1\r\n\r\n"
    #expect(events(of: Array(old.utf8), piece: 3).isEmpty)
  }
}
