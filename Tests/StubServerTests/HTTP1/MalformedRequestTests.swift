import StubCore
import TestSupport
import Testing

@testable import StubServer

@Suite struct MalformedRequestTests {
  @Test("Every malformed request is answered with its status, and the server goes on serving")
  func servesOn() async throws {
    let examples =
      RequestParserErrorTests.requestLines + RequestParserErrorTests.fields
      + RequestParserErrorTests.hosts + RequestParserErrorTests.chunks
    try await withListener(handler: describing) { listener in
      // What may still become the preface of HTTP/2 is waited for.
      for example in examples
      where HTTP2Preface.finding(in: Array(example.input.utf8)) == .otherwise {
        let client = try WireClient(port: listener.port)
        try await client.send(example.input)
        let response = try await client.response()
        #expect(response.status == example.status, "\(example.testDescription)")
        #expect(response["Connection"] == "close")
        #expect(response["Content-Type"] == "text/plain; charset=utf-8")
        let error = try #require(events(of: Array(example.input.utf8), piece: 64).last?.failure)
        #expect(response.text == "\(error.status) \(error.status.reasonPhrase)\n\(error)\n")
        client.finishSending()
        #expect(try await client.rest().isEmpty)
        let next = try WireClient(port: listener.port)
        try await next.send("GET /ok HTTP/1.1\r\nHost: a\r\n\r\n")
        #expect(try await next.response().text == "GET /ok ")
      }
    }
  }

  @Test("A refusal can be read even while the client is still sending")
  func readsRefusal() async throws {
    var configuration = ListenerConfiguration.forTests
    configuration.timeouts.linger = .seconds(3_600)
    try await withListener(configuration, handler: describing) { listener in
      let client = try WireClient(port: listener.port)
      let junk = String(repeating: "x", count: 100_000)
      try await client.send("GET / HTTP/1.1\r\nHost: a\r\nBad Field: 1\r\n" + junk)
      try await client.send(junk)
      let response = try await client.response()
      #expect(
        response.text == """
          400 Bad Request
          line 3, byte 4 of the request: the field name is followed by a space, not by ':'; \
          write fields as `Name: value`, with no space before the colon

          """)
      client.finishSending()
      #expect(try await client.rest().isEmpty)
    }
  }

  @Test("A good request before a malformed one is still answered")
  func answersGoodOnes() async throws {
    try await withListener(handler: describing) { listener in
      let client = try WireClient(port: listener.port)
      try await client.send("GET /1 HTTP/1.1\r\nHost: a\r\n\r\nGET\r\n\r\n")
      #expect(try await client.response().text == "GET /1 ")
      #expect(try await client.response().status == 400)
      #expect(try await client.rest().isEmpty)
    }
  }
}
