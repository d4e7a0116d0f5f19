import Foundation
import StubCore
import TestSupport
import Testing

@testable import StubServer

@Suite struct HTTP2StreamTests {
  @Test("A hundred delayed answers wait side by side: those with short delays overtake the others")
  func delayed() async throws {
    let handler: RequestHandler = { request in
      var plan = ResponsePlan.ok(request.target.path)
      let isSlow = request.target.path.hasPrefix("/slow")
      plan.timing = ResponseTiming(beforeHead: isSlow ? .seconds(3_600) : .milliseconds(50))
      return ListenerResponse(.ready(plan))
    }
    var configuration = ListenerConfiguration.forTests
    configuration.timeouts.stop = .zero
    try await withListener(configuration, handler: handler) { listener in
      let client = try await FrameClient(port: listener.port)
      let paths = (0..<100).map { $0 < 50 ? "/slow\($0)" : "/quick\($0)" }
      let frames = paths.map { Frame.request(client.takeStream(), "GET", $0) }
      try await client.wire.send(frames.flatMap(\.bytes))
      var texts: [String] = []
      for _ in 0..<50 { texts.append(try await client.response().text) }
      #expect(texts.sorted() == paths.suffix(50).sorted())
    }
  }

  @Test("An answer that waits holds up no other on its connection, whichever is let go first")
  func independent() async throws {
    let gates = (0..<100).map { _ in Gate() }
    let handler: RequestHandler = { request in
      ListenerResponse(
        .pending {
          let number = Int(request.target.path.dropFirst()) ?? 0
          await gates[number].wait()
          return .ok(request.target.path)
        })
    }
    try await withListener(handler: handler) { listener in
      let client = try await FrameClient(port: listener.port)
      for number in 0..<100 { try await client.request("GET", "/\(number)") }
      var wrong: [Int] = []
      for number in (0..<100).reversed() {
        gates[number].open()
        if try await client.response().text != "/\(number)" { wrong.append(number) }
      }
      #expect(wrong.isEmpty)
    }
  }

  @Test("Two large answers share the connection, DATA frame by DATA frame")
  func fair() async throws {
    let plan = ResponsePlan.ok(String(repeating: "a", count: 200_000))
    try await withListener(handler: answering(plan)) { listener in
      let client = try await FrameClient(port: listener.port, settings: [(4, 1_000_000)])
      // The connection's window is shut after 65,535 bytes, so both are under way then.
      let streams = [try await client.request(), try await client.request()]
      var order: [UInt32] = []
      var count = 0
      while count < 65_535 {
        let frame = try await client.next(.data)
        order.append(frame.stream)
        count += frame.payload.count
      }
      try await client.send(.windowUpdate(0, 16_384 * 8))
      order = []
      for _ in 0..<8 { order.append(try await client.next(.data).stream) }
      #expect(Set(order) == Set(streams))
      // The second may have begun late, and has a turn more then.
      #expect((3...5).contains(order.count { $0 == streams[0] }))
    }
  }

  @Test("A stream that the client resets is reported as cancelled, at once and once")
  func clientResets() async throws {
    let endings = Endings()
    let arrived = Endings()
    let handler: RequestHandler = { request in
      arrived.note(.completed)
      var plan = ResponsePlan.ok("never")
      if request.target.path == "/slow" {
        plan.timing = ResponseTiming(beforeHead: .seconds(3_600))
      }
      return ListenerResponse(.ready(plan), finish: endings.note)
    }
    try await withListener(handler: handler) { listener in
      let client = try await FrameClient(port: listener.port)
      let stream = try await client.request("GET", "/slow")
      _ = await arrived.next()
      try await client.send(.reset(stream))
      #expect(await endings.next() == .cancelled)
      try await client.request("GET", "/fast")
      #expect(try await client.response().text == "never")
      #expect(await endings.next() == .completed)
    }
  }

  @Test("A reset cancels the stub's own code that was making the answer")
  func cancelsDeciding() async throws {
    let endings = Endings()
    let arrived = Endings()
    let handler: RequestHandler = { _ in
      ListenerResponse(
        .pending {
          arrived.note(.completed)
          // Ends by cancellation only.
          try? await Task.sleep(for: .seconds(3_600))
          arrived.note(Task.isCancelled ? .cancelled : .completed)
          return .ok("late")
        }, finish: endings.note)
    }
    try await withListener(handler: handler) { listener in
      let client = try await FrameClient(port: listener.port)
      let stream = try await client.request()
      _ = await arrived.next()
      try await client.send(.reset(stream))
      #expect(await endings.next() == .cancelled)
      #expect(await arrived.next() == .cancelled)
    }
  }

  @Test("A client that goes away cancels all its streams")
  func clientLeaves() async throws {
    let endings = Endings()
    let arrived = Endings()
    let handler: RequestHandler = { _ in
      arrived.note(.completed)
      var plan = ResponsePlan.ok(String(repeating: "a", count: 10_000))
      plan.timing = ResponseTiming(body: .over(.seconds(3_600)))
      return ListenerResponse(.ready(plan), finish: endings.note)
    }
    try await withListener(handler: handler) { listener in
      var client: FrameClient? = try await FrameClient(port: listener.port)
      for _ in 0..<3 {
        try await client?.request()
        _ = await arrived.next()
      }
      client = nil
      for _ in 0..<3 { #expect(await endings.next() == .cancelled) }
    }
  }

  @Test("An answer is in the journal as completed, and the order of the requests is kept")
  func journal() async throws {
    let stubs = StubSet()
    stubs.add(stub: HTTPStubRequest().stub(.text("x")))
    let endings = Endings()
    stubs.hooks.finished = { _, _, ending in endings.note(ending) }
    let listener = try Listener(stubs: stubs, port: 0, configuration: .forTests)
    try listener.start()
    defer { listener.stop() }
    let client = try await FrameClient(port: listener.port)
    for path in ["/1", "/2", "/3"] {
      try await client.request("GET", path)
      #expect(try await client.response().text == "x")
      #expect(await endings.next() == .completed)
    }
    #expect(stubs.journal.entries.map(\.request.target.path) == ["/1", "/2", "/3"])
    #expect(stubs.journal.entries.map(\.request.httpVersion) == ["2", "2", "2"])
  }
}
