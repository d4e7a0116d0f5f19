import Foundation
import StubCore
import StubLanguages
import Testing

@testable import StubAdmin

@Suite("Clients follow requests and changes as server-sent events")
struct EventTests {
  private let client = AdminClient()

  /// Reads events while something happens, until one is found or five minutes are over.
  private func events(
    after id: String? = nil, until isLast: @escaping @Sendable (String) -> Bool,
    while work: () async -> Void
  ) async -> String {
    let stream = AdminStream()
    let feed = EventFeed(client.admin, after: id.flatMap(EventFeed.Place.init))
    let running = Task { await feed.run(stream) }
    let text = Lock("")
    while text.withLock({ $0.isEmpty }) {
      Self.take(stream, into: text)
      try? await Task.sleep(for: .milliseconds(1))
    }
    await work()
    let end = ContinuousClock.now + .seconds(300)
    while !isLast(text.withLock { $0 }), ContinuousClock.now < end {
      Self.take(stream, into: text)
      try? await Task.sleep(for: .milliseconds(2))
    }
    stream.end()
    await running.value
    return text.withLock { $0 }
  }

  private static func take(_ stream: AdminStream, into text: borrowing Lock<String>) {
    while case .bytes(let bytes) = stream.tail.take(upTo: .max) {
      text.withLock { $0 += String(decoding: bytes, as: UTF8.self) }
    }
  }

  @Test("A request is told when it arrives and when it has ended, and changes of stubs are told")
  func following() async {
    let text = await events(
      until: { $0.contains("event: stubs") && $0.contains("\"ended\":true") },
      while: {
        client.receive(.get, "/a")
        await client(
          .post, "/stubs", "stubs: [{ match: { path: /a }, respond: { GET: { status: 200 } } }]")
      })
    #expect(text.contains("\"url\":\"/a\""))
    #expect(text.contains("\"outcome\":\"unmatched\""))
    #expect(text.contains("event: stubs\ndata: {\"count\":1}"))
  }

  @Test("A client that comes back is told what it missed, and nothing twice that had ended")
  func resuming() async {
    for path in ["/1", "/2", "/3"] { client.receive(.get, path) }
    let text = await events(after: "1-2", until: { $0.contains("/3") }, while: {})
    #expect(!text.contains("\"url\":\"/1\""))
    #expect(text.contains("\"url\":\"/2\""))
    #expect(text.contains("id: 3-4"))
    let none = await events(
      after: nil, until: { $0.contains("/4") }, while: { client.receive(.get, "/4") })
    #expect(!none.contains("\"url\":\"/3\""))
  }

  @Test(
    "A place that the journal has not reached is none: the client is told what happens from now on",
    arguments: ["9223372036854775807-1", "9223372036854775807-9223372036854775807", "40-41"])
  func otherServer(id: String) async {
    client.receive(.get, "/1")
    let text = await events(
      after: id, until: { $0.contains("id: 2-3") }, while: { client.receive(.get, "/2") })
    #expect(text.contains("id: 2-3"))
    #expect(!text.contains("\"url\":\"/1\""))
  }

  @Test("A feed ends when its client leaves, and leaves no observer behind")
  func leaving() async {
    for _ in 0..<50 { _ = await events(until: { _ in true }, while: {}) }
    client.receive(.get, "/a")
    #expect(client.stubs.journal.receivedCount == 1)
  }

  @Test(
    "A feed of a session goes on after a reset, and ends with the session", .timeLimit(.minutes(2)))
  func session() async throws {
    let headers: HTTPHeaders = ["X-Stub-Session": "one"]
    #expect(await client(.get, "/health", headers: headers).status == 200)
    let session = try #require(client.admin.sessions["one"])
    let admin = try #require(session.hostObject.object as? Admin)
    let stream = AdminStream()
    let text = Lock("")
    let running = Task { await EventFeed(admin, after: nil).run(stream) }
    func wait(for part: String) async throws {
      while !text.withLock({ $0.contains(part) }) {
        Self.take(stream, into: text)
        try await Task.sleep(for: .milliseconds(1))
      }
    }
    try await wait(for: ":\n\n")
    #expect(await client(.post, "/reset", headers: headers).status == 200)
    #expect(client.admin.sessions["one"] === session)
    try await wait(for: "event: removed")
    session.stubs.receive(ReceivedRequest(.get, "/a")).finish(.completed)
    try await wait(for: "/a")
    #expect(await client(.delete, "/sessions/one").status == 204)
    await running.value
    // A feed that comes too late has an end, too.
    await EventFeed(admin, after: nil).run(AdminStream())
  }

  @Test("The list of requests is paged by their numbers")
  func journal() async {
    for number in 1...5 { client.receive(.get, "/\(number)") }
    let first = await client(.get, "/journal?limit=2").json
    #expect(first["requests"]?.array?.compactMap { $0["url"]?.string } == ["/5", "/4"])
    #expect(first["received"] == 5)
    let next = await client(.get, "/journal?limit=9&before=4").json
    #expect(next["requests"]?.array?.compactMap { $0["url"]?.string } == ["/3", "/2", "/1"])
    #expect(await client(.get, "/journal?limit=x").status == 400)
    #expect(await client(.get, "/journal?limit=9&before=0").json["requests"] == [])
  }

  @Test("A page of the list has older requests only, however few of them are left")
  func journalOfFew() async {
    let client = AdminClient(journal: Journal.Limits(count: 6))
    for number in 1...10 { client.receive(.get, "/\(number)") }
    func page(_ query: String) async -> [Int?]? {
      await client(.get, "/journal?\(query)").json["requests"]?.array?.map {
        $0["number"]?.number?.integer
      }
    }
    #expect(await page("limit=4&before=8") == [7, 6, 5])
    #expect(await page("limit=4&before=5") == [])
    client.stubs.journal.remove([8, 9])
    #expect(await page("limit=2") == [10, 7])
    #expect(await page("limit=2&before=10") == [7, 6])
  }
}
