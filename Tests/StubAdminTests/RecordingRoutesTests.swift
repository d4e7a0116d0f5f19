import Foundation
import StubCore
import StubLanguages
import StubServer
import TestSupport
import Testing

@testable import StubAdmin

@Suite("Recordings over HTTP", .timeLimit(.minutes(2)))
struct RecordingRoutesTests {
  /// A listener with its admin API, and a real server behind it.
  private final class Recording {
    let client = AdminClient()
    let real: RealServer
    let listener: Listener

    init(_ configuration: ListenerConfiguration = ListenerConfiguration()) throws {
      real = try RealServer(answers: [
        "/json": Array(
          "HTTP/1.1 201 Created\r\nContent-Type: application/json\r\nContent-Length: 8\r\n\r\n{\"a\": 1}"
            .utf8)
      ])
      listener = try Listener(
        stubs: client.stubs, addresses: [.tcp(host: "127.0.0.1", port: 0)],
        configuration: configuration, reserved: nil, sessions: client.admin.sessions)
      try listener.start()
      client.admin.attach(listener)
    }

    deinit { listener.stop() }

    var specification: String { #""targetBaseUrl": "http://127.0.0.1:\#(real.port)""# }

    func ask(_ path: String, _ options: [String] = []) async throws -> String? {
      let output = try await Tool.curl(options + [listener.url + path])?.output
      try await client.journalIsComplete()
      return output
    }
  }

  @Test("What a real server answers becomes stubs, which then answer in its place")
  func recording() async throws {
    let recording = try Recording()
    let client = recording.client
    #expect(await client(.get, "/recordings/status").json == ["status": "NeverStarted"])
    let start = await client(.post, "/recordings/start", "{\(recording.specification)}")
    #expect(start.status == 200)
    #expect(start.json == [:])
    #expect(await client(.get, "/recordings/status").json == ["status": "Recording"])
    guard let answer = try await recording.ask("/users/7?x=1") else { return }
    #expect(answer == "real GET /users/7?x=1 ")
    _ = try await recording.ask("/json", ["--data", #"{"b": 2}"#, "-H", "X-Key: k"])
    let count = recording.real.requestCount
    let mappings = await client(.post, "/recordings/stop").json["mappings"]
    #expect(mappings?.array?.count == 2)
    #expect(mappings?[0]?["name"] == "users_7")
    #expect(mappings?[0]?["request"] == ["method": "GET", "url": "/users/7?x=1"])
    #expect(mappings?[0]?["response"]?["body"] == "real GET /users/7?x=1 ")
    #expect(mappings?[1]?["response"]?["status"] == 201)
    let pattern = mappings?[1]?["request"]?["bodyPatterns"]?[0]
    #expect(pattern?["equalToJson"] != nil)
    #expect(pattern?["ignoreExtraElements"] == true)
    #expect(await client(.get, "/recordings/status").json == ["status": "Stopped"])
    #expect(try await recording.ask("/users/7?x=1") == "real GET /users/7?x=1 ")
    #expect(recording.real.requestCount == count)
    #expect(try await recording.ask("/other")?.contains("Request was not matched") == true)
    #expect(await client(.post, "/recordings/stop").json["errors"]?[0]?["code"] == 30)
  }

  @Test("Filters, captured fields, repeats and identifiers are as the specification says")
  func specification() async throws {
    let recording = try Recording()
    let client = recording.client
    await client(
      .post, "/recordings/start",
      "{\(recording.specification), \"filters\": {\"urlPathPattern\": \"/a.*\"}, "
        + #""captureHeaders": {"X-Key": {"caseInsensitive": true}}}"#)
    guard try await recording.ask("/a", ["-H", "X-Key: k"]) != nil else { return }
    _ = try await recording.ask("/a", ["-H", "X-Key: k"])
    #expect(try await recording.ask("/b") == "real GET /b ")
    let snapshot = await client(
      .post, "/recordings/snapshot", #"{"outputFormat": "IDS", "repeatsAsScenarios": false}"#)
    // Both requests for /a are one stub, and /b was forwarded too.
    #expect(snapshot.json["ids"]?.array?.count == 2)
    let mappings = await client(.post, "/recordings/stop").json["mappings"]
    #expect(mappings?.array?.count == 2)
    #expect(mappings?[1]?["scenarioName"] != nil)
    #expect(
      mappings?[0]?["request"]?["headers"]
        == ["X-Key": ["equalTo": "k", "caseInsensitive": true]])
  }

  @Test("The pattern of bodies may have the name that WireMock's Java client gives it")
  func javaClient() async throws {
    let client = AdminClient()
    client.receive(.get, "/a")
    for name in ["requestBodyPattern", "requestBodyPatternFactory"] {
      let pattern = #""\#(name)": {"matcher": "auto", "ignoreArrayOrder": true}"#
      #expect(await client(.post, "/recordings/snapshot", "{\(pattern)}").status == 200)
      let wrong = #"{"\#(name)": {"matcher": "x"}}"#
      #expect(await client(.post, "/recordings/snapshot", wrong).status == 422)
    }
  }

  @Test("A server cannot record itself")
  func itself() async throws {
    let recording = try Recording()
    let reply = await recording.client(
      .post, "/recordings/start", "{\"targetBaseUrl\": \"\(recording.listener.url)\"}")
    #expect(reply.status == 422)
    #expect(reply.json["errors"]?[0]?["detail"]?.string?.contains("this listener itself") == true)
  }

  @Test("A server that stubs may not forward to cannot be recorded either")
  func targets() async throws {
    var configuration = ListenerConfiguration()
    configuration.targets = WebhookTargets()
    try configuration.targets?.deny("127.0.0.1")
    let recording = try Recording(configuration)
    await recording.client(.post, "/recordings/start", "{\(recording.specification)}")
    guard let answer = try await recording.ask("/a", ["-w", "%{http_code}"]) else { return }
    #expect(answer.hasSuffix("502"), "\(answer)")
    #expect(recording.real.requestCount == 0)
  }

  @Test("An exchange that cannot become a stub is listed, and the others do")
  func leftOut() async throws {
    let recording = try Recording()
    await recording.client(
      .post, "/recordings/start",
      "{\(recording.specification), \"requestBodyPattern\": {\"matcher\": \"equalToJson\"}}")
    guard try await recording.ask("/a", ["-d", "plain"]) != nil else { return }
    _ = try await recording.ask("/b")
    let reply = await recording.client(.post, "/recordings/stop").json
    #expect(reply["mappings"]?.array?.map { $0["request"]?["url"] } == ["/b"])
    #expect(reply["leftOut"]?.array?.count == 1)
    #expect(reply["leftOut"]?[0]?["method"] == "POST")
    #expect(reply["leftOut"]?[0]?["url"] == "/a")
    #expect(reply["leftOut"]?[0]?["reason"]?.string?.contains("invalid JSON") == true)
  }

  @Test("A listener has one recording at a time, whose beginner alone can stop it")
  func turns() async throws {
    let recording = try Recording()
    let client = recording.client
    let one: HTTPHeaders = ["X-Stub-Session": "one"]
    let start = "{\(recording.specification)}"
    let other = #"{"targetBaseUrl": "http://127.0.0.1:1"}"#
    #expect(await client(.post, "/recordings/start", start, headers: one).status == 200)
    #expect(await client(.post, "/recordings/start", start, headers: one).status == 200)
    #expect(await client(.post, "/recordings/start", other, headers: one).status == 409)
    #expect(await client(.post, "/recordings/start", start).status == 409)
    #expect(await client(.post, "/recordings/stop").status == 400)
    #expect(await client(.get, "/recordings/status").json == ["status": "NeverStarted"])
    // A reset of the session is no end of its recording.
    #expect(await client(.post, "/reset", headers: one).status == 200)
    let status = await client(.get, "/recordings/status", headers: one).json
    #expect(status == ["status": "Recording"])
    let answer = try await recording.ask("/a", ["-H", "X-Stub-Session: one"])
    if let answer { #expect(answer == "real GET /a ") }
    let stopped = await client(.post, "/recordings/stop", headers: one).json
    if answer != nil { #expect(stopped["mappings"]?.array?.count == 1) }
    #expect(recording.listener.exchange(upstream: nil) == nil)
    #expect(await client(.post, "/recordings/start", start).status == 200)
    #expect(await client(.post, "/recordings/stop").status == 200)
  }

  @Test("A recording ends with its session, and requests no longer reach the real server")
  func endOfSession() async throws {
    let recording = try Recording()
    let client = recording.client
    let one: HTTPHeaders = ["X-Stub-Session": "one"]
    let start = "{\(recording.specification)}"
    #expect(await client(.post, "/recordings/start", start, headers: one).status == 200)
    #expect(await client(.delete, "/sessions/one").status == 204)
    #expect(recording.listener.exchange(upstream: nil) == nil)
    #expect(await client(.post, "/recordings/start", start).status == 200)
    #expect(await client(.post, "/recordings/stop").status == 200)
  }

  @Test("Starts and stops at once leave nothing recording")
  func atOnce() async throws {
    let recording = try Recording()
    let client = recording.client
    let start = "{\(recording.specification)}"
    for _ in 0..<5 {
      let statuses = await withTaskGroup(of: Int.self, returning: Set<Int>.self) { group in
        for number in 0..<16 {
          let path = number % 2 == 0 ? "start" : "stop"
          group.addTask { await client(.post, "/recordings/\(path)", start).status }
        }
        return await group.reduce(into: []) { $0.insert($1) }
      }
      #expect(statuses.isSubset(of: [200, 400, 409]))
      await client(.post, "/recordings/stop")
      #expect(await client(.get, "/recordings/status").json == ["status": "Stopped"])
      #expect(recording.listener.exchange(upstream: nil) == nil)
      #expect(client.stubs.unhandledMode == .optout)
    }
  }

  @Test(
    "What cannot be recorded is refused",
    arguments: [
      ("{}", "/targetBaseUrl"), (#"{"targetBaseUrl": "nope"}"#, "/targetBaseUrl"),
      (#"{"targetBaseUrl": "http://a", "filters": {"nope": 1}}"#, "/filters/nope"),
      (#"{"targetBaseUrl": "http://a", "transformers": ["x"]}"#, "/transformers"),
      (#"{"targetBaseUrl": "http://a", "filters": {"ids": ["x"]}}"#, "/filters/ids/0"),
      (
        #"{"targetBaseUrl": "http://a", "extractBodyCriteria": {"textSizeThreshold": "1 T"}}"#,
        "/extractBodyCriteria"
      ),
      (
        #"{"targetBaseUrl": "http://a", "extractBodyCriteria": {"textSizeThreshold": "1"}}"#,
        "/extractBodyCriteria"
      ),
      (
        #"{"targetBaseUrl": "http://a", "requestBodyPattern": {"matcher": "nope"}}"#,
        "/requestBodyPattern/matcher"
      ),
    ])
  func refusals(body: String, pointer: String) async throws {
    let recording = try Recording()
    let reply = await recording.client(.post, "/recordings/start", body)
    #expect(reply.status == 422)
    #expect(reply.json["errors"]?[0]?["source"]?["pointer"]?.string == pointer)
    #expect(await recording.client(.get, "/recordings/status").json == ["status": "NeverStarted"])
  }
}
