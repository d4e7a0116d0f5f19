import Foundation
import HTTPStubber
import TestSupport
import Testing

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

@Suite struct CompressedBodyTests {
  static let text = String(repeating: "hello ", count: 12)
  static let gzip = bytes("H4sIAAAAAAACA8tIzcnJV8igmAQAaLceSEgAAAA=")
  static let deflate = bytes("eJzLSM3JyVfIoJgEAM0pGnE=")
  static let twice = bytes("H4sIAAAAAAACA5Pv5mAAASbm0x5nT54MP7FgBgtDxnY5Dw+gIABvQj4LHQAAAA==")

  let stubber = HTTPStubber()

  private static func bytes(_ base64: String) -> Data { Data(base64Encoded: base64) ?? Data() }

  private func answer() async throws -> (Data, HTTPURLResponse) {
    let (data, response) = try await stubber.session.data(from: try url("http://a.example/"))
    return (data, try #require(response as? HTTPURLResponse))
  }

  @Test(
    "a compressed body arrives decoded, and the fields stay",
    arguments: [
      ("gzip", gzip), ("X-GZIP", gzip), ("deflate", deflate), ("gzip, gzip", twice),
    ])
  func decoded(coding: String, body: Data) async throws {
    stubber.add(
      stub: HTTPStubRequest().stub(for: .get, .body(body, headers: [.contentEncoding: coding])))
    let (data, response) = try await answer()
    #expect(String(decoding: data, as: UTF8.self) == Self.text)
    #expect(response.value(forHTTPHeaderField: "Content-Encoding") == coding)
    #expect(response.value(forHTTPHeaderField: "Content-Length") == "\(body.count)")
  }

  @Test(
    "a compressed body of a file, a closure, a slow or a faulty response arrives decoded, too"
  )
  func kinds() async throws {
    let folder = try TemporaryFolder()
    let file = folder.file("body.gz")
    try Self.gzip.write(to: URL(filePath: file))
    func add(_ path: String, _ change: @escaping @Sendable (HTTPStubResponse) -> Void) {
      stubber.add(
        stub: HTTPStubRequest().at(path).stub(for: .get) { response in
          response.headers = [.contentEncoding: "gzip"]
          response.body = Self.gzip
          change(response)
        })
    }
    add("/file") { $0.body = .file(path: file) }
    add("/slow") { $0.responseTime = .dribble(chunks: 3, over: .milliseconds(3)) }
    add("/faulty") { $0.fail(with: .close(after: .all)) }
    stubber.add(
      stub: HTTPStubRequest().at("/closure").stub(for: .get) {
        _, _ async throws -> HTTPStubResponse in
        let response = HTTPStubResponse()
        response.headers = [.contentEncoding: "gzip"]
        response.body = Self.gzip
        return response
      })
    for path in ["/file", "/slow", "/faulty", "/closure"] {
      let text = try await stubber.session.text(from: "http://a.example\(path)")
      #expect(text == Self.text, "\(path)")
    }
  }

  @Test("a wrong length is wrong by as much for the decoded body")
  func wrongLength() async throws {
    func add(_ path: String, _ fault: HTTPStubFault) {
      stubber.add(
        stub: HTTPStubRequest().at(path).stub(for: .get) { response in
          response.headers = [.contentEncoding: "gzip"]
          response.body = Self.gzip
          response.fail(with: fault)
        })
    }
    let tooLong = HTTPStubFault.wrongLength(by: 3)
    add("/long", tooLong)
    add("/short", .wrongLength(by: -6))
    let session = stubber.session
    let error = await #expect(throws: URLError.self) {
      try await session.text(from: "http://a.example/long")
    }
    #expect(error?.errorCode == tooLong.clientError?.rawValue)
    let text = try await session.text(from: "http://a.example/short")
    #expect(text == Self.text.dropLast(6))
  }

  @Test(
    "a body that is damaged, cut off or in another coding arrives as it is",
    arguments: [
      ("gzip", gzip.prefix(20) + Data(repeating: 0, count: 9)), ("gzip", gzip.prefix(20)),
      ("br", gzip), ("gzip, br", gzip),
    ])
  func undecodable(coding: String, body: Data) async throws {
    stubber.add(
      stub: HTTPStubRequest().stub(for: .get, .body(body, headers: [.contentEncoding: coding])))
    #expect(try await answer().0 == body)
  }

  @Test("what comes from a real server is decoded once")
  func real() async throws {
    let fields = "Content-Encoding: gzip\r\nContent-Length: \(Self.twice.count)\r\n"
    let server = try RealServer(answers: [
      "/file.gz": Array("HTTP/1.1 200 OK\r\n\(fields)Connection: close\r\n\r\n".utf8) + Self.twice
    ])
    stubber.add(ignore: HTTPStubIgnoreRule { $0.at("/file.gz") })
    stubber.add(
      stub: HTTPStubRequest().stub(
        for: .get, .redirect(to: "http://127.0.0.1:\(server.port)/file.gz")))
    #expect(try await answer().0 == Self.gzip)
  }
}
