import Foundation
import TestSupport
import Testing

@Suite struct DescriptorLimitTests {
  private static let request = "GET / HTTP/1.1\r\nHost: a\r\n\r\n"

  /// Runs a command with few descriptors, without those that other tests leave to it.
  private static let limited = """
    for file in /dev/fd/*; do
      number=${file##*/}
      [ "$number" -lt 3 ] || eval "exec $number>&-"
    done
    ulimit -n 60 && exec "$0" "$@"
    """

  /// A server with a stub for `/`, which may have 60 descriptors.
  private static func serve(
    _ folder: TemporaryFolder, _ arguments: [String] = []
  ) throws -> (server: ChildProcess, port: Int) {
    try write("hi", folder)
    let program = try Program.url().path
    let server = try ChildProcess(
      "/bin/bash",
      ["-c", limited, program, "serve", folder.path, "--port", "0", "--json", "--threads", "2"]
        + arguments)
    let announcement = try #require(server.line())
    let port = try #require(
      announcement.firstMatch(of: /"url":"http:\/\/127.0.0.1:([0-9]+)"/).flatMap { Int($0.1) })
    return (server, port)
  }

  private static func write(_ text: String, _ folder: TemporaryFolder) throws {
    try folder.write(
      "stubs:\n  - match: { path: / }\n    respond: { text: \(text) }\n", to: "a.yaml")
  }

  private static func ask(_ client: WireClient) async throws -> WireResponse {
    try await client.send(request)
    return try await client.response()
  }

  @Test(
    "Without free descriptors, clients get 503 and why; when some are free, the stubs answer again",
    .timeLimit(.minutes(2)))
  func usedUp() async throws {
    let folder = try TemporaryFolder()
    let (server, port) = try Self.serve(folder)
    var clients: [WireClient] = []
    var statuses: [Int: Int] = [:]
    // One that asks too late, on a busy machine, finds its connection closed.
    var late = 0
    for _ in 0..<50 {
      let client = try WireClient(port: port)
      clients.append(client)
      guard let response = try? await Self.ask(client) else {
        late += 1
        continue
      }
      statuses[response.status, default: 0] += 1
      if response.status == 503 { #expect(response.text.contains("raise `ulimit -n`")) }
    }
    #expect(statuses[200, default: 0] > 10)
    #expect(statuses[503, default: 0] > late)
    #expect(statuses.count == 2)
    // Those that were answered go on.
    #expect(try await Self.ask(clients[0]).text == "hi")
    clients = []
    var status = 503
    while status == 503 {
      try await Task.sleep(for: .milliseconds(20))
      status = (try? await Self.ask(WireClient(port: port)).status) ?? 503
    }
    #expect(status == 200)
    server.send(SIGTERM)
    #expect(server.finish().code == 0)
  }

  @Test(
    "Without free descriptors, no other server is asked, which the answer says; files are read, and the server lives",
    .timeLimit(.minutes(5)))
  func others() async throws {
    let (folder, real) = (try TemporaryFolder(), try RealServer())
    let (server, port) = try Self.serve(folder, ["--upstream", "http://127.0.0.1:\(real.port)"])
    let first = try WireClient(port: port)
    #expect(try await Self.ask(first).text == "hi")
    var clients: [WireClient] = []
    var isFull = false
    while !isFull, clients.count < 60 {
      clients.append(try WireClient(port: port))
      isFull = (try? await Self.ask(clients[clients.count - 1]).status) != 200
    }
    #expect(isFull)
    try await first.send("GET /other HTTP/1.1\r\nHost: a\r\n\r\n")
    let response = try await first.response()
    #expect(response.status == 503)
    #expect(
      response.text.hasSuffix(
        ": too many open files (the limit is 60); close connections, or raise `ulimit -n`\n"))
    #expect(real.requestCount == 0)
    try Self.write("changed", folder)
    while try await Self.ask(first).text == "hi" { try await Task.sleep(for: .milliseconds(20)) }
    try await first.send("GET /__admin/mappings HTTP/1.1\r\nHost: localhost:\(port)\r\n\r\n")
    #expect(try await first.response().status == 200)
    server.send(SIGTERM)
    #expect(server.finish().code == 0)
  }
}
