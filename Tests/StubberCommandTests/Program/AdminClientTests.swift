import Foundation
import TestSupport
import Testing

/// The built command with programs that others wrote for what its admin API speaks.
@Suite("Clients of the admin API that others wrote", .serialized, .timeLimit(.minutes(3)))
struct AdminClientTests {
  private func serve() throws -> (server: ChildProcess, url: String, folder: TemporaryFolder) {
    let folder = try TemporaryFolder()
    let rules = try folder.write(
      "stubs: [{ name: \"a \\\"b\\\"\", match: { path: /a }, respond: { GET: { status: 200 } } }]",
      to: "a.yaml")
    let (server, url, _) = try Program.serve([rules, "--quiet"])
    return (server, url, folder)
  }

  @Test("PyPI's client of the Model Context Protocol steers stubs by pipe and over HTTP")
  func agents() async throws {
    let statement = "from mcp.client.streamable_http import streamable_http_client"
    guard let python = try await Tool.python(that: statement, by: "mcp==2.3.0") else { return }
    let (server, url, folder) = try serve()
    defer { server.send(SIGTERM) }
    let script = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "../Python/mcp_client.py").standardized.path
    let result = try await python.run(
      ["-B", script, try Program.url().path, folder.path, url + "/__admin"])
    #expect(result.code == 0, "\(result.output)\(result.errors)")
  }

  @Test("Prometheus has nothing to say against the metrics", .needs("promtool", "curl"))
  func metrics() async throws {
    guard let tool = Tool(named: "promtool"), let curl = Tool(named: "curl") else { return }
    let (server, url, _) = try serve()
    defer { server.send(SIGTERM) }
    for path in ["/a", "/b", "/a"] { _ = try await curl.run(["-s", url + path]) }
    let metrics = try await curl.run(["-s", "\(url)/__admin/metrics"]).output
    #expect(metrics.contains("stubber_requests_total"))
    let result = try await tool.run(["check", "metrics"], input: Data(metrics.utf8))
    #expect(result.code == 0 && result.output.isEmpty, "\(result.output)\(result.errors)")
  }
}
