import Foundation
import StubCore
import TestSupport
import Testing

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

@Suite("A running server is steered over HTTP", .serialized, .timeLimit(.minutes(5)))
struct AdminServingTests {
  private static let rule = """
    stubs:
      - match: { path: /file }
        respond: { GET: { text: one } }

    """

  private func ask(
    _ url: String, _ method: String = "GET", _ body: String? = nil, token: String? = nil
  ) async throws -> (text: String, status: Int) {
    let headers = token.map { ["Authorization": "Bearer \($0)"] } ?? [:]
    let answer = try await URLSession(configuration: .ephemeral)
      .answer(method, url, headers: headers, body: body)
    return (answer.text, answer.response.statusCode)
  }

  @Test("A stub that is added stays when the files are read again, and goes with a reset")
  func reloading() async throws {
    let folder = try TemporaryFolder()
    try folder.write(Self.rule, to: "a.yaml")
    let (server, url, event) = try Program.serve([folder.path])
    defer { server.send(SIGTERM) }
    let admin = try #require(event["adminURL"]?.string)
    #expect(admin == "\(url)/__admin")
    let mapping = #"{"request": {"url": "/file"}, "response": {"body": "added"}}"#
    #expect(try await ask("\(admin)/mappings", "POST", mapping).status == 201)
    #expect(try await ask("\(url)/file").text == "added")
    try folder.write(Self.rule.replacing("one", with: "two"), to: "a.yaml")
    while server.line()?.contains("reloaded") == false {}
    #expect(try await ask("\(url)/file").text == "added")
    #expect(try await ask("\(admin)/reset", "POST").status == 200)
    #expect(try await ask("\(url)/file").text == "two")
  }

  @Test(
    "The server ends although a client follows events, and when it is asked to over HTTP",
    .needs("curl"))
  func ending() async throws {
    let folder = try TemporaryFolder()
    try folder.write(Self.rule, to: "a.yaml")
    let (server, _, event) = try Program.serve([folder.path])
    let admin = try #require(event["adminURL"]?.string)
    guard let curl = Tool(named: "curl") else { return }
    let follower = try ChildProcess(
      curl.path, ["-sN", "--max-time", "300", "\(admin)/events"])
    #expect(follower.line() == ":")
    #expect(try await ask("\(admin)/shutdown", "POST").status == 200)
    #expect(server.finish().code == 0)
    #expect(follower.finish().code == 0)
  }

  @Test("Following requests ends when nothing reads them")
  func followed() async throws {
    let folder = try TemporaryFolder()
    try folder.write(Self.rule, to: "a.yaml")
    let (server, url, _) = try Program.serve([folder.path])
    defer { server.send(SIGTERM) }
    #expect(try await ask("\(url)/file").status == 200)
    // The status of a pipeline is that of its last command.
    let result = try ChildProcess.run(
      "/bin/sh",
      ["-c", #""$0" requests --follow --url "$1" | head -n 1"#, Program.url().path, url])
    #expect(result.output.contains("/file"))
    #expect(result.code == 0)
  }

  @Test("Who can be reached from other machines asks for a token, which it makes and prints")
  func token() async throws {
    let folder = try TemporaryFolder()
    try folder.write(Self.rule, to: "a.yaml")
    let (server, url, event) = try Program.serve([folder.path, "--host", "0.0.0.0"])
    defer { server.send(SIGTERM) }
    let token = try #require(event["adminToken"]?.string)
    #expect(token.count >= 20)
    #expect(try await ask("\(url)/__admin/stubs").status == 401)
    #expect(try await ask("\(url)/__admin/stubs", token: token).status == 200)
    #expect(try await ask("\(url)/file").text == "one")
  }

  @Test("Without the API, or with one elsewhere, stubs answer its path")
  func elsewhere() async throws {
    let folder = try TemporaryFolder()
    try folder.write(Self.rule.replacing("/file", with: "/__admin/health"), to: "a.yaml")
    let (off, offURL, offEvent) = try Program.serve([folder.path, "--no-admin"])
    defer { off.send(SIGTERM) }
    #expect(offEvent["adminURL"] == nil)
    #expect(try await ask("\(offURL)/__admin/health").text == "one")
    let (beside, besideURL, event) = try Program.serve([folder.path, "--admin-port", "0"])
    defer { beside.send(SIGTERM) }
    #expect(try await ask("\(besideURL)/__admin/health").text == "one")
    let admin = try #require(event["adminURL"]?.string)
    #expect(try await ask("\(admin)/health").text.contains("healthy"))
    let (other, otherURL, _) = try Program.serve([folder.path, "--admin-prefix", "/steer"])
    defer { other.send(SIGTERM) }
    #expect(try await ask("\(otherURL)/__admin/health").text == "one")
    #expect(try await ask("\(otherURL)/steer/health").text.contains("healthy"))
  }

  @Test("A coding agent speaks on standard input and output, with nothing else in between")
  func agent() throws {
    let folder = try TemporaryFolder()
    try folder.write(Self.rule, to: "a.yaml")
    let messages = """
      {"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-06-18"}}
      {"jsonrpc":"2.0","method":"notifications/initialized"}
      {"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"list_stubs"}}

      """
    let agent = try ChildProcess(
      Program.url().path, ["mcp", folder.path], input: Data(messages.utf8))
    let result = agent.finish()
    let lines = try result.output.split(separator: "\n").map {
      try #require(try JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any])
    }
    #expect(lines.compactMap { $0["id"] as? Int } == [1, 2])
    #expect(result.output.contains("/file"))
    #expect(result.errors.contains("Serving 1 stub from 1 file on http://127.0.0.1:"))
    #expect(result.code == 0)
  }

  @Test("An agent steers a running server, and hears when that is gone")
  func agentOfRunningServer() throws {
    let folder = try TemporaryFolder()
    try folder.write(Self.rule, to: "a.yaml")
    let (server, url, _) = try Program.serve([folder.path])
    let message = #"{"jsonrpc":"2.0","id":3,"method":"tools/call","params":{"name":"list_stubs"}}"#
    func ask() throws -> ChildProcess.Result {
      try ChildProcess(
        Program.url().path, ["mcp", "--url", url], input: Data("\(message)\n".utf8)
      ).finish()
    }
    #expect(try ask().output.contains("/file"))
    server.send(SIGTERM)
    _ = server.finish()
    #expect(try ask().output.contains("no stub server answers at"))
  }
}
