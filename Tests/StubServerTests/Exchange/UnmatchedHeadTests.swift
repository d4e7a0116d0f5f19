import StubCore
import TestSupport
import Testing

@testable import StubServer

@Suite("An unmatched HEAD")
struct UnmatchedHeadTests {
  @Test(
    "It gets the status and the type that GET gets, without a length, and the connection stays",
    arguments: ["text/html", "application/json"])
  func head(accept: String) async throws {
    try await withListener(serving: StubSet()) { listener in
      let client = try WireClient(port: listener.port)
      func response(_ method: String) async throws -> WireResponse {
        try await client.send("\(method) /a HTTP/1.1\r\nHost: a\r\nAccept: \(accept)\r\n\r\n")
        return try await client.response(to: method)
      }
      let head = try await response("HEAD")
      let get = try await response("GET")
      #expect(head.status == 404)
      #expect(head["Content-Type"] == get["Content-Type"])
      #expect(head["Content-Length"] == nil)
      #expect(get["Content-Length"] == "\(get.text.utf8.count)")
      #expect(get.status == 404)
    }
  }
}
