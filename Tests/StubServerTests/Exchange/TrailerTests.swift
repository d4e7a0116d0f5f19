import Foundation
import StubCore
import TestSupport
import Testing

@testable import StubServer

/// Fields behind a body (RFC 9110 §6.5), over what carries them and what does not.
@Suite("Trailers") struct TrailerTests {
  struct Shape: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let body: Data
    var pace = ResponseTiming.Pacing.atOnce

    static let all = [
      Shape(testDescription: "no body", body: Data()),
      Shape(testDescription: "a short body", body: Data("hello".utf8)),
      Shape(testDescription: "a long body", body: Data(repeating: 0x61, count: 300_000)),
      Shape(
        testDescription: "a body in parts", body: Data("hello".utf8),
        pace: .script([
          .init(at: .milliseconds(1), count: 2), .init(at: .milliseconds(2), count: 3),
        ])),
    ]

    /// Answers with the body and two trailers.
    var handler: RequestHandler {
      { request in
        var response = ResponseSpecification(
          head: ResponseHead(headers: ["X-Before": "1"]), body: .data(body),
          timing: ResponseTiming(body: pace))
        response.head.trailers = ["X-Sum": "7", "Grpc-Status": "0"]
        let plan = try? response.plan(for: request)
        return ListenerResponse(.ready(plan ?? .ok("no plan")))
      }
    }
  }

  @Test(
    "Trailers follow the last chunk over HTTP/1.1, and the connection goes on", arguments: Shape.all
  )
  func http1(shape: Shape) async throws {
    try await withListener(handler: shape.handler) { listener in
      let client = try WireClient(port: listener.port)
      let request = "GET / HTTP/1.1\r\nHost: a\r\n"
      try await client.send("\(request)\r\n\(request)Connection: close\r\n\r\n")
      var rest = try await client.rest()[...]
      for _ in 0..<2 {
        let end = try #require(rest.firstRange(of: Array("\r\n\r\n".utf8)))
        let head = WireResponse(head: Array(rest[..<end.lowerBound]))
        rest = rest[end.upperBound...]
        #expect(head["Trailer"] == "X-Sum, Grpc-Status")
        #expect(head["Transfer-Encoding"] == "chunked")
        #expect(head["Content-Length"] == nil)
        var body = Data()
        while let size = Int(Self.line(of: &rest), radix: 16), size > 0 {
          body += rest.prefix(size)
          rest = rest.dropFirst(size)
          #expect(Self.line(of: &rest) == "")
        }
        #expect(body == shape.body)
        #expect(Self.line(of: &rest) == "X-Sum: 7")
        #expect(Self.line(of: &rest) == "Grpc-Status: 0")
        #expect(Self.line(of: &rest) == "")
      }
      #expect(rest.isEmpty)
    }
  }

  /// Takes a line without its end.
  private static func line(of bytes: inout ArraySlice<UInt8>) -> String {
    let end = bytes.firstRange(of: Array("\r\n".utf8)) ?? bytes.endIndex..<bytes.endIndex
    defer { bytes = bytes[end.upperBound...] }
    return String(decoding: bytes[..<end.lowerBound], as: UTF8.self)
  }

  @Test("Clients that cannot get trailers get the body as it is", arguments: Shape.all)
  func without(shape: Shape) async throws {
    try await withListener(handler: shape.handler) { listener in
      let old = try WireClient(port: listener.port)
      try await old.send("GET / HTTP/1.0\r\n\r\n")
      let response = WireResponse(try await old.rest())
      #expect(Data(response.body) == shape.body)
      #expect(response["Transfer-Encoding"] == nil)
      let head = try WireClient(port: listener.port)
      try await head.send("HEAD / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n")
      #expect(WireResponse(try await head.rest()).body.isEmpty)
    }
  }

  @Test("A stream of HTTP/2 ends with the trailers behind its body", arguments: Shape.all)
  func http2(shape: Shape) async throws {
    try await withListener(handler: shape.handler) { listener in
      let client = try await FrameClient(port: listener.port, settings: [(4, 1_000_000)])
      try await client.send(Frame(.windowUpdate, payload: Frame.bytes(UInt32(1_000_000))))
      for _ in 0..<2 {
        try await client.request()
        let head = try await client.next()
        #expect(head.kind == .headers)
        #expect(head.status == 200)
        #expect(head.flags & Frame.endStream == 0)
        var body: [UInt8] = []
        var last = try await client.next()
        while last.kind == .data {
          #expect(last.flags & Frame.endStream == 0)
          body += last.payload
          last = try await client.next()
        }
        #expect(Data(body) == shape.body)
        #expect(last.kind == .headers)
        #expect(last.flags & Frame.endStream != 0)
        #expect(last.literalFields == ["x-sum: 7", "grpc-status: 0"])
      }
      try await client.request("HEAD")
      #expect(try await client.next().flags & Frame.endStream != 0)
    }
  }

  @Test(
    "curl shows trailers over both versions of HTTP", .needs("curl"),
    arguments: ["--http1.1", "--http2-prior-knowledge"], Shape.all)
  func curl(option: String, shape: Shape) async throws {
    try await withListener(handler: shape.handler) { listener in
      let arguments = ["--dump-header", "-", option, listener.url]
      guard let result = try await Tool.curl(arguments) else { return }
      let output = result.output.lowercased()
      let end = String(decoding: shape.body, as: UTF8.self) + "x-sum: 7\r\ngrpc-status: 0\r\n"
      #expect(output.contains(end), "\(output.prefix(1_000))")
    }
  }

  @Test(
    "Fields that cannot follow a body are refused",
    arguments: ["Content-Length", "Transfer-Encoding", "Content-Type", "Set-Cookie", "Host"])
  func refused(name: String) {
    var head = ResponseHead()
    head.trailers = HTTPHeaders([HTTPHeaders.Field(name: HTTPHeaderName(name), value: "1")])
    #expect(head.problem?.contains("cannot be a trailer") == true)
  }

  @Test("Trailers cannot stand beside a length of the body")
  func length() {
    var head = ResponseHead()
    head.trailers = ["X-Sum": "1"]
    #expect(head.problem == nil)
    head.headers[.contentLength] = "3"
    #expect(head.problem?.contains("remove Content-Length") == true)
  }
}
