import Foundation
import StubCore
import StubLanguages
import StubServer
import TestSupport
import Testing

@testable import StubAdmin

@Suite("Snapshots of the journal and bodies in files", .timeLimit(.minutes(2)))
struct SnapshotTests {
  /// A listener that forwards to a real server what no stub answers.
  private final class Site {
    let client: AdminClient
    let real: RealServer
    let listener: Listener
    let folder: TemporaryFolder?

    init(bodyBytes: Int = .max, folder: TemporaryFolder? = nil, base: String = "") throws {
      self.folder = folder
      client = AdminClient(journal: Journal.Limits(bodyBytes: bodyBytes)) {
        $0.folder = folder?.path ?? ""
      }
      real = try RealServer(answers: [
        "/data": Self.answer("application/octet-stream", "0123456789"),
        "/page.html": Self.answer("text/html; charset=utf-8", "0123456789"),
        "/short": Self.answer("text/plain", "0123"),
      ])
      var configuration = ListenerConfiguration()
      configuration.upstream = try UpstreamConfiguration(
        url: "http://127.0.0.1:\(real.port)\(base)")
      listener = try Listener(
        stubs: client.stubs, addresses: [.tcp(host: "127.0.0.1", port: 0)],
        configuration: configuration)
      client.stubs.unhandledMode = .optin
      try listener.start()
      client.admin.attach(listener)
    }

    deinit { listener.stop() }

    private static func answer(_ type: String, _ body: String) -> [UInt8] {
      Array(
        "HTTP/1.1 200 OK\r\nContent-Type: \(type)\r\nContent-Length: \(body.utf8.count)\r\n\r\n\(body)"
          .utf8)
    }

    /// `nil` where there is no curl.
    func ask(_ path: String, _ options: [String] = []) async throws -> String? {
      let output = try await Tool.curl(options + [listener.url + path])?.output
      try await client.journalIsComplete()
      return output
    }
  }

  @Test("What a real server has answered becomes stubs, without a recording")
  func journal() async throws {
    let site = try Site()
    site.client.stubs.add(stub: HTTPStubRequest().match(path: "/own").stub(.text("own")))
    guard try await site.ask("/a?x=1", ["-d", "{\"b\": 1}", "-H", "Accept: x"]) != nil else {
      return
    }
    _ = try await site.ask("/own")
    _ = try await site.ask("/short")
    let mappings = await site.client(.post, "/recordings/snapshot", "{}").json["mappings"]
    #expect(mappings?.array?.count == 2)
    #expect(mappings?[0]?["request"]?["url"] == "/a?x=1")
    #expect(mappings?[0]?["request"]?["bodyPatterns"]?[0]?["equalToJson"] == "{\"b\": 1}")
    #expect(mappings?[0]?["response"]?["body"] == "real POST /a?x=1 {\"b\": 1}")
    #expect(mappings?[1]?["response"]?["body"] == "0123")
    let count = site.real.requestCount
    #expect(try await site.ask("/short") == "0123")
    #expect(site.real.requestCount == count)
  }

  @Test("A snapshot takes the requests that filters name, and those that stubs answered if it may")
  func filters() async throws {
    let site = try Site()
    site.client.stubs.add(stub: HTTPStubRequest().match(path: "/own").stub(.text("own")))
    for path in ["/own", "/a", "/b"] where try await site.ask(path) == nil { return }
    func urls(_ filters: String) async -> [String] {
      let reply = await site.client(
        .post, "/recordings/snapshot", "{\"persist\": false, \"filters\": \(filters)}")
      let mappings = reply.json["mappings"]?.array ?? []
      await site.client(.delete, "/mappings")
      return mappings.compactMap { $0["request"]?["url"]?.string }
    }
    let requests = await site.client(.get, "/requests").json["requests"]
    let first = try #require(requests?[0]?["id"]?.string)
    #expect(await urls("{\"ids\": [\"\(first)\"]}") == ["/b"])
    #expect(await urls("{\"urlPath\": \"/a\"}") == ["/a"])
    #expect(await urls("{\"allowNonProxied\": true}") == ["/own", "/a", "/b"])
  }

  @Test("A body of which the journal has only the start makes no stub, and the answer says so")
  func cut() async throws {
    let site = try Site(bodyBytes: 6)
    for path in ["/data", "/short"] where try await site.ask(path) == nil { return }
    let reply = await site.client(.post, "/recordings/snapshot").json
    #expect(reply["mappings"]?.array?.count == 1)
    let leftOut = reply["leftOut"]?[0]
    #expect(leftOut?["url"] == "/data")
    #expect(leftOut?["reason"] == "the journal has only the start of the body of its response")
    let event = await site.client(.get, "/requests").json["requests"]?[1]
    #expect(event?["response"]?["body"] == "012345")
    #expect(event?["response"]?["bodyIsCut"] == true)
    #expect(event?["response"]?["bodyBytes"] == 10)
  }

  @Test("The journal has the error in the place of a server's answer, and no stub is made of it")
  func unreached() async throws {
    let site = try Site()
    await site.client(.post, "/recordings/start", #"{"targetBaseUrl": "http://127.0.0.1:1"}"#)
    guard let answer = try await site.ask("/c") else { return }
    _ = try await site.ask("/d", ["-H", "Upgrade: websocket"])
    let events = await site.client(.get, "/requests").json["requests"]
    for (index, status) in [501, 502].enumerated() {
      #expect(events?[index]?["response"]?["status"]?.number == JSONNumber(status))
      #expect(events?[index]?["responseDefinition"]?["status"]?.number == JSONNumber(status))
    }
    #expect(events?[1]?["response"]?["body"]?.string == answer)
    await site.client(.post, "/recordings/stop")
    let reply = await site.client(.post, "/recordings/snapshot").json
    #expect(reply["mappings"] == [], "\(reply)")
  }

  @Test("The path of the server is no part of what clients ask for")
  func base() async throws {
    let site = try Site()
    await site.client(
      .post, "/recordings/start", "{\"targetBaseUrl\": \"http://127.0.0.1:\(site.real.port)/base\"}"
    )
    guard let answer = try await site.ask("/c?d=1") else { return }
    #expect(answer == "real GET /base/c?d=1 ")
    let mappings = await site.client(.post, "/recordings/stop").json["mappings"]
    #expect(mappings?[0]?["request"]?["url"] == "/c?d=1")
    #expect(mappings?[0]?["name"] == "c")
  }

  @Test("Large bodies go to files, which the stubs then name")
  func extraction() async throws {
    let folder = try TemporaryFolder()
    let site = try Site(folder: folder)
    let criteria = "{\"textSizeThreshold\": \"0.005 kb\", \"binarySizeThreshold\": 10}"
    await site.client(
      .post, "/recordings/start",
      "{\"targetBaseUrl\": \"http://127.0.0.1:\(site.real.port)\", \"extractBodyCriteria\": \(criteria)}"
    )
    for path in ["/data", "/page.html", "/short"] where try await site.ask(path) == nil { return }
    let mappings = await site.client(.post, "/recordings/stop").json["mappings"]
    #expect(mappings?[0]?["response"]?["body"] == "0123456789")
    let page = try #require(mappings?[1])
    let id = try #require(page["id"]?.string)
    #expect(page["response"]?["bodyFileName"]?.string == "pagehtml-\(id).txt")
    #expect(page["response"]?["body"] == nil)
    #expect(folder.text(of: "__files/pagehtml-\(id).txt") == "0123456789")
    #expect(folder.text(of: "mappings/pagehtml-\(id).json")?.contains("bodyFileName") == true)
    #expect(mappings?[2]?["response"]?["body"] == "0123")
    let count = site.real.requestCount
    #expect(try await site.ask("/page.html") == "0123456789")
    #expect(site.real.requestCount == count)
  }

  @Test("The file of a body has a name that file systems take, however long the path is")
  func longNames() async throws {
    let folder = try TemporaryFolder()
    let site = try Site(folder: folder)
    let path = "/" + String(repeating: "%C3%A4", count: 240)
    guard let body = try await site.ask(path) else { return }
    let criteria = #"{"extractBodyCriteria": {"textSizeThreshold": 1, "binarySizeThreshold": 1}}"#
    let reply = await site.client(.post, "/recordings/snapshot", criteria).json
    #expect(reply["leftOut"] == nil)
    let response = reply["mappings"]?[0]?["response"]
    let name = try #require(response?["bodyFileName"]?.string)
    #expect(name.hasPrefix("äää"))
    #expect(folder.text(of: "__files/\(name)") == body)
  }

  @Test(
    "Sizes are read as WireMock reads them",
    arguments: [
      ("2048", 2_048), ("10 kb", 10_240), ("10KB", 10_240), ("1.5 k", 1_536), ("1,5 k", 1_536),
      ("1 Mb", 1_048_576), ("2 g", 2_147_483_648), (" 10 ", 10), ("1.5", 1), ("2 T", nil),
      ("x", nil), ("", nil), ("-1", nil), ("10 bytes", nil), ("99999999999999999999 g", nil),
    ])
  func sizes(text: String, bytes: Int?) {
    #expect(BodyExtraction.size(text) == bytes)
  }

  @Test(
    "Files are named as WireMock 2.35.1 names them, which tells texts from other bodies in this way",
    arguments: [
      ("/a", "text/html", "x", "txt", true), ("/c", "application/javascript", "x", "txt", false),
      ("/d", "image/svg+xml", "x", "xml", true), ("/e.css", "", "x", "css", false),
      ("/f?b=1", "", "{\"a\":1}", "json", false), ("/g", "", "<a/>", "xml", false),
      ("/h", "application/pdf", "x", "pdf", false), ("/i", "image/jpeg", "x", "jpeg", false),
      ("/j.html", "application/octet-stream", "x", "html", false),
      ("/m", "application/x-www-form-urlencoded", "x", "txt", true),
      ("/n.tar.gz", "", "x", "gz", false), ("/o", "video/mpeg", "x", "mp2", false),
      ("/r", "application/vnd.api+json", "x", "json", true),
      ("/t.csv", "text/csv", "x", "txt", true), ("/u.yaml", "application/yaml", "x", "yaml", true),
      ("/v.PNG", "", "x", "PNG", false), ("/w", "IMAGE/PNG", "x", "txt", false),
      ("/x.d/y", "", "x", "txt", false),
    ])
  func fileNames(url: String, type: String, body: String, fileExtension: String, isText: Bool) {
    let file = WireMockBodyFile(url: url, contentType: type, Data(body.utf8))
    #expect(file.fileExtension == fileExtension)
    #expect(file.isText == isText)
  }
}
