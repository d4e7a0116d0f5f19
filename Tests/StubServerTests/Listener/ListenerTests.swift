import CoreTestSupport
import Foundation
import StubCore
import TestSupport
import Testing

@testable import StubServer

@Suite struct ListenerTests {
  @Test("A listener answers from its stubs and writes each exchange into the journal")
  func stubs() async throws {
    let stubs = StubSet()
    stubs.add(
      stub: HTTPStubRequest().match(PathIs("/a")).stub(for: .get, .text("hello")))
    let listener = try Listener(stubs: stubs, port: 0, configuration: .forTests)
    try listener.start()
    defer { listener.stop() }
    #expect(listener.port > 0)
    #expect(listener.url == "http://127.0.0.1:\(listener.port)")
    let client = try WireClient(port: listener.port)
    try await client.send("GET /a HTTP/1.1\r\nHost: any.example\r\n\r\n")
    let response = try await client.response()
    #expect(response.statusLine == "HTTP/1.1 200 OK")
    #expect(response.text == "hello")
    #expect(response["Date"]?.hasSuffix(" GMT") == true)
    try await client.send("GET /b HTTP/1.1\r\nHost: any.example\r\n\r\n")
    let missing = try await client.response()
    #expect(missing.status == 404)
    #expect(missing.text.contains("/b"))
    #expect(stubs.journal.entries.map(\.request.target.path) == ["/a", "/b"])
  }

  @Test("CONNECT is answered 405, whatever is stubbed for any method, unless a stub names it")
  func tunnels() async throws {
    let stubs = StubSet()
    stubs.add(stub: HTTPStubRequest().stub(.text("any")))
    let listener = try Listener(stubs: stubs, port: 0, configuration: .forTests)
    try listener.start()
    defer { listener.stop() }
    let client = try await FrameClient(port: listener.port)
    func status() async throws -> Int {
      let fields = [(":method", "CONNECT"), (":authority", "a.example:443")]
      try await client.send(
        Frame(
          .headers, flags: Frame.endHeaders | Frame.endStream, stream: client.takeStream(),
          payload: Frame.block(fields)))
      return try await client.response().status
    }
    for mode in [HTTPUnhandledMode.optout, .optin] {
      stubs.unhandledMode = mode
      let refused = try await WireClient.exchange("CONNECT a.example:443", to: listener.port)
      #expect(refused.status == 405)
      #expect(refused.text.contains("this is not a proxy"))
      #expect(stubs.journal.entries.last?.response?.status == .methodNotAllowed)
      #expect(try await status() == 405)
    }
    stubs.add(stub: HTTPStubRequest().stub(for: .connect, .text("named")))
    let opened = try await WireClient.exchange("CONNECT a.example:443", to: listener.port)
    #expect(opened.status == 200)
    #expect(opened["Content-Length"] == nil)
    #expect(try await status() == 200)
  }

  @Test("The limits may be as large as numbers are")
  func largestLimits() async throws {
    let stubs = StubSet()
    stubs.add(stub: HTTPStubRequest().stub(for: .post, .text("hello")))
    var configuration = ListenerConfiguration.forTests
    configuration.limits.connections = .max
    configuration.limits.headSize = .max
    configuration.limits.headerCount = .max
    configuration.limits.bodySize = .max
    configuration.limits.streamResets = .max
    configuration.limits.idleFrames = .max
    let listener = try Listener(stubs: stubs, port: 0, configuration: configuration)
    try listener.start()
    defer { listener.stop() }
    for framing in [
      "Content-Length: 1\r\n\r\na", "Transfer-Encoding: chunked\r\n\r\n1\r\na\r\n0\r\n\r\n",
    ] {
      let client = try WireClient(port: listener.port)
      try await client.send("POST / HTTP/1.1\r\nHost: a\r\n\(framing)")
      #expect(try await client.response().text == "hello")
    }
    for length in ["\(Int.max)", "9223372036854775808"] {
      let client = try WireClient(port: listener.port)
      try await client.send("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: \(length)\r\n\r\na")
    }
    for size in ["7fffffffffffffff", "8000000000000000", "ffffffffffffffffffff"] {
      let client = try WireClient(port: listener.port)
      try await client.send(
        "POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n\(size)\r\na")
    }
    let client = try WireClient(port: listener.port)
    try await client.send("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 0\r\n\r\n")
    #expect(try await client.response().text == "hello")
  }

  @Test("Many clients at once each get their own answers")
  func concurrent() async throws {
    try await withListener(handler: describing) { listener in
      let port = listener.port
      let right = try await withThrowingTaskGroup(of: Int.self) { group in
        for number in 0..<200 {
          group.addTask {
            let client = try WireClient(port: port)
            var right = 0
            for round in 0..<5 {
              let body = "\(number)-\(round)"
              try await client.send(
                "POST /\(number) HTTP/1.1\r\nHost: a\r\nContent-Length: \(body.utf8.count)\r\n\r\n"
                  + body)
              if try await client.response().text == "POST /\(number) \(body)" { right += 1 }
            }
            return right
          }
        }
        return try await group.reduce(0, +)
      }
      #expect(right == 1_000)
    }
  }

  @Test("A listener can be started once, stopped twice and asked for its port afterwards")
  func states() throws {
    let listener = try Listener(
      addresses: [.tcp(host: "127.0.0.1", port: 0)], handler: describing)
    #expect(listener.port == 0)
    #expect(listener.url.isEmpty)
    listener.stop()
    listener.waitUntilStopped()
    try listener.start()
    #expect(throws: ListenerStateError.self) { try listener.start() }
    let port = listener.port
    listener.stop()
    listener.stop()
    listener.waitUntilStopped()
    #expect(listener.port == port)
    #expect(throws: ListenerStateError.self) { try listener.start() }
    #expect(throws: WireError.self) { try WireClient(port: port) }
  }

  @Test("A handler may stop its own listener")
  func stopsItself() async throws {
    let box = AsyncBox<Listener>()
    let listener = try Listener(addresses: [.tcp(host: "127.0.0.1", port: 0)]) { _ in
      ListenerResponse(
        .pending {
          await box.value.stop()
          return .ok("bye")
        })
    }
    try listener.start()
    box.set(listener)
    let client = try WireClient(port: listener.port)
    try await client.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n")
    let response = try await client.response()
    #expect(response.text == "bye")
    #expect(response["Connection"] == "close")
    #expect(try await client.rest().isEmpty)
    listener.waitUntilStopped()
  }

  @Test(
    "Stopping lets a delayed answer under way finish, closes idle connections and refuses others",
    .timeLimit(.minutes(5)))
  func stopsGracefully() async throws {
    let gate = Gate()
    let arrived = Endings()
    var configuration = ListenerConfiguration.forTests
    configuration.timeouts.stop = .seconds(3_600)
    let listener = try Listener(
      addresses: [.tcp(host: "127.0.0.1", port: 0)], configuration: configuration
    ) { _ in
      arrived.note(.completed)
      return ListenerResponse(
        .pending {
          await gate.wait()
          var plan = ResponsePlan.ok("late")
          plan.timing = ResponseTiming(beforeHead: .milliseconds(20))
          return plan
        })
    }
    try listener.start()
    let idle = try WireClient(port: listener.port)
    let busy = try WireClient(port: listener.port)
    try await busy.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n")
    _ = await arrived.next()
    listener.stop()
    #expect(try await idle.rest().isEmpty)
    // The other loop may stop a little later.
    while (try? WireClient(port: listener.port)) != nil {
      try await Task.sleep(for: .milliseconds(1))
    }
    gate.open()
    let response = try await busy.response()
    #expect(response.text == "late")
    #expect(response["Connection"] == "close")
    #expect(try await busy.rest().isEmpty)
    listener.waitUntilStopped()
  }

  @Test("An answer that takes longer than the stop allows is cut off and reported so")
  func stopsByForce() async throws {
    var configuration = ListenerConfiguration.forTests
    configuration.timeouts.stop = .milliseconds(50)
    let endings = Endings()
    let arrived = Endings()
    let listener = try Listener(
      addresses: [.tcp(host: "127.0.0.1", port: 0)], configuration: configuration
    ) { _ in
      arrived.note(.completed)
      var plan = ResponsePlan.ok("never")
      plan.timing = ResponseTiming(beforeHead: .seconds(3_600))
      return ListenerResponse(.ready(plan), finish: endings.note)
    }
    try listener.start()
    let client = try WireClient(port: listener.port)
    try await client.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n")
    _ = await arrived.next()
    listener.stop()
    #expect(try await client.rest().isEmpty)
    #expect(await endings.next() == .cancelled)
    listener.waitUntilStopped()
  }
}
