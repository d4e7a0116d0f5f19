import CoreTestSupport
import Foundation
import StubCore
import TestSupport
import Testing

@testable import StubServer

@Suite struct ConnectionLineTests {
  private func listen(
    _ profile: NetworkProfile, body: String,
    _ test: (Listener, StubSet) async throws -> Void
  ) async throws {
    let stubs = StubSet()
    stubs.add(stub: HTTPStubRequest().stub(for: .get, .body(body)).stub(for: .post, .text("taken")))
    var configuration = ListenerConfiguration.forTests
    configuration.timeouts.stop = .zero
    configuration.connectionNetwork = profile
    try await withListener(serving: stubs, configuration) { try await test($0, stubs) }
  }

  @Test(
    "A connection does not wait for the line of another, whose streams share theirs",
    .timeLimit(.minutes(5)))
  func own() async throws {
    // One byte takes 4 s: the streams' bytes need 400 s one after the other.
    try await listen(NetworkProfile(down: 0.25), body: "a") { listener, stubs in
      listener.clock.hold()
      let busy = try await FrameClient(port: listener.port)
      let requests = (0..<100).flatMap { _ in Frame.request(busy.takeStream(), "GET", "/").bytes }
      try await busy.wire.send(requests)
      try await stubs.journal.waitForRequests(count: 100, timeout: .seconds(300))
      let other = try WireClient(port: listener.port)
      try await other.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n")
      // The head is out, so the body waits for the clock.
      while other.unreadCount == 0 { try await Task.sleep(for: .milliseconds(1)) }
      listener.clock.advance(by: .seconds(4))
      #expect(try await other.response().text == "a")
      // Where both share a line, 50 and more have ended by then.
      #expect(stubs.journal.entries.count { $0.ending != nil } < 20)
    }
  }

  @Test("Responses on one connection come no faster than its line")
  func down() async throws {
    let text = String(repeating: "0123456789", count: 1_000)
    try await listen(NetworkProfile(down: 500_000), body: text) { listener, _ in
      let client = try await FrameClient(port: listener.port)
      let start = ContinuousClock.now
      for _ in 0..<2 { try await client.request() }
      var bodies: [UInt32: [UInt8]] = [:]
      var ended = 0
      while ended < 2 {
        let frame = try await client.next(.data)
        bodies[frame.stream, default: []] += frame.payload
        if frame.flags & Frame.endStream != 0 { ended += 1 }
      }
      #expect(bodies == [1: Array(text.utf8), 3: Array(text.utf8)])
      #expect(ContinuousClock.now - start >= .milliseconds(40))
    }
  }

  @Test("A request body comes no faster than the line of its connection")
  func up() async throws {
    let body = String(repeating: "0123456789", count: 400)
    try await listen(NetworkProfile(up: 200_000), body: "") { listener, stubs in
      let client = try WireClient(port: listener.port)
      let start = ContinuousClock.now
      try await client.send("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 4000\r\n\r\n\(body)")
      #expect(try await client.response().text == "taken")
      #expect(ContinuousClock.now - start >= .milliseconds(20))
      #expect(stubs.journal.entries.map(\.request.bodyText) == [body])
    }
  }

  @Test("Journal and hooks know what the lines of listener and connection make of a response")
  func known() async throws {
    let line = NetworkProfile(name: "own", latency: .milliseconds(20), outage: .reset)
    try await listen(line, body: "a") { listener, stubs in
      listener.network = NetworkProfile(name: "all", latency: .milliseconds(5))
      let told = Lock<[ResponsePlan]>([])
      stubs.hooks.decided = { _, outcome in
        if let plan = outcome.plan { told.withLock { $0.append(plan) } }
      }
      let client = try WireClient(port: listener.port)
      try await client.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n")
      await #expect(throws: WireError.reset(after: [])) { try await client.rest() }
      for plan in [stubs.journal.entries.first?.plan, told.withLock { $0.first }] {
        #expect(plan?.fault == .reset)
        #expect(plan?.wait == .milliseconds(25))
      }
      #expect(stubs.journal.counts.faults == 1)
    }
  }

  @Test("Connections that are open keep their line when it is changed for new ones")
  func changes() async throws {
    try await listen(NetworkProfile(name: "fine"), body: "a") { listener, _ in
      let old = try WireClient(port: listener.port)
      try await old.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n")
      #expect(try await old.response().text == "a")
      listener.connectionNetwork = NetworkProfile(name: "down", outage: .reset)
      #expect(listener.connectionNetwork?.name == "down")
      let new = try WireClient(port: listener.port)
      try await new.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n")
      await #expect(throws: WireError.reset(after: [])) { try await new.rest() }
      try await old.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n")
      #expect(try await old.response().text == "a")
      listener.connectionNetwork = nil
      let last = try WireClient(port: listener.port)
      try await last.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n")
      #expect(try await last.response().text == "a")
    }
  }
}
