import CoreTestSupport
import Foundation
import StubCore
import StubLanguages
import StubServer
import TestSupport
import Testing

@testable import StubAdmin

@Suite("Stubs that forward", .timeLimit(.minutes(2)))
struct ForwardingTests {
  private final class Site {
    let client = AdminClient()
    let real: RealServer
    let listener: Listener

    init(_ targets: WebhookTargets? = nil) throws {
      var configuration = ListenerConfiguration()
      configuration.targets = targets
      real = try RealServer(answers: [
        "/base/typed": Array(
          "HTTP/1.1 203 Odd\r\nContent-Type: text/plain\r\nX-Own: 1\r\nContent-Length: 2\r\n\r\nhi"
            .utf8)
      ])
      listener = try Listener(
        stubs: client.stubs, addresses: [.tcp(host: "127.0.0.1", port: 0)],
        configuration: configuration)
      try listener.start()
      client.admin.attach(listener)
    }

    deinit { listener.stop() }

    func add(_ response: String, _ request: String = #"{"urlPattern": "/.*"}"#) async -> Int {
      await client(
        .post, "/mappings",
        #"{"request": \#(request), "response": {"proxyBaseUrl": "http://127.0.0.1:\#(real.port)"#
          + "\(response)}}"
      ).status
    }

    /// `nil` where there is no curl.
    func ask(_ path: String, _ options: [String] = []) async throws -> String? {
      try await Tool.curl(options + [listener.url + path])?.output
    }
  }

  @Test("A stub with proxyBaseUrl answers with what that server answers, below its path")
  func forwards() async throws {
    let site = try Site()
    #expect(await site.add(#"/base/", "status": 500"#) == 201)
    guard let answer = try await site.ask("/a?b=c", ["-d", "body"]) else { return }
    #expect(answer == "real POST /base/a?b=c body")
    let request = String(decoding: site.real.lastRequest, as: UTF8.self)
    #expect(request.contains("Host: 127.0.0.1:\(site.real.port)\r\n"))
  }

  @Test(
    "Fields of the request are set and removed, those of the response added, a prefix taken off")
  func changes() async throws {
    let site = try Site()
    let keys = #"""
      /base", "proxyUrlPrefixToRemove": "/pre", "removeProxyRequestHeaders": ["x-gone"],
      "additionalProxyRequestHeaders": {"X-Add": "1", "User-Agent": "me", "Host": "other.test"},
      "headers": {"Content-Type": "text/own", "X-Def": ["d", "e"]}
      """#
    #expect(await site.add(keys) == 201)
    let options = ["-i", "-H", "X-Gone: 1", "-H", "X-Kept: 2"]
    guard let answer = try await site.ask("/pre/typed", options) else { return }
    let request = String(decoding: site.real.lastRequest, as: UTF8.self)
    #expect(request.hasPrefix("GET /base/typed "))
    for line in ["X-Add: 1", "User-Agent: me", "X-Kept: 2", "Host: other.test"] {
      #expect(request.contains("\r\n\(line)\r\n"), "\(request)")
    }
    #expect(!request.contains("X-Gone"))
    #expect(!request.contains("Host: 127.0.0.1"))
    #expect(!request.contains("curl/"))
    #expect(answer.hasPrefix("HTTP/1.1 203 Odd\r\n"))
    for line in ["Content-Type: text/own", "X-Own: 1", "X-Def: d", "X-Def: e"] {
      #expect(answer.contains("\r\n\(line)\r\n"), "\(answer)")
    }
    #expect(!answer.contains("text/plain"))
    #expect(answer.hasSuffix("\r\n\r\nhi"))
  }

  @Test(
    "What is left of a path stays a path, and redirects lead below the prefix that was taken off")
  func prefix() async throws {
    let site = try Site()
    #expect(await site.add(#"", "proxyUrlPrefixToRemove": "/api""#) == 201)
    guard let answer = try await site.ask("/api//h/x?y=1") else { return }
    #expect(answer == "real GET //h/x?y=1 ")
    #expect(try await site.ask("/api?y=1") == "real GET /?y=1 ")
    #expect(try await site.ask("/api/back", ["-i"])?.contains("\r\nLocation: /api/\r\n") == true)
    #expect(try await site.ask("/back", ["-i"])?.contains("\r\nLocation: /\r\n") == true)
  }

  @Test("A fault of the network breaks the real answer; one that shows none of it asks no server")
  func outage() async throws {
    let site = try Site()
    #expect(await site.add(#"""#) == 201)
    site.client.stubs.network = NetworkProfile(name: "torn", outage: .close(after: .percent(50)))
    guard let answer = try await site.ask("/a") else { return }
    #expect(answer == "real G")
    site.client.stubs.network = NetworkProfile(name: "mute", outage: .emptyResponse)
    #expect(try await site.ask("/a") == "")
    #expect(site.real.requestCount == 1)
  }

  @Test("The journal has the real answer, and a snapshot makes a stub of it")
  func journal() async throws {
    let site = try Site()
    #expect(await site.add(#"", "fixedDelayMilliseconds": 5"#) == 201)
    guard let answer = try await site.ask("/a") else { return }
    #expect(answer == "real GET /a ")
    try await site.client.journalIsComplete()
    let event = await site.client(.get, "/requests").json["requests"]?[0]
    #expect(event?["wasMatched"] == true)
    #expect(event?["response"]?["status"] == 200)
    #expect(event?["response"]?["body"] == "real GET /a ")
    #expect(event?["timing"]?["addedDelay"] == 5)
    let mappings = await site.client(.post, "/recordings/snapshot").json["mappings"]
    #expect(mappings?.array?.count == 1)
    #expect(mappings?[0]?["request"] == ["method": "GET", "url": "/a"])
    let count = site.real.requestCount
    #expect(try await site.ask("/a") == "real GET /a ")
    #expect(site.real.requestCount == count)
  }

  @Test("Stubs for several servers do not mix, and one that does not answer is a 502 that says so")
  func servers() async throws {
    let (site, other) = (try Site(), try RealServer())
    #expect(await site.add(#"""#, #"{"urlPath": "/one"}"#) == 201)
    for (path, port) in [("/two", other.port), ("/none", 1)] {
      let status = await site.client(
        .post, "/mappings",
        #"{"request": {"urlPath": "\#(path)"}, "response": {"proxyBaseUrl": "http://127.0.0.1:\#(port)"}}"#
      ).status
      #expect(status == 201)
    }
    for _ in 0..<2 where try await site.ask("/one") != "real GET /one " { return }
    #expect(try await site.ask("/two") == "real GET /two ")
    #expect(site.real.requestCount == 2)
    #expect(other.requestCount == 1)
    let answer = try #require(try await site.ask("/none", ["-i"]))
    #expect(answer.hasPrefix("HTTP/1.1 502 "))
    #expect(answer.contains("http://127.0.0.1:1 did not answer GET http://127.0.0.1:1/none"))
    try await site.client.journalIsComplete()
    let event = await site.client(.get, "/requests").json["requests"]?[0]
    #expect(event?["response"]?["status"] == 502)
    #expect(event?["response"]?["body"]?.string.map(answer.hasSuffix) == true)
  }

  @Test(
    "A request that a stub forwards to its own server comes back once, and ends with the reason")
  func itself() async throws {
    let site = try Site()
    let mapping = #"{"request": {}, "response": {"proxyBaseUrl": "\#(site.listener.url)"}}"#
    #expect(await site.client(.post, "/mappings", mapping).status == 201)
    guard let answer = try await site.ask("/a", ["-i"]) else { return }
    #expect(answer.hasPrefix("HTTP/1.1 508 Loop Detected\r\n"))
    #expect(
      answer.contains("is not forwarded to \(site.listener.url): it has come through stubber-"))
    #expect(site.client.stubs.journal.receivedCount == 2)
  }

  @Test("A server that is denied is not connected to, and the answer says so")
  func denied() async throws {
    var targets = WebhookTargets()
    try targets.allow("*")
    try targets.deny("127.0.0.1")
    let site = try Site(targets)
    #expect(await site.add(#"""#) == 201)
    guard let answer = try await site.ask("/a") else { return }
    #expect(answer.contains("127.0.0.1 is not an allowed target; see --allow-proxy-targets"))
    #expect(site.real.requestCount == 0)
  }

  @Test("Where nothing can forward, the answer says so")
  func inProcess() async throws {
    let site = try Site()
    #expect(await site.add(#"""#) == 201)
    let plan = try #require(site.client.stubs.plan(for: ReceivedRequest(.get, "/a")))
    #expect(plan.status == 501)
    #expect(plan.bodyText.contains("which only a listener can do"))
  }

  @Test(
    "What cannot be forwarded is refused",
    arguments: [
      (#"?a=1""#, "the URL of a server"), (#"/{{request.path}}""#, "a URL that is no template"),
      (#"", "body": "x""#, "not both"), (#"", "fault": "EMPTY_RESPONSE""#, "not both"),
      (
        #"", "transformers": ["response-template"], "headers": {"A": "{{request.path}}"}"#,
        "cannot be a template"
      ),
    ])
  func refusals(response: String, words: String) async throws {
    let site = try Site()
    let mapping =
      #"{"request": {}, "response": {"proxyBaseUrl": "http://127.0.0.1:1\#(response)}}"#
    let reply = await site.client(.post, "/mappings", mapping)
    #expect(reply.status == 422)
    #expect(reply.json["errors"]?[0]?["detail"]?.string?.contains(words) == true, "\(reply.text)")
  }
}
