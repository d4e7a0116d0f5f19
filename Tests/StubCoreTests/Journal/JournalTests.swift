import CoreTestSupport
import Foundation
import Testing

@testable import StubCore

@Suite("Journal")
struct JournalTests {
  private let set = StubSet()

  private func receive(_ path: String, by set: StubSet? = nil) {
    (set ?? self.set).receive(ReceivedRequest(.get, path)).finish(.completed)
  }

  @Test("Every request is kept with its outcome and how its response ended")
  func outcomes() {
    set.add(stub: HTTPStubRequest().named("a").match(PathIs("/a")).stub(for: .get, .text("")))
    set.add(ignore: HTTPStubIgnoreRule { $0.match(PathIs("/ignored")) })
    receive("/a")
    receive("/ignored")
    receive("/b")
    let entries = set.journal.entries
    #expect(entries.map(\.id) == [1, 2, 3])
    #expect(entries.map(\.request.target.path) == ["/a", "/ignored", "/b"])
    #expect(entries.map(\.ending) == [.completed, .completed, .completed])
    #expect(entries[0].stubID == set.stubs[0].id)
    #expect(entries[1].outcome == .passedThrough)
    guard case .unmatched = entries[2].outcome else {
      Issue.record("expected the third request to be unmatched, found \(entries[2].outcome)")
      return
    }
  }

  @Test("The oldest entries go when there are too many or too many bytes; counting goes on")
  func limits() {
    let small = StubSet(journal: Journal(limits: .init(count: 100)))
    for number in 0..<1000 { _ = small.receive(ReceivedRequest(.get, "/\(number)")) }
    #expect(small.journal.entries.map(\.id) == Array(901...1000))
    #expect(small.journal.receivedCount == 1000)
    let light = StubSet(journal: Journal(limits: .init(bytes: 100_000)))
    for _ in 0..<20 {
      _ = light.receive(ReceivedRequest(.post, "/", body: Data(count: 30_000)))
    }
    #expect(light.journal.entries.map(\.id) == [18, 19, 20])
  }

  @Test(
    "A journal that keeps nothing counts as one that keeps all, and waiters see the requests",
    arguments: [
      Journal.Limits(count: 0), Journal.Limits(bytes: 0), Journal.Limits(bytes: 255),
      Journal.Limits(count: 0, bytes: 0, bodyBytes: 0),
    ])
  func nothingKept(limits: Journal.Limits) async throws {
    var counts: [[Int]] = []
    for journal in [Journal(), Journal(limits: limits)] {
      let set = StubSet(journal: journal)
      set.add(stub: HTTPStubRequest().match(path: "/a").stub(for: .get, .text("12345")))
      set.add(ignore: HTTPStubIgnoreRule { $0.match(PathIs("/ignored")) })
      async let seen = journal.waitForRequests(matching: PathIs("/b"), timeout: .seconds(60))
      while !journal.isAwaited { await Task.yield() }
      for path in ["/a", "/ignored", "/b"] { receive(path, by: set) }
      set.receive(ReceivedRequest(.get, "/a")).finish(.cancelled)
      #expect(try await seen.count == 1)
      let sums = journal.counts
      counts.append([
        journal.receivedCount, sums.stubbed, sums.passed, sums.unmatched, sums.incomplete,
      ])
    }
    #expect(counts[0] == counts[1])
    #expect(counts[0] == [4, 2, 1, 1, 1])
    let nothing = StubSet(journal: Journal(limits: limits))
    receive("/a", by: nothing)
    #expect(nothing.journal.entries.isEmpty)
  }

  @Test("Of long bodies only the start is kept, and how long they were")
  func bodies() {
    let set = StubSet(journal: Journal(limits: .init(bodyBytes: 4)))
    set.add(
      stub: HTTPStubRequest().match(path: "/a").stub(for: .post) {
        $0.body = "{{request.path}}345678"
        $0.usesTemplates = true
      })
    set.add(stub: HTTPStubRequest().match(path: "/kept").stub(for: .post, .text("12345678")))
    for path in ["/a", "/kept", "/unmatched"] {
      set.receive(ReceivedRequest(.post, path, body: Data("abcdef".utf8))).finish(.completed)
    }
    let entries = set.journal.entries
    #expect(entries.map(\.request.bodyText) == ["abcd", "abcd", "abcd"])
    #expect(entries.map(\.wholeRequestCount) == [6, 6, 6])
    #expect(entries[0].response?.body == .data(Data("/a34".utf8)))
    #expect(entries[0].wholeResponseCount == 8)
    // The stub has it anyway.
    #expect(entries[1].response?.body.count == 8)
    guard case .unmatched(let report) = entries[2].outcome else {
      Issue.record("expected an unmatched request, found \(entries[2].outcome)")
      return
    }
    #expect(report.request.bodyText == "abcd")
  }

  @Test("Of an exchange that is larger than all that is kept the start stays, and so do others")
  func largeExchanges() async throws {
    let set = StubSet(journal: Journal(limits: .init(bytes: 80_000)))
    let long = String(repeating: "x", count: 200_000)
    set.add(
      stub: HTTPStubRequest().match(path: "/late").stub(for: .get) { _, _ in
        await Task.yield()
        let response = HTTPStubResponse()
        response.body = long
        return response
      })
    receive("/a", by: set)
    set.receive(ReceivedRequest(.post, "/up", body: Data(long.utf8))).finish(.completed)
    receive("/b", by: set)
    _ = await set.receive(ReceivedRequest(.get, "/late")).outcome.madePlan
    receive("/c", by: set)
    for path in ["/a", "/up", "/b", "/late", "/c"] {
      try set.journal.verify(count: 1, matching: PathIs(path))
    }
    let entries = set.journal.entries
    #expect(entries.map(\.id) == [1, 2, 3, 4, 5])
    #expect(entries[1].request.body?.count == 10_000)
    #expect(entries[1].wholeRequestCount == 200_000)
    #expect(entries[3].response?.body.count == 10_000)
    #expect(entries[3].wholeResponseCount == 200_000)
  }

  @Test("An entry for which there is no room at all leaves others as they are")
  func noRoom() {
    let set = StubSet(journal: Journal(limits: .init(bytes: 2_000)))
    receive("/a", by: set)
    receive("/" + String(repeating: "x", count: 4_000), by: set)
    receive("/b", by: set)
    #expect(set.journal.entries.map(\.id) == [1, 3])
    #expect(set.journal.entry(2) == nil)
    #expect(set.journal.entry(3)?.request.target.path == "/b")
    #expect(set.journal.entries(from: 2, limit: 9).map(\.id) == [3])
  }

  @Test("An entry that was dropped can still finish")
  func lateFinish() {
    let small = StubSet(journal: Journal(limits: .init(count: 1)))
    let first = small.receive(ReceivedRequest(.get, "/1"))
    let second = small.receive(ReceivedRequest(.get, "/2"))
    first.finish(.cancelled)
    #expect(small.journal.entries.map(\.ending) == [nil])
    second.finish(.completed)
    #expect(small.journal.entries.map(\.ending) == [.completed])
  }

  @Test("Hooks are called once for each event")
  func hooks() {
    let seen = Lock<[String]>([])
    @Sendable func note(_ text: String) { seen.withLock { $0.append(text) } }
    set.hooks.activated = { request, stub in
      note("activated \(request.target.path) \(stub.name ?? "")")
    }
    set.hooks.missing = { request, _ in note("missing \(request.target.path)") }
    set.hooks.finished = { request, _, ending in note("finished \(request.target.path) \(ending)") }
    set.add(stub: HTTPStubRequest().named("s").match(PathIs("/a")).stub(for: .get, .text("")))
    receive("/a")
    receive("/b")
    #expect(
      seen.withLock { $0 } == ["activated /a s", "finished /a completed", "missing /b"])
  }

  @Test("Counting requests succeeds or reports the received ones")
  func verify() throws {
    receive("/a")
    receive("/a")
    receive("/b")
    try set.journal.verify(count: 2, matching: PathIs("/a"))
    try set.journal.verify(count: 1..., matching: PathIs("/b"))
    try set.journal.verifyNever(matching: PathIs("/c"))
    #expect {
      try set.journal.verify(count: 3, matching: PathIs("/a"), fileID: "M/F.swift", line: 7)
    } throws: { error in
      "\(error)" == """
        expected 3 requests where path is /a, got 2
        received:
          GET /a
          GET /a
          GET /b
        at M/F.swift:7
        """
    }
  }

  @Test("Order holds when each request comes after the one before it, others between them")
  func order() throws {
    for path in ["/a", "/x", "/b", "/c"] { receive(path) }
    try set.journal.verifyOrder(PathIs("/a"), PathIs("/b"), PathIs("/c"))
    #expect(throws: VerificationFailure.self) {
      try set.journal.verifyOrder(PathIs("/b"), PathIs("/a"))
    }
  }

  @Test("A stub's answers are counted and stubs that never answered are listed")
  func stubCounts() throws {
    let used = set.add(stub: HTTPStubRequest().match(PathIs("/a")).stub(for: .get, .text("")))
    let unused = set.add(stub: HTTPStubRequest().match(PathIs("/b")).stub(for: .get, .text("")))
    receive("/a")
    try set.verify(stub: used.id, count: 1)
    #expect(throws: VerificationFailure.self) { try set.verify(stub: unused.id, count: 1) }
    #expect(set.unusedStubs.map(\.id) == [unused.id])
  }

  @Test("Waiting ends with the request that completes the count, those before it included")
  func waiting() async throws {
    receive("/a")
    async let requests = set.journal.waitForRequests(
      count: 3, matching: PathIs("/a"), timeout: .seconds(300))
    receive("/b")
    receive("/a")
    receive("/a")
    #expect(try await requests.count == 3)
  }

  @Test("A wait may last longer than any clock counts")
  func waitingWithoutLimit() async throws {
    async let requests = set.journal.waitForRequests(timeout: .seconds(Int64.max))
    receive("/a")
    #expect(try await requests.count == 1)
  }

  @Test("A timeout reports the received requests, and a cancellation ends the wait at once")
  func waitingInVain() async {
    receive("/a")
    await #expect(throws: VerificationFailure.self) {
      try await set.journal.waitForRequests(count: 2, timeout: .milliseconds(1))
    }
    let task = Task { try await set.journal.waitForRequests(count: 2, timeout: .seconds(600)) }
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
  }
}
