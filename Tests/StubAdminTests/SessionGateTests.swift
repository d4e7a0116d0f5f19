import CoreTestSupport
import StubCore
import StubFiles
import Testing

@testable import StubAdmin

@Suite("Gates in sessions")
struct SessionGateTests {
  private let client = AdminClient()
  private let one: HTTPHeaders = ["X-Stub-Session": "one"]

  private func rule(_ gate: String) -> String {
    "stubs: [{ respond: { GET: { status: 200, gate: \(gate) } } }]"
  }

  private func names(_ headers: HTTPHeaders = [:]) async -> [String?] {
    (await client(.get, "/gates", headers: headers).json["gates"]?.array ?? [])
      .map { $0["name"]?.string }
  }

  @Test("A session has the gates of the server, which its responses wait for, and its own")
  func lists() async {
    await client(.post, "/stubs", rule("all"))
    await client(.post, "/stubs", rule("own"), headers: one)
    #expect(await names(one) == ["all", "own"])
    #expect(await names() == ["all"])
    let opened = await client(.put, "/gates/all", #"{"open": true}"#, headers: one)
    #expect(opened.json["open"] == true)
    #expect(client.admin.context.gates["all"]?.isOpen == true)
    #expect(await client(.put, "/gates/own", #"{"open": true}"#, headers: one).status == 200)
    #expect(await client(.put, "/gates/own", #"{"open": true}"#).status == 404)
  }

  @Test("A gate of a session that has the name of one of the server is another")
  func sameNames() async {
    await client(.post, "/stubs", rule("go"))
    await client(.post, "/stubs", rule("go"), headers: one)
    #expect(await client(.put, "/gates/go", #"{"open": true}"#, headers: one).status == 200)
    #expect(client.admin.context.gates["go"]?.isOpen == false)
    #expect(await names(one) == ["go"])
  }

  @Test("Responses that wait for a gate of a session go on when the session ends")
  func ending() async throws {
    await client(.post, "/stubs", rule("all"))
    await client(.post, "/stubs", rule("own"), headers: one)
    let session = try #require(client.admin.sessions["one"])
    let plan = session.stubs.plan(for: ReceivedRequest(.get, "/"))
    let gate = try #require(plan?.timing.gate)
    #expect(!gate.isOpen)
    #expect(await client(.delete, "/sessions/one").status == 204)
    #expect(gate.isOpen)
    #expect(client.admin.context.gates["all"]?.isOpen == false)
  }

  @Test("A session reads stubs as its server does")
  func settings() async throws {
    var context = RuleContext()
    (context.usesTemplates, context.fileSizeLimit) = (true, 7)
    let session = context.session(context.scenarios)
    #expect(session.usesTemplates)
    #expect(session.fileSizeLimit == 7)
  }
}
