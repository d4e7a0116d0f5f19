import CoreTestSupport
import Foundation
import StubCore
import TestSupport
import Testing

@testable import StubServer

@Suite struct LineTests {
  private func listen(
    _ configuration: ListenerConfiguration = .forTests, line: NetworkProfile? = nil,
    _ response: HTTPStubResponse = HTTPStubResponse(),
    _ body: (Listener, StubSet) async throws -> Void
  ) async throws {
    let stubs = StubSet()
    stubs.network = line
    stubs.add(stub: HTTPStubRequest().stub(response))
    try await withListener(serving: stubs, configuration) { try await body($0, stubs) }
  }

  @Test("A body comes whole through the lines of set and listener, and no faster than either")
  func down() async throws {
    let text = String(repeating: "0123456789", count: 1_000)
    let response = HTTPStubResponse()
    response.body = text
    var configuration = ListenerConfiguration.forTests
    configuration.network = NetworkProfile(down: 500_000)
    for profile in [NetworkProfile(down: 1_000_000), NetworkProfile(down: 250_000)] {
      try await listen(configuration, line: profile, response) { listener, _ in
        let start = ContinuousClock.now
        try await withThrowingTaskGroup(of: Bool.self) { group in
          for _ in 0..<4 {
            group.addTask {
              let client = try WireClient(port: listener.port)
              try await client.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n")
              return try await client.response().text == text
            }
          }
          for try await isWhole in group { #expect(isWhole) }
        }
        let slower = min(500_000, profile.download?.bytesPerSecond ?? 0)
        #expect(ContinuousClock.now - start >= .seconds(40_000 / slower))
      }
    }
  }

  @Test("Bytes that a client delayed by not reading do not arrive in a burst when it reads on")
  func blocked() async throws {
    let path = NSTemporaryDirectory() + "line-\(UUID().uuidString.prefix(8)).sock"
    let speed = 40_000_000.0
    let body = Data(repeating: 7, count: 3_000_000)
    var configuration = ListenerConfiguration.forTests
    configuration.network = NetworkProfile(down: speed)
    let plan = ResponsePlan(head: ResponseHead(status: .ok), body: .data(body))
    let listener = try Listener(
      addresses: [.unix(path: path)], configuration: configuration, handler: answering(plan))
    try listener.start()
    defer { listener.stop() }
    let client = try WireClient(path: path)
    try await client.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n")
    #expect(try await client.response(to: "HEAD").status == 200)
    // Longer than the line needs for all of it.
    try await Task.sleep(for: .milliseconds(100))
    let buffered = client.unreadCount + Transport.outputLimit + PlanSteps.largestStep
    let start = ContinuousClock.now
    #expect(Data(try await client.bytes(body.count)) == body)
    #expect(
      ContinuousClock.now - start >= .seconds(Double(body.count - buffered) / speed))
  }

  @Test("A response that is slow holds up no other on its loop")
  func independent() async throws {
    let slow = HTTPStubResponse()
    slow.body = "0123456789"
    slow.responseTime = .withSpeed(HTTPConnectionSpeed(bytesPerSecond: 0.001))
    var configuration = ListenerConfiguration.forTests
    configuration.threadCount = 1
    configuration.timeouts.stop = .zero
    try await listen(configuration, slow) { listener, stubs in
      let waiting = try WireClient(port: listener.port)
      try await waiting.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n")
      try await waiting.skip(1)
      stubs.add(stub: HTTPStubRequest().stub(for: .get, .text("fast")))
      let client = try WireClient(port: listener.port)
      for _ in 0..<4 {
        try await client.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n")
        #expect(try await client.response().text == "fast")
      }
      // The end of the last may be noted after the client has it.
      let endings = stubs.journal.entries.prefix(4).map(\.ending)
      #expect(endings == [nil, .completed, .completed, .completed])
    }
  }

  @Test("Chunks keep their sizes on a slow line")
  func chunks() async throws {
    let response = HTTPStubResponse()
    response.chunks = [String(repeating: "a", count: 700), "b", String(repeating: "c", count: 99)]
      .map { HTTPStubChunk($0) }
    try await listen(line: NetworkProfile(down: 50_000), response) { listener, _ in
      let client = try WireClient(port: listener.port)
      try await client.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n")
      let answer = try await client.response()
      #expect(answer.chunks == [700, 1, 99, 0])
      #expect(
        answer.text == String(repeating: "a", count: 700) + "b" + String(repeating: "c", count: 99))
    }
  }

  @Test("A line that is changed while the listener serves holds for the next response")
  func changes() async throws {
    try await listen { listener, stubs in
      let client = try WireClient(port: listener.port)
      try await client.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n")
      #expect(try await client.response().status == 200)
      listener.network = NetworkProfile(name: "down", outage: .reset)
      #expect(listener.network?.name == "down")
      try await client.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n")
      await #expect(throws: WireError.reset(after: [])) { try await client.rest() }
      listener.network = NetworkProfile(
        name: "late", latency: .milliseconds(20), jitter: .milliseconds(5))
      let second = try WireClient(port: listener.port)
      let start = ContinuousClock.now
      try await second.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n")
      #expect(try await second.response().status == 200)
      #expect(ContinuousClock.now - start >= .milliseconds(20))
      #expect(stubs.journal.receivedCount == 3)
    }
  }

  @Test(
    "Reports, and what a real server sends, go through the line of the set",
    arguments: [HTTPUnhandledMode.optout, .optin])
  func otherAnswers(mode: HTTPUnhandledMode) async throws {
    let real = try RealServer()
    var configuration = ListenerConfiguration.forTests
    configuration.upstream = try UpstreamConfiguration(url: "http://127.0.0.1:\(real.port)")
    let stubs = StubSet()
    stubs.unhandledMode = mode
    let listener = try Listener(stubs: stubs, port: 0, configuration: configuration)
    try listener.start()
    defer { listener.stop() }
    let client = try WireClient(port: listener.port)
    try await client.send("GET /a HTTP/1.1\r\nHost: a\r\n\r\n")
    #expect(try await client.response().status == (mode == .optin ? 200 : 404))
    stubs.network = NetworkProfile(name: "down", outage: .reset)
    try await client.send("GET /a HTTP/1.1\r\nHost: a\r\n\r\n")
    await #expect(throws: WireError.reset(after: [])) { try await client.rest() }
    #expect(real.requestCount == (mode == .optin ? 2 : 0))
  }

  @Test(
    "A request body comes whole through a slow line, however long that takes, and no faster",
    arguments: ["Content-Length: 4000\r\n\r\n", "Transfer-Encoding: chunked\r\n\r\n"])
  func up(fields: String) async throws {
    let body = String(repeating: "0123456789", count: 400)
    var configuration = ListenerConfiguration.forTests
    // Shorter than the body takes: it is this side that is slow, not the client.
    configuration.timeouts.body = .milliseconds(40)
    configuration.network = NetworkProfile(up: 40_000)
    try await listen(configuration, line: NetworkProfile(up: 80_000)) { listener, stubs in
      let client = try WireClient(port: listener.port)
      let start = ContinuousClock.now
      let content = fields.contains("chunked") ? "fa0\r\n\(body)\r\n0\r\n\r\n" : body
      let end = "GET / HTTP/1.1\r\nHost: a\r\n\r\n"
      try await client.send("POST / HTTP/1.1\r\nHost: a\r\n\(fields)\(content)\(end)")
      #expect(try await client.response().status == 200)
      #expect(ContinuousClock.now - start >= .milliseconds(100))
      #expect(try await client.response().status == 200)
      #expect(stubs.journal.entries.map(\.request.bodyText) == [body, ""])
    }
  }

  @Test("A client on a slow line that waits to be asked for its body is asked, and limits hold")
  func expectation() async throws {
    var configuration = ListenerConfiguration.forTests
    configuration.network = NetworkProfile(up: 20_000)
    configuration.limits.bodySize = 1_000
    try await listen(configuration) { listener, stubs in
      let client = try WireClient(port: listener.port)
      try await client.send(
        "POST / HTTP/1.1\r\nHost: a\r\nExpect: 100-continue\r\nContent-Length: 500\r\n\r\n")
      #expect(try await client.response().status == 100)
      try await client.send(String(repeating: "a", count: 500))
      #expect(try await client.response().status == 200)
      #expect(stubs.journal.entries.first?.request.body?.count == 500)
      let large = try WireClient(port: listener.port)
      try await large.send("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1001\r\n\r\n")
      #expect(try await large.response().status == 413)
    }
  }

  @Test("A client that is slow itself runs out of time on a slow line too")
  func slowClient() async throws {
    var configuration = ListenerConfiguration.forTests
    configuration.network = NetworkProfile(up: 20_000)
    configuration.timeouts.body = .milliseconds(30)
    try await listen(configuration) { listener, _ in
      let client = try WireClient(port: listener.port)
      try await client.send("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 500\r\n\r\nabc")
      #expect(try await client.response().status == 408)
    }
  }

  @Test("A listener that stops answers the request that a line still brings")
  func stops() async throws {
    var configuration = ListenerConfiguration.forTests
    configuration.network = NetworkProfile(up: 10_000)
    configuration.timeouts.stop = .seconds(3_600)
    try await listen(configuration) { listener, stubs in
      let client = try WireClient(port: listener.port)
      try await client.send(
        "POST / HTTP/1.1\r\nHost: a\r\nExpect: 100-continue\r\nContent-Length: 1000\r\n\r\n")
      #expect(try await client.response().status == 100)
      try await client.send(String(repeating: "a", count: 1_000))
      listener.stop()
      #expect(try await client.response().status == 200)
      #expect(stubs.journal.entries.first?.request.body?.count == 1_000)
    }
  }
}
