import Foundation
import StubCore
import TestSupport
import Testing

@testable import StubServer

@Suite struct ListenerClockTests {
  /// Longer than any test waits.
  private static let long = Duration.seconds(3_600)

  private func stubs(_ response: HTTPStubResponse) -> StubSet {
    let stubs = StubSet()
    stubs.add(stub: HTTPStubRequest().stub(response))
    return stubs
  }

  private func late(_ delay: Duration = long) -> HTTPStubResponse {
    let response = HTTPStubResponse()
    response.body = "late"
    response.delay = delay
    return response
  }

  private func waitUntilAsked(_ stubs: StubSet) async throws {
    while stubs.journal.receivedCount == 0 { try await Task.sleep(for: .milliseconds(1)) }
  }

  /// Moves the clock on until so many responses have ended: one that is asked for a moment before the clock
  /// is moved may begin a moment after it.
  private func advance(
    _ listener: Listener, by step: Duration, until count: Int, _ stubs: StubSet
  ) async throws {
    while stubs.journal.entries.count(where: { $0.ending != nil }) < count {
      listener.clock.advance(by: step)
      try await Task.sleep(for: .milliseconds(5))
    }
  }

  @Test("The clock stands, goes on from there, is advanced by hand and never goes back")
  func time() {
    let clock = ListenerClock()
    #expect(clock.lead == .zero)
    #expect(!clock.isHeld)
    clock.hold()
    let held = clock.now
    #expect(clock.now == held)
    #expect(clock.deadline(of: held + .nanoseconds(1)) == nil)
    #expect(clock.deadline(of: held) == .zero)
    clock.hold()
    #expect(clock.now == held)
    clock.advance(by: .seconds(5))
    #expect(clock.now == held + .seconds(5))
    clock.advance(by: .seconds(-5))
    #expect(clock.now == held + .seconds(5))
    clock.release()
    #expect(!clock.isHeld)
    #expect(clock.now >= held + .seconds(5))
    let now = clock.now
    clock.advance(by: .seconds(Int64.max))
    #expect(clock.now >= now + .seconds(86_400_000_000))
    for _ in 0..<100_000 { clock.advance(by: .seconds(Int64.max)) }
    #expect(clock.deadline(of: clock.now) ?? .zero < .seconds(1_000_000_000))
  }

  @Test("A response in HTTP/1.1 waits for the clock, which saves its wait", .timeLimit(.minutes(5)))
  func http1() async throws {
    let stubs = stubs(late())
    try await withListener(serving: stubs) { listener in
      let client = try WireClient(port: listener.port)
      try await client.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n")
      try await waitUntilAsked(stubs)
      listener.clock.advance(by: Self.long - .seconds(60))
      #expect(client.serverSide == .open)
      try await advance(listener, by: .seconds(61), until: 1, stubs)
      #expect(try await client.response().text == "late")
      // The connection goes on.
      try await client.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n")
      try await advance(listener, by: Self.long, until: 2, stubs)
      #expect(try await client.response().text == "late")
    }
  }

  @Test("While the clock is held nothing is due, however short", .timeLimit(.minutes(5)))
  func held() async throws {
    let stubs = stubs(late(.milliseconds(5)))
    try await withListener(serving: stubs) { listener in
      listener.clock.hold()
      let client = try WireClient(port: listener.port)
      try await client.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n")
      try await waitUntilAsked(stubs)
      try await Task.sleep(for: .milliseconds(50))
      #expect(client.serverSide == .open)
      #expect(stubs.journal.entries.first?.ending == nil)
      listener.clock.release()
      #expect(try await client.response().text == "late")
    }
  }

  @Test("A client that leaves a held response is let go", .timeLimit(.minutes(5)))
  func left() async throws {
    let stubs = stubs(late())
    let endings = Endings()
    stubs.hooks.finished = { _, _, ending in endings.note(ending) }
    try await withListener(serving: stubs) { listener in
      listener.clock.hold()
      let client = try WireClient(port: listener.port)
      try await client.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n")
      try await waitUntilAsked(stubs)
      client.finishSending()
      #expect(await endings.next() == .cancelled)
    }
  }

  @Test("A body goes at the pace of the clock in both versions of HTTP", .timeLimit(.minutes(5)))
  func pace() async throws {
    let response = HTTPStubResponse()
    response.body = String(repeating: "x", count: 10_000)
    response.responseTime = .withSpeed(HTTPConnectionSpeed(bytesPerSecond: 100))
    let stubs = stubs(response)
    try await withListener(serving: stubs) { listener in
      listener.clock.hold()
      let first = try WireClient(port: listener.port)
      try await first.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n")
      let second = try await FrameClient(port: listener.port)
      try await second.send(.request(second.takeStream()))
      while stubs.journal.receivedCount < 2 { try await Task.sleep(for: .milliseconds(1)) }
      listener.clock.advance(by: .seconds(99))
      #expect(stubs.journal.entries.allSatisfy { $0.ending == nil })
      try await advance(listener, by: .seconds(101), until: 2, stubs)
      #expect(try await first.response().text.utf8.count == 10_000)
      #expect(try await second.response().text.utf8.count == 10_000)
    }
  }

  @Test("Streams of HTTP/2 wait each for its own time", .timeLimit(.minutes(5)))
  func streams() async throws {
    let stubs = StubSet()
    stubs.add(stub: HTTPStubRequest().match(path: "/b").stub(late(Self.long)))
    stubs.add(stub: HTTPStubRequest().match(path: "/a").stub(late(.seconds(60))))
    try await withListener(serving: stubs) { listener in
      let client = try await FrameClient(port: listener.port)
      let (later, sooner) = (client.takeStream(), client.takeStream())
      try await client.send(.request(later, "GET", "/b"), .request(sooner, "GET", "/a"))
      while stubs.journal.receivedCount < 2 { try await Task.sleep(for: .milliseconds(1)) }
      try await advance(listener, by: .seconds(61), until: 1, stubs)
      #expect(try await client.response().stream == sooner)
      try await advance(listener, by: Self.long, until: 2, stubs)
      #expect(try await client.response().stream == later)
    }
  }

  @Test("An upload comes through a slow link when the clock says so", .timeLimit(.minutes(5)))
  func upload() async throws {
    var configuration = ListenerConfiguration.forTests
    configuration.network = NetworkProfile(
      name: "slow", upload: HTTPConnectionSpeed(bytesPerSecond: 10))
    let stubs = StubSet()
    stubs.add(stub: HTTPStubRequest().stub(for: .post, .text("taken")))
    try await withListener(serving: stubs, configuration) { listener in
      listener.clock.hold()
      let start = listener.clock.now
      let client = try WireClient(port: listener.port)
      let body = String(repeating: "y", count: 1_000)
      try await client.send("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1000\r\n\r\n\(body)")
      for _ in 0..<200 where stubs.journal.receivedCount == 0 {
        listener.clock.advance(by: .seconds(1))
        try await Task.sleep(for: .milliseconds(1))
      }
      #expect(listener.clock.now - start > .seconds(90))
      #expect(try await client.response().text == "taken")
    }
  }

  @Test(
    "Requests that the listener answers itself wait for no link, not even while the clock is held",
    .timeLimit(.minutes(5)), arguments: ["/__admin/a", "/__session/one/__admin/a"])
  func reserved(path: String) async throws {
    var configuration = ListenerConfiguration.forTests
    configuration.network = NetworkProfile(
      name: "slow", upload: HTTPConnectionSpeed(bytesPerSecond: 10))
    let stubs = StubSet()
    let reserved = ReservedPath("/__admin") { ListenerResponse(.ready(.ok($0.bodyText))) }
    let listener = try Listener(
      stubs: stubs, addresses: [.tcp(host: "127.0.0.1", port: 0)], configuration: configuration,
      reserved: reserved, sessions: StubSessions(of: stubs))
    try listener.start()
    defer { listener.stop() }
    listener.clock.hold()
    let body = String(repeating: "y", count: 1_000)
    let client = try WireClient(port: listener.port)
    let start = "POST \(path) HTTP/1.1\r\nHost: a\r\n"
    try await client.send("\(start)Content-Length: 1000\r\n\r\n\(body)")
    #expect(try await client.response().text == body)
    try await client.send("\(start)Transfer-Encoding: chunked\r\n\r\n3e8\r\n\(body)\r\n0\r\n\r\n")
    #expect(try await client.response().text == body)
    let frames = try await FrameClient(port: listener.port)
    try await frames.send(.data(frames.request("POST", path, hasBody: true), body))
    #expect(try await frames.response().text == body)
  }

  @Test("A fault that has a duration is over when the clock says so", .timeLimit(.minutes(5)))
  func faults() async throws {
    var configuration = ListenerConfiguration.forTests
    configuration.faults.connection = ConnectionFaultRule(.reset, for: Self.long)
    try await withListener(serving: StubSet(), configuration) { listener in
      await #expect(throws: (any Error).self) {
        let first = try WireClient(port: listener.port)
        try await first.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n")
        _ = try await first.response()
      }
      listener.clock.advance(by: Self.long + .seconds(1))
      let second = try WireClient(port: listener.port)
      try await second.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n")
      #expect(try await second.response().status == 404)
    }
  }

  @Test("A connection that is accepted slowly waits for the clock", .timeLimit(.minutes(5)))
  func slowAccept() async throws {
    var configuration = ListenerConfiguration.forTests
    configuration.faults.connection = ConnectionFaultRule(.slowAccept(Self.long))
    let stubs = StubSet()
    try await withListener(serving: stubs, configuration) { listener in
      let client = try WireClient(port: listener.port)
      try await client.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n")
      try await advance(listener, by: Self.long, until: 1, stubs)
      #expect(try await client.response().status == 404)
      listener.connectionFault = .slowAccept(.milliseconds(5))
      listener.clock.hold()
      let held = try WireClient(port: listener.port)
      try await held.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n")
      try await Task.sleep(for: .milliseconds(50))
      #expect(stubs.journal.receivedCount == 1)
      listener.clock.release()
      #expect(try await held.response().status == 404)
    }
  }

  @Test("The time of day in templates follows the clock")
  func date() {
    let clock = ListenerClock()
    clock.advance(by: .seconds(86_400))
    #expect(abs(clock.date.timeIntervalSinceNow - 86_400) < 60)
  }
}
