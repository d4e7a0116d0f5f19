import StubCore
import TestSupport
import Testing

@testable import StubServer

@Suite(.timeLimit(.minutes(5))) struct RelayTests {
  private static let requests = [
    "GET /a?b=c HTTP/1.1\r\nHost: a\r\nAccept: x/y\r\n\r\n",
    "GET /g HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\n\r\ng",
    "HEAD /h HTTP/1.1\r\nHost: a\r\nEmpty:\r\n\r\n",
    "POST /p HTTP/1.1\r\nHost: a\r\nContent-Type: text/plain\r\nContent-Length: 4\r\n\r\nbody",
    "POST /e HTTP/1.1\r\nHost: a\r\nContent-Length: 0\r\n\r\n",
    "PUT /l HTTP/1.1\r\nHost: a\r\nContent-Length: 100000\r\n\r\n"
      + String(repeating: "l", count: 100_000),
    "DELETE /d HTTP/1.1\r\nHost: a\r\nUser-Agent: u\r\n\r\n",
    "OPTIONS * HTTP/1.1\r\nHost: a\r\n\r\n",
  ]

  /// A listener that passes all requests on to the real server, with one event loop.
  private func relay(to server: String) throws -> Listener {
    var configuration = ListenerConfiguration.forTests
    configuration.threadCount = 1
    configuration.upstream = try UpstreamConfiguration(url: server)
    let stubs = StubSet()
    stubs.unhandledMode = .optin
    return try Listener(stubs: stubs, port: 0, configuration: configuration)
  }

  /// Returns the last of these requests as the real server receives it.
  private func received(_ requests: [String]) async throws -> [String] {
    let stubs = StubSet()
    stubs.add(stub: HTTPStubRequest().stub(.status(.ok)))
    try await withListener(serving: stubs) { real in
      let listener = try relay(to: real.url)
      try listener.start()
      defer { listener.stop() }
      let client = try WireClient(port: listener.port)
      for request in requests {
        try await client.send(request)
        let method = String(request.prefix { $0 != " " })
        #expect(try await client.response(to: method).status == 200)
      }
    }
    let last = try #require(stubs.journal.entries.last?.request)
    let fields = last.headers.fields.filter { $0.name != .host && $0.name != "Via" }
    return ["\(last.method) \(last.target.pathAndQuery)", last.bodyText]
      + fields.map { "\($0.name.rawName): \($0.value)" }
  }

  @Test(
    "A request is passed on as if none had come before it on the same connection",
    arguments: requests, requests)
  func pairs(first: String, second: String) async throws {
    let alone = try await received([second])
    #expect(try await received([first, second]) == alone)
    #expect(try await received([first, first, second]) == alone)
  }

  @Test(
    "A body is passed on whole and in the server's framing",
    arguments: [0, 1, 1_000, 16_384, 65_535, 65_536, 65_537, 1_000_000], [false, true])
  func bodies(count: Int, isChunked: Bool) async throws {
    let body = String(repeating: "b", count: count)
    let handler: RequestHandler = { _ in
      var plan = ResponsePlan.ok(body)
      if isChunked {
        plan.head?.headers.remove(.contentLength)
        plan.head?.headers[.transferEncoding] = "chunked"
      }
      return ListenerResponse(.ready(plan))
    }
    try await withListener(handler: handler) { real in
      let listener = try relay(to: real.url)
      try listener.start()
      defer { listener.stop() }
      let client = try WireClient(port: listener.port)
      for _ in 0..<3 {
        try await client.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n")
        let response = try await client.response()
        #expect(response.text == body)
        #expect(response["Content-Length"] == (isChunked ? nil : "\(count)"))
      }
    }
  }
}
