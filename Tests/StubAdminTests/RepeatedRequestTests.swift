import StubCore
import StubServer
import TestSupport
import Testing

@testable import StubAdmin

@Suite("The curl command of each report sends its request to the server once more")
struct RepeatedRequestTests {
  /// Where a command is shown, each with how it is asked for.
  private enum Place: String, CaseIterable {
    case text, json, explained, explanation, unmatched, account
  }

  @Test(
    "Whatever host a request names, its command reaches the server, and names that host",
    .needs("curl"),
    arguments: [
      "127.0.0.1:PORT", "localhost:PORT", "api.example.com", "api.example.com:81",
      "api.example.com:PORT",
    ])
  func hosts(host: String) async throws {
    guard let shell = Tool(named: "sh"), Tool.curl != nil else { return }
    let client = AdminClient()
    let listener = try Listener(
      stubs: client.stubs, addresses: [.tcp(host: "127.0.0.1", port: 0)],
      configuration: ListenerConfiguration(), reserved: client.admin.reservedPath, sessions: nil)
    try listener.start()
    defer { listener.stop() }
    client.admin.attach(listener)
    let host = host.replacing("PORT", with: "\(listener.port)")
    // A name with the server's own port may be the server's; no name here leads elsewhere.
    let resolves = !host.hasSuffix("example.com:\(listener.port)")
    for place in Place.allCases {
      let command = try await command(at: place, host, client, listener)
      guard resolves else {
        #expect(command.contains("http://\(host)/a"), "\(place)")
        continue
      }
      let result = try await shell.run(["-c", command + " --silent --noproxy '*' --max-time 300"])
      let url = "http://\(host)/a?b=c"
      let start = place == .json ? #""url": "\#(url)""# : "No stub matches GET \(url)\n"
      #expect(result.output.contains(start), "\(place): \(command)")
    }
  }

  private func command(
    at place: Place, _ host: String, _ client: AdminClient, _ listener: Listener
  ) async throws -> String {
    let accept = place == .json ? "application/json" : "text/plain"
    let wire = try WireClient(port: listener.port)
    try await wire.send("GET /a?b=c HTTP/1.1\r\nHost: \(host)\r\nAccept: \(accept)\r\n\r\n")
    let report = try await wire.response()
    let name = await client(.get, "/requests").json["requests"]?[0]?["id"]?.string ?? ""
    let json: JSONValue? =
      switch place {
      case .text: nil
      case .json: try JSONValue(parsing: report.text)
      case .explained:
        await client(
          .post, "/explain",
          #"{"absoluteUrl": "http://\#(host)/a?b=c", "headers": {"Accept": "a/b"}}"#
        ).json
      case .explanation: await client(.get, "/requests/\(name)/explanation").json
      case .unmatched: await client(.get, "/journal/unmatched?limit=1").json["requests"]?[0]
      case .account: await client(.get, "/requests/\(name)/account").json
      }
    guard let json else {
      let last = report.text.split(separator: "\n").last { $0.contains("curl") }
      return String(try #require(last))
    }
    return try #require(json["curl"]?.string)
  }

  @Test("A path alone is asked of the server, in a session with the session's field")
  func path() async throws {
    let client = AdminClient()
    let listener = try Listener(stubs: client.stubs, port: 0)
    try listener.start()
    defer { listener.stop() }
    client.admin.attach(listener)
    let plain = await client(.post, "/explain", #"{"url": "/a"}"#)
    #expect(plain.json["curl"]?.string == "curl '\(listener.url)/a'")
    let session = await client(.post, "/sessions", #"{"name": "t1"}"#)
    #expect(session.status == 201)
    let field = client.admin.sessions.configuration.field
    let own = await client(.post, "/explain", #"{"url": "/a"}"#, headers: [field: "t1"])
    #expect(own.json["curl"]?.string == "curl -H '\(field.rawName): t1' '\(listener.url)/a'")
  }

  @Test("A stub that was sent is called so in reports, with its set, and as no file")
  func sentStub() async {
    let client = AdminClient { $0.folder = "stubs" }
    _ = await client(
      .post, "/stubs?set=teas", "stubs:\n- { match: { path: /b }, respond: { GET: {} } }")
    _ = await client(.post, "/mappings", #"{"request": {"url": "/c"}, "response": {}}"#)
    let report = await client(.post, "/explain", #"{"url": "/bb"}"#).json["nearMisses"]?.array ?? []
    #expect(
      Set(report.compactMap { $0["stub"]?.string }) == [
        "stub added over HTTP (teas:2)", "stub added over HTTP (admin:1)",
      ])
  }
}
