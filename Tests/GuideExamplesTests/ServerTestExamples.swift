import Foundation
import StubServerTesting
import TestSupport
import Testing

/// A client of another library.
private struct GreetingClient {
  let baseURL: URL

  func greeting() async throws -> String {
    let client = try WireClient(port: baseURL.port ?? 0)
    try await client.send("GET /greeting HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n")
    return try await client.response().text
  }
}

/// What a program prints.
private func run(_ name: String, _ arguments: String...) async throws -> String {
  let tool = try #require(Tool(named: name))
  return try await tool.run(arguments + ["--noproxy", "*"]).output
}

@Suite("A server in a test") struct ServerTestExamples {
  @Test("A server answers a client of another library")
  func otherClient() async throws {
    // example: server
    let server = try await HTTPStubServer(
      HTTPStubRequest().match(path: "/greeting").stub(for: .get, .text("hello")))
    let client = GreetingClient(baseURL: server.url)
    #expect(try await client.greeting() == "hello")
    try server.journal.verify(count: 1, matching: .path("/greeting"))
    // end of example
  }

  @Test("A program trusts the authority of the server", .needs("curl"))
  func program() async throws {
    // example: secure server
    let server = try await HTTPStubServer(
      HTTPStubRequest().stub(for: .get, .text("hello")), secure: true)
    let trust = try #require(server.certificateFile)
    let output = try await run("curl", "--silent", "--cacert", trust, "\(server.url)/greeting")
    #expect(output == "hello")
    // end of example
  }

  // example: server trait
  @Test(.stubs { HTTPStubRequest().stub(for: .get, .text("hello")) }, .server)
  func greeting() async throws {
    let client = GreetingClient(baseURL: try HTTPStubServer.current.url)
    #expect(try await client.greeting() == "hello")
  }
  // end of example
}
