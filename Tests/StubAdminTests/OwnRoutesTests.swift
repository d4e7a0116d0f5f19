import StubCore
import StubFiles
import StubLanguages
import StubServer
import TestSupport
import Testing

@testable import StubAdmin

@Suite("What only this server has is steered over HTTP too")
struct OwnRoutesTests {
  private let client = AdminClient()

  @Test(
    "Files that sent rules name are those of the server, as is said where one is missing",
    arguments: [("no-such", "no-such/x.txt", " no-such"), ("", "x.txt", "")])
  func missingFile(folder: String, file: String, shown: String) async {
    let client = AdminClient { $0.folder = folder }
    let rules = "stubs: [{ respond: { GET: { bodyFile: x.txt } } }]"
    let text = "no such file \(file); paths count from the server's folder\(shown)\""
    let reply = await client(.post, "/stubs", rules)
    #expect(reply.status == 422)
    #expect(reply.text.contains(text), "\(reply.text)")
    #expect(await client(.post, "/check", rules).text.contains(text))
  }

  @Test("The stubs of a rule file are added together, shown as written, replaced and removed")
  func stubs() async {
    let added = await client(
      .post, "/stubs",
      """
      stubs:
        - { name: first, match: { path: /a }, respond: { GET: { text: one } } }
        - { match: { path: /b }, respond: { POST: { status: 201 } } }
      """)
    #expect(added.status == 201)
    let ids = added.json["ids"]?.array?.compactMap(\.string) ?? []
    #expect(ids.count == 2)
    client.receive(.get, "/a")
    let shown = await client(.get, "/stubs/\(ids[0])").json
    #expect(shown["rule"]?["match"]?["path"] == "/a")
    #expect(shown["answered"] == 1)
    #expect(shown["name"] == "first")
    let replaced = await client(
      .put, "/stubs/\(ids[0])", "match: { path: /c }\nrespond: { GET: { status: 204 } }")
    #expect(replaced.status == 200)
    #expect(replaced.json["id"] == .string(ids[0]))
    #expect(await client(.delete, "/stubs/\(ids[1])").status == 204)
    #expect(await client(.get, "/stubs").json["total"] == 1)
    #expect(await client(.delete, "/stubs").status == 204)
    #expect(client.stubs.stubs.isEmpty)
  }

  @Test("Limits begin anew when that is asked for, for all or for a session")
  func counts() async {
    await client(
      .post, "/stubs",
      "stubs: [{ match: { path: /a }, times: 1, respond: { GET: { status: 200 } } }]")
    let id = client.stubs.stubs[0].id
    for _ in 0..<2 { client.receive(.get, "/a") }
    #expect(client.stubs.journal.entries.map { $0.stubID == id } == [true, false])
    #expect(await client(.post, "/stubs/reset-counts").status == 204)
    client.receive(.get, "/a")
    #expect(client.stubs.journal.entries.last?.stubID == id)
    #expect(client.stubs.stubs.count == 1)
  }

  @Test("A rule file with an error is refused with line and column, and nothing is added")
  func errors() async {
    let reply = await client(
      .post, "/stubs",
      """
      stubs:
        - { match: { path: /a }, respond: { GET: { text: one } } }
        - { match: { pth: /b }, respond: { GET: { text: two } } }
      """)
    #expect(reply.status == 422)
    #expect(reply.json["errors"]?[0]?["source"]?["line"] == 3)
    #expect(reply.json["errors"]?[0]?["source"]?["column"] == 16)
    #expect(client.stubs.stubs.isEmpty)
    let check = await client(.post, "/check", "stubs: [{ mtch: {} }]").json
    #expect(check["ok"] == false)
    #expect(check["findings"]?[0]?["severity"] == "error")
  }

  @Test("A request is explained without being counted, described or from the journal")
  func explaining() async {
    await client(.post, "/mappings", #"{"request": {"url": "/a", "method": "GET"}}"#)
    let answered = await client(.post, "/explain", #"{"url": "/a"}"#).json
    #expect(answered["answered"] == true)
    #expect(AdminNames.isUUID(answered["stubId"]?.string ?? ""))
    let missed = await client(.post, "/explain", #"{"method": "POST", "url": "/a"}"#).json
    #expect(missed["answered"] == false)
    #expect(
      missed["nearMisses"]?[0]?["matchers"]?.array?.contains { $0["matched"] == false } == true)
    #expect(missed["rule"]?.string?.hasPrefix("stubs:") == true)
    #expect(client.stubs.journal.receivedCount == 0)
    client.receive(.get, "/b")
    let id = await client(.get, "/journal").json["requests"]?[0]?["id"]?.string ?? ""
    #expect(await client(.get, "/requests/\(id)/explanation").json["answered"] == false)
    let unmatched = await client(.get, "/journal/unmatched").json["requests"]?[0]
    #expect(unmatched?["rule"]?.string?.contains("/b") == true)
    #expect(await client(.post, "/explain", #"{"url": 3}"#).status == 422)
  }

  @Test("The network is set by name or by values, shown, and taken away; a wrong one is refused")
  func network() async {
    #expect(await client(.put, "/network", "3g").json["network"]?["name"] == "3g")
    let own = await client(.put, "/network", "{ download: 20KB, latency: 300ms }").json["network"]
    #expect(own?["download"] == 20_000)
    #expect(own?["latency"] == 300)
    #expect(await client(.put, "/network", "9g").status == 422)
    #expect(client.stubs.network?.download?.bytesPerSecond == 20_000)
    #expect(await client(.delete, "/network").json == ["network": nil])
    #expect(await client(.put, "/faults/connection", "reset").status == 409)
  }

  @Test("A fault of connections counts again when it is set again")
  func faults() async throws {
    let listener = try Listener(stubs: client.stubs, port: 0)
    client.admin.attach(listener)
    try listener.start()
    defer { listener.stop() }
    for _ in 0..<2 {
      #expect(await client(.put, "/faults/connection", "{ type: reset, first: 1 }").status == 200)
      await #expect(throws: WireError.reset(after: [])) {
        try await WireClient(port: listener.port).rest()
      }
    }
  }

  @Test("Gates are listed, opened and closed by their names")
  func gates() async {
    await client(
      .post, "/stubs",
      "stubs: [{ match: { path: /a }, respond: { GET: { status: 200, gate: go } } }]")
    #expect(await client(.get, "/gates").json["gates"]?[0]?["name"] == "go")
    #expect(await client(.put, "/gates/go", #"{"open": true}"#).json["open"] == true)
    #expect(client.admin.context.gates["go"]?.isOpen == true)
    #expect(await client(.put, "/gates/go", #"{"open": false}"#).json["open"] == false)
    #expect(await client(.put, "/gates/go", "{}").status == 422)
    #expect(await client(.post, "/gates/go/release").json["waiting"] == 0)
    #expect(await client(.put, "/gates/no", #"{"open": true}"#).status == 404)
  }

  @Test("A recording is written in another format, or refused with its place")
  func converting() async throws {
    let har = """
      {"log": {"version": "1.2", "creator": {"name": "a", "version": "1"}, "entries": [{
        "startedDateTime": "2026-01-01T00:00:00Z", "time": 1,
        "request": {"method": "GET", "url": "http://a/b", "httpVersion": "HTTP/1.1", "headers": [],
          "queryString": [], "cookies": [], "headersSize": -1, "bodySize": 0},
        "response": {"status": 200, "statusText": "OK", "httpVersion": "HTTP/1.1", "headers": [],
          "cookies": [], "content": {"size": 2, "mimeType": "text/plain", "text": "hi"},
          "redirectURL": "", "headersSize": -1, "bodySize": 2},
        "cache": {}, "timings": {"send": 0, "wait": 1, "receive": 0}}]}}
      """
    func body(_ recording: String, _ format: String) -> String {
      JSONValue.object(["recording": .string(recording), "to": .string(format)]).text()
    }
    let vcr = await client(.post, "/convert", body(har, "vcr")).json
    #expect(vcr["interactions"] == 1)
    #expect(vcr["text"]?.string?.contains("http_interactions:") == true)
    let list = await client(.post, "/convert", body(har, "yahttpvcr-plist")).json
    #expect(list["text"] != nil || list["base64"] != nil)
    #expect(await client(.post, "/convert", body(har, "hars")).status == 422)
    let rules = "stubs: [{ match: { path: /a }, respond: { GET: { status: 200 } } }]"
    let stubs = await client(.post, "/convert", body(rules, "har"))
    #expect(stubs.json["errors"]?[0]?["title"] == "this is no recording")
    let wrong = await client(.post, "/convert", body("{", "har"))
    #expect(wrong.status == 422)
    #expect(wrong.json["errors"]?[0]?["source"]?["line"] == 1)
    #expect(client.stubs.stubs.isEmpty)
  }

  @Test("The seed is shown, and set so that its values begin anew")
  func seed() async {
    #expect(await client(.put, "/seed", #"{"seed": 7}"#).json == ["seed": 7])
    let random = client.stubs.templateEnvironment.random
    let values = (random.next(), random.next())
    #expect(values == (SeededRandom(seed: 7).next(), values.1))
    #expect(await client(.get, "/seed").json == ["seed": 7])
    await client(.put, "/seed", #"{"seed": 7}"#)
    #expect((random.next(), random.next()) == values)
    for body in [#"{"seed": -1}"#, #"{"seed": 4294967296}"#, "{}", #"{"seed": "x"}"#] {
      #expect(await client(.put, "/seed", body).status == 422, "\(body)")
    }
  }

  @Test("Without a listener there is no clock to set")
  func clock() async {
    #expect(await client(.get, "/clock").status == 409)
    #expect(await client(.put, "/clock", #"{"held": true}"#).status == 409)
  }

  @Test("The clock is held, advanced and released over HTTP; a wrong time is refused")
  func clockOfListener() async throws {
    let listener = try Listener(stubs: client.stubs, port: 0)
    client.admin.attach(listener)
    #expect(await client(.get, "/clock").json["held"] == false)
    #expect(await client(.put, "/clock", #"{"held": true}"#).json["held"] == true)
    #expect(listener.clock.isHeld)
    let ahead = await client(.post, "/clock/advance", #"{"by": "1h"}"#).json["aheadMilliseconds"]
    #expect((ahead?.number?.integer ?? 0) > 3_500_000)
    #expect(await client(.post, "/clock/advance", #"{"by": 1.5}"#).status == 200)
    for body in ["{}", #"{"by": "soon"}"#, #"{"by": -1}"#, #"{"by": "1d"}"#] {
      #expect(await client(.post, "/clock/advance", body).status == 422, "\(body)")
    }
    #expect(await client(.put, "/clock", "{}").status == 422)
    #expect(await client(.put, "/clock", #"{"held": false}"#).json["held"] == false)
    #expect(!listener.clock.isHeld)
  }

  @Test("A session sees the clock of all, and is refused to change it")
  func clockOfSession() async throws {
    let listener = try Listener(stubs: client.stubs, port: 0)
    client.admin.attach(listener)
    let one: HTTPHeaders = ["X-Stub-Session": "one"]
    let lead = listener.clock.lead
    let reply = await client(.put, "/clock", #"{"held": true}"#, headers: one)
    #expect(reply.status == 409)
    #expect(
      reply.json["errors"]?[0]?["title"]
        == #"the session "one" cannot change the clock, which is that of all"#)
    #expect(await client(.post, "/clock/advance", #"{"by": "1h"}"#, headers: one).status == 409)
    #expect(!listener.clock.isHeld)
    #expect(listener.clock.lead == lead)
    #expect(await client(.get, "/clock", headers: one).json["held"] == false)
  }

  @Test("Each route is described with all its variables, and no two are the same")
  func description() async {
    let document = await client(.get, "/openapi.json").json
    #expect(document["openapi"] == "3.0.3")
    let paths = document["paths"]?.object?.members ?? []
    let operations = paths.reduce(0) { $0 + ($1.value.object?.count ?? 0) }
    #expect(operations == AdminRoute.all.count)
    for (path, operations) in paths {
      let variables = path.split(separator: "/").filter { $0.hasPrefix("{") }.count
      for (_, operation) in operations.object?.members ?? [] {
        let described = operation["parameters"]?.array?.filter { $0["in"] == "path" }.count
        #expect(described == variables, "\(path)")
        #expect(operation["summary"]?.string?.isEmpty == false, "\(path)")
      }
    }
  }

  @Test("An unknown path is not found, and a known one says which methods it has")
  func unknown() async {
    #expect(await client(.get, "/nothing").status == 404)
    let reply = await client(.patch, "/stubs")
    #expect(reply.status == 404)
    #expect(reply.json["errors"]?[0]?["title"]?.string?.contains("GET") == true)
  }

  @Test("Counts are shown in Prometheus' format, with hostile names quoted")
  func metrics() async {
    await client(
      .post, "/stubs",
      #"stubs: [{ name: "a\"b\\c\nd", match: { path: /a }, respond: { GET: { status: 200 } } }]"#)
    client.receive(.get, "/a")
    client.receive(.get, "/b")
    let text = await client(.get, "/metrics").text
    #expect(text.contains("stubber_requests_total{outcome=\"stub\"} 1.0\n"))
    #expect(text.contains("stubber_requests_total{outcome=\"unmatched\"} 1.0\n"))
    #expect(text.contains(#"a\\\"b\\\\c\\nd"#) || text.contains(#"a\"b"#))
    #expect(text.contains("stubber_response_seconds_count 2\n"))
    for line in text.split(separator: "\n") where !line.hasPrefix("#") {
      #expect(Double(line.split(separator: " ").last ?? "") != nil, "\(line)")
    }
  }
}
