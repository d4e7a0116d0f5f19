import CoreTestSupport
import Foundation
import StubCore
import StubLanguages
import StubServer
import TestSupport
import Testing

@testable import StubAdmin

@Suite("Tests share a server in sessions, each with stubs, requests and states of its own")
struct SessionTests {
  private let client = AdminClient()

  private func headers(_ session: String) -> HTTPHeaders { ["X-Stub-Session": session] }

  /// The status of the answer, and the request as the stubs see it.
  private func status(_ path: String, session: String? = nil) -> Int? {
    var request = ReceivedRequest(.get, "http://127.0.0.1:8080\(path)")
    request.isFromListener = true
    if let session { request.headers["X-Stub-Session"] = session }
    let stubs: StubSet
    switch client.admin.sessions.select(request) {
    case .base: stubs = client.stubs
    case .session(let session, let own): (stubs, request) = (session.stubs, own)
    case .missing: return nil
    }
    let exchange = stubs.receive(request)
    exchange.finish(.completed)
    guard let plan = exchange.outcome.plan else { return 404 }
    return plan.head?.status.rawValue
  }

  private func rule(_ path: String, _ status: Int) -> String {
    "stubs: [{ match: { path: \(path) }, respond: { GET: { status: \(status) } } }]"
  }

  @Test("A stub of a session answers only there; those of the server answer everywhere")
  func stubs() async {
    await client(.post, "/stubs", rule("/all", 200))
    await client(.post, "/stubs", rule("/one", 201), headers: headers("one"))
    #expect(status("/all") == 200)
    #expect(status("/all", session: "one") == 200)
    #expect(status("/all", session: "two") == 200)
    #expect(status("/one", session: "one") == 201)
    #expect(status("/one") == 404)
    #expect(status("/one", session: "two") == 404)
  }

  private struct Weak {
    weak var session: StubSession?
  }

  @Test("A session that has ended is gone, also one that was steered")
  func memory() async {
    await client(.put, "/network", "3g", headers: headers("one"))
    let ended = Weak(session: client.admin.sessions["one"])
    #expect(ended.session != nil)
    #expect(await client(.delete, "/sessions/one").status == 204)
    #expect(ended.session == nil)
  }

  @Test("What changes for all reaches sessions that began before, but not what they changed")
  func following() async {
    await client(.post, "/stubs", rule("/old", 200))
    let old = client.stubs.stubs[0]
    await client(.post, "/stubs", rule("/own", 201), headers: headers("one"))
    let id = client.admin.name(of: old)
    #expect(await client(.delete, "/stubs/\(id)", headers: headers("one")).status == 204)
    await client(.post, "/stubs", rule("/new", 202))
    #expect(status("/new", session: "one") == 202)
    #expect(status("/own", session: "one") == 201)
    #expect(status("/old", session: "one") == 404)
    #expect(status("/old") == 200)
    await client(.put, "/network", "3g", headers: headers("one"))
    #expect(client.stubs.network == nil)
    #expect(client.admin.sessions["one"]?.stubs.network?.name == "3g")
  }

  @Test("A stub that a session has replaced stays so in its place, whatever changes for all")
  func replacing() async {
    await client(.post, "/stubs", rule("/old", 200))
    await client(.post, "/stubs", "respond: { GET: { status: 299 } }\npriority: 9")
    let old = client.stubs.stubs[0]
    let id = client.admin.name(of: old)
    let own = await client(.put, "/stubs/\(id)", rule("/old", 201), headers: headers("one"))
    #expect(own.status == 200)
    await client(.post, "/stubs", rule("/new", 202))
    #expect(status("/old", session: "one") == 201)
    #expect(status("/new", session: "one") == 202)
    #expect(status("/old") == 200)
    #expect(await client(.put, "/stubs/\(id)", rule("/old", 203)).status == 200)
    #expect(status("/old", session: "one") == 201)
    #expect(status("/old") == 203)
    #expect(client.admin.sessions["one"]?.stubs.stubCount == 3)
  }

  @Test("Limits, sequences and scenarios count for each session alone")
  func counting() async {
    await client(
      .post, "/stubs",
      "stubs: [{ match: { path: /once }, times: 1, respond: { GET: { status: 200 } } }]")
    await client(
      .post, "/mappings",
      """
      {"request": {"url": "/s"}, "response": {"status": 201}, "scenarioName": "s",
       "requiredScenarioState": "Started", "newScenarioState": "done"}
      """)
    for session in [nil, "one", "two"] {
      #expect(status("/once", session: session) == 200)
      #expect(status("/once", session: session) == 404)
      #expect(status("/s", session: session) == 201)
      #expect(status("/s", session: session) == 404)
    }
    let scenarios = await client(.get, "/scenarios", headers: headers("three")).json
    #expect(scenarios["scenarios"]?[0]?["state"] == "Started")
    #expect(await client(.get, "/scenarios").json["scenarios"]?[0]?["state"] == "done")
    #expect(await client(.post, "/reset", headers: headers("one")).status == 200)
    #expect(status("/once", session: "one") == 200)
    #expect(status("/once") == 404)
  }

  @Test("A reset takes away what a session has of its own; only that of all forgets its requests")
  func resetting() async throws {
    await client(.post, "/stubs", rule("/all", 200))
    await client(.post, "/stubs", rule("/own", 201), headers: headers("one"))
    let id = client.admin.name(of: client.stubs.stubs[0])
    await client(.delete, "/stubs/\(id)", headers: headers("one"))
    #expect(status("/own", session: "one") == 201)
    #expect(status("/all", session: "one") == 404)
    let session = try #require(client.admin.sessions["one"])
    #expect(await client(.post, "/mappings/reset", headers: headers("one")).status == 200)
    #expect(status("/own", session: "one") == 404)
    #expect(status("/all", session: "one") == 200)
    #expect(client.admin.sessions["one"] === session)
    #expect(session.stubs.journal.entries.count == 4)
    await client(.post, "/stubs", rule("/later", 202))
    await client(.post, "/stubs", rule("/own", 203), headers: headers("one"))
    #expect(status("/later", session: "one") == 202)
    #expect(status("/own", session: "one") == 203)
    #expect(await client(.post, "/reset", headers: headers("one")).status == 200)
    #expect(session.stubs.journal.entries.isEmpty)
    #expect(status("/own", session: "one") == 404)
  }

  @Test("Each session sees its own requests, and a path names a session too")
  func requests() async {
    await client(.post, "/stubs", rule("/a", 200))
    _ = status("/a", session: "one")
    #expect(status("/__session/one/a") == 200)
    #expect(status("/__session/one") == 404)
    _ = status("/a")
    let own = await client(.post, "/requests/count", "{}", headers: headers("one"))
    #expect(own.json["count"] == 3)
    #expect(await client(.post, "/requests/count", "{}").json["count"] == 1)
    let paths = client.admin.sessions["one"]?.stubs.journal.entries.map(\.request.target.path)
    #expect(paths == ["/a", "/a", "/"])
  }

  @Test("The user name of a URL names a session that there is, and no other")
  func userNames() async {
    await client(.post, "/sessions", #"{"name": "one"}"#)
    for (user, isSession) in [("one:", true), ("one:x", false), ("two:", false)] {
      let basic = "Basic \(Data(user.utf8).base64EncodedString())"
      let request = ReceivedRequest(.get, "/a", headers: [.authorization: basic])
      switch client.admin.sessions.select(request) {
      case .session(let session, let own):
        #expect(isSession && session.name == "one" && own.headers[.authorization] == nil)
      case .base: #expect(!isSession)
      case .missing: Issue.record("no such name was given")
      }
    }
  }

  @Test("Sessions are begun, listed and ended; a wrong name and a second of that name are refused")
  func lifetimes() async {
    let begun = await client(.post, "/sessions", #"{"name": "one", "idleSeconds": 3600}"#)
    #expect(begun.status == 201)
    #expect(begun.json["idleSeconds"] == 3_600)
    #expect(await client(.post, "/sessions", #"{"name": "one"}"#).status == 409)
    #expect(await client(.post, "/sessions", #"{"name": "a/b"}"#).status == 422)
    for idle in ["0", "-1", "1.5", "31536001", "9223372036854775807", "1e300", #""9""#] {
      let reply = await client(.post, "/sessions", #"{"name": "x", "idleSeconds": \#(idle)}"#)
      #expect(reply.status == 422, "\(idle)")
    }
    let year = #"{"name": "y", "idleSeconds": 31536000}"#
    #expect(await client(.post, "/sessions", year).json["idleSeconds"] == 31_536_000)
    #expect(await client(.post, "/sessions").json["name"]?.string?.isEmpty == false)
    #expect(await client(.get, "/sessions").json["sessions"]?.array?.count == 3)
    #expect(await client(.delete, "/sessions/one").status == 204)
    #expect(await client(.delete, "/sessions/one").status == 404)
  }

  @Test("A session that nobody uses for its time ends, and one in use does not")
  func idling() {
    let clock = VirtualClock()
    var configuration = StubSessions.Configuration()
    configuration.idleLimit = .seconds(10)
    let sessions = StubSessions(of: StubSet(), configuration: configuration, clock: clock)
    _ = sessions.begin("left")
    _ = sessions.begin("used")
    for _ in 0..<12 {
      clock.advance(by: .seconds(1))
      _ = sessions.select(ReceivedRequest(.get, "/", headers: ["X-Stub-Session": "used"]))
    }
    #expect(sessions.all.map(\.name) == ["used"])
    clock.advance(by: .seconds(12))
    #expect(sessions.all.isEmpty)
  }

  /// Why a request has no session, wherever it names it; `nil` if it has one.
  private static func missing(_ name: String, _ sessions: StubSessions) -> Set<MissingSession?> {
    let requests = [
      ReceivedRequest(.get, "/a", headers: ["X-Stub-Session": name]),
      ReceivedRequest(.get, "/__session/\(name)/a"),
    ]
    return Set(
      requests.map { request in
        if case .missing(let missing) = sessions.select(request) { missing } else { nil }
      })
  }

  @Test("A request without a session hears why: not begun, not a name, or one too many")
  func limits() async {
    var configuration = StubSessions.Configuration()
    configuration.startsUnknown = false
    configuration.limit = 1
    let known = StubSessions(of: StubSet(), configuration: configuration)
    #expect(Self.missing("one", known) == [MissingSession(name: "one", reason: .notBegun)])
    #expect(known.begin("one")?.isNew == true)
    #expect(known.begin("two") == nil)
    #expect(Self.missing("one", known) == [nil])
    configuration.startsUnknown = true
    let open = StubSessions(of: StubSet(), configuration: configuration)
    let long = String(repeating: "x", count: 201)
    #expect(Self.missing(long, open) == [MissingSession(name: long, reason: .noName)])
    #expect(Self.missing("one", open) == [nil])
    #expect(Self.missing("two", open) == [MissingSession(name: "two", reason: .tooMany(1))])
    // What the message says to do helps.
    #expect(open.end("one"))
    #expect(Self.missing("two", open) == [nil])
  }

  @Test("The session that is one too many gets the same reason from the server and from its API")
  func tooMany() async throws {
    var configuration = StubSessions.Configuration()
    configuration.limit = 1
    let stubs = StubSet()
    let sessions = StubSessions(of: stubs, configuration: configuration)
    let admin = Admin(stubs, sessions: sessions)
    _ = sessions.begin("one")
    let problem = #"session "two" cannot begin: there are 1 sessions already"#
    let remedy = "end some with DELETE /sessions/NAME of the admin API, or raise --max-sessions"
    let ways: [(HTTPMethod, String, HTTPHeaders, Data?)] = [
      (.post, "/sessions", [:], Data(#"{"name": "two"}"#.utf8)),
      (.get, "/mappings", ["X-Stub-Session": "two"], nil),
    ]
    for (method, path, headers, body) in ways {
      let request = ReceivedRequest(
        method, "http://127.0.0.1/__admin\(path)", headers: headers, body: body)
      let answer = await admin.respond(to: request)
      guard case .data(let data) = answer.body else { continue }
      let error = try JSONValue(parsing: data)["errors"]?[0]
      #expect(answer.status == .tooManyRequests)
      #expect(error?["title"]?.string == problem)
      #expect(error?["detail"]?.string == remedy)
    }
    let listener = try Listener(
      stubs: stubs, addresses: [.tcp(host: "127.0.0.1", port: 0)],
      configuration: ListenerConfiguration(), reserved: admin.reservedPath, sessions: sessions)
    try listener.start()
    defer { listener.stop() }
    let response = try await WireClient.exchange(
      "GET /a", headers: ["X-Stub-Session: two"], to: listener.port)
    #expect(response.status == 429)
    #expect(response.text.contains("\(problem); \(remedy)"))
  }
}
