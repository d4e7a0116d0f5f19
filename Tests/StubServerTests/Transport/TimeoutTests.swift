import StubCore
import TestSupport
import Testing

@testable import StubServer

@Suite struct TimeoutTests {
  /// Sends the beginning of a request, then a byte every 5 ms, and returns the answer.
  private func answer(
    to beginning: String, _ change: (inout ListenerTimeouts) -> Void
  ) async throws -> WireResponse {
    var configuration = ListenerConfiguration.forTests
    change(&configuration.timeouts)
    // What still comes after the answer must not break the connection before it is read.
    configuration.timeouts.linger = .seconds(3_600)
    return try await withListener(configuration, handler: describing) { listener in
      let client = try WireClient(port: listener.port)
      try await client.send(beginning)
      let dripping = Task {
        // Ends with the connection: a byte for a closed socket is an error.
        while !Task.isCancelled {
          try await client.send("1")
          try await Task.sleep(for: .milliseconds(5))
        }
      }
      defer { dripping.cancel() }
      return try await client.response()
    }
  }

  @Test("A head that takes too long is answered 408, however steadily its bytes come")
  func slowHead() async throws {
    let response = try await answer(to: "GET / HTTP/1.1\r\nX: ") { $0.head = .milliseconds(60) }
    #expect(response.status == 408)
    #expect(response.text.contains("the head was not complete after 0.06 seconds"))
  }

  @Test("A body that stops coming is answered 408")
  func slowBody() async throws {
    var configuration = ListenerConfiguration.forTests
    configuration.timeouts.body = .milliseconds(30)
    try await withListener(configuration, handler: describing) { listener in
      let client = try WireClient(port: listener.port)
      try await client.send("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\n\r\nab")
      let response = try await client.response()
      #expect(response.status == 408)
      #expect(try await client.rest().isEmpty)
    }
  }

  @Test("A body that takes too long is answered 408, however steadily its bytes come")
  func drippingBody() async throws {
    let head = "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1000000\r\n\r\n"
    let response = try await answer(to: head) { $0.wholeBody = .milliseconds(60) }
    #expect(response.status == 408)
    #expect(response.text.contains("the body was not complete after 0.06 seconds"))
    #expect(response.text.contains("--body-timeout"))
  }

  @Test("The time for a body begins anew with each request", .timeLimit(.minutes(5)))
  func nextBody() async throws {
    let limit = Duration.milliseconds(300)
    var configuration = ListenerConfiguration.forTests
    configuration.timeouts.wholeBody = limit
    try await withListener(configuration, handler: describing) { listener in
      // A test that was too slow itself tries again. The two bodies take longer together than one may.
      while true {
        let client = try WireClient(port: listener.port)
        if try await sendsBody(client, within: limit), try await sendsBody(client, within: limit) {
          return
        }
      }
    }
  }

  /// Sends a body that takes 180 ms or more.
  ///
  /// - Returns: whether it took less than the limit, and so has been answered.
  private func sendsBody(_ client: WireClient, within limit: Duration) async throws -> Bool {
    let start = ContinuousClock.now
    try? await client.send("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 2\r\n\r\na")
    try await Task.sleep(for: .milliseconds(180))
    try? await client.send("b")
    let response = try? await client.response()
    guard ContinuousClock.now - start < limit else { return false }
    #expect(response?.status == 200)
    return true
  }

  @Test(
    "An idle connection is closed without a word, before and after a request",
    .timeLimit(.minutes(5)))
  func idle() async throws {
    var configuration = ListenerConfiguration.forTests
    configuration.timeouts.idle = .milliseconds(100)
    try await withListener(configuration, handler: describing) { listener in
      let silent = try WireClient(port: listener.port)
      #expect(try await silent.rest().isEmpty)
      // A client that was too late with its request tries again, as real ones do.
      while true {
        let client = try WireClient(port: listener.port)
        guard (try? await client.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n")) != nil,
          let response = try? await client.response()
        else { continue }
        #expect(response.status == 200)
        #expect(try await client.rest().isEmpty)
        return
      }
    }
  }

  @Test("A client that reads nothing is cut off, and the exchange is reported so")
  func stalledReader() async throws {
    var configuration = ListenerConfiguration.forTests
    configuration.timeouts.stalledWrite = .milliseconds(50)
    let endings = Endings()
    let handler: RequestHandler = { _ in
      let plan = ResponsePlan.ok(String(repeating: "a", count: 16 * 1_024 * 1_024))
      return ListenerResponse(.ready(plan), finish: endings.note)
    }
    try await withListener(configuration, handler: handler) { listener in
      let client = try WireClient(port: listener.port)
      client.readSlowly()
      try await client.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n")
      #expect(await endings.next() == .cancelled)
    }
  }

  @Test("A failure after a body that is not read still ends the connection")
  func stalledFailure() async throws {
    var configuration = ListenerConfiguration.forTests
    configuration.timeouts.stalledWrite = .milliseconds(50)
    let endings = Endings()
    let handler: RequestHandler = { _ in
      var plan = ResponsePlan.ok(String(repeating: "a", count: 16 * 1_024 * 1_024))
      plan.body = plan.body.slice(0..<8 * 1_024 * 1_024)
      plan.failure = .network(.networkConnectionLost)
      return ListenerResponse(.ready(plan), finish: endings.note)
    }
    try await withListener(configuration, handler: handler) { listener in
      let client = try WireClient(port: listener.port)
      client.readSlowly()
      try await client.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n")
      #expect(await endings.next() == .cancelled)
    }
  }

  @Test("A slow reader of a paced body is waited for")
  func slowReader() async throws {
    let size = 12 * 1_024 * 1_024
    let handler: RequestHandler = { _ in
      var plan = ResponsePlan.ok(String(repeating: "a", count: size))
      plan.timing = ResponseTiming(body: .over(.milliseconds(40)))
      return ListenerResponse(.ready(plan))
    }
    try await withListener(handler: handler) { listener in
      let client = try WireClient(port: listener.port)
      try await client.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n")
      try await client.skip(1)
      // By now the whole body is due, and the client has read next to nothing of it.
      try await Task.sleep(for: .milliseconds(60))
      try await client.skip(size)
      try await client.send("GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n")
      #expect(try await client.rest().count > size)
    }
  }

  @Test("A delay is waited for, and later steps do not shift when an earlier one is late")
  func delays() async throws {
    let handler: RequestHandler = { _ in
      var plan = ResponsePlan.ok("0123456789")
      plan.timing = ResponseTiming(beforeHead: .milliseconds(30), body: .over(.milliseconds(50)))
      return ListenerResponse(.ready(plan))
    }
    try await withListener(handler: handler) { listener in
      let client = try WireClient(port: listener.port)
      let start = ContinuousClock.now
      try await client.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n")
      #expect(try await client.response().text == "0123456789")
      #expect(ContinuousClock.now - start >= .milliseconds(80))
    }
  }

  @Test("A delay is waited for by an answer that goes out in one piece too")
  func delayedWholeAnswer() async throws {
    var plan = ResponsePlan.ok("late")
    plan.timing.beforeHead = .milliseconds(30)
    try await withListener(handler: answering(plan.kept())) { listener in
      let client = try WireClient(port: listener.port)
      for _ in 0..<2 {
        let start = ContinuousClock.now
        try await client.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n")
        #expect(try await client.response().text == "late")
        #expect(ContinuousClock.now - start >= .milliseconds(30))
      }
    }
  }
}
