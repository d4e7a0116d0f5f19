import CoreTestSupport
import Foundation
import StubCore
import TestSupport
import Testing

@testable import StubServer

@Suite struct HTTP2LineTests {
  private func configuration(
    up bytesPerSecond: Double, connectionUp: Double? = nil
  ) -> ListenerConfiguration {
    var configuration = ListenerConfiguration.forTests
    configuration.timeouts.stop = .zero
    configuration.network = NetworkProfile(up: bytesPerSecond)
    configuration.connectionNetwork = connectionUp.map { NetworkProfile(up: $0) }
    return configuration
  }

  /// So slow that nothing comes through while a test runs.
  private let blocked = 0.001

  /// Waits until the listener has taken in all that was sent before and sent what it then had to.
  ///
  /// The answer to a PING overtakes other frames, that to a second one does not overtake theirs.
  private func settle(_ client: FrameClient) async throws -> [Frame] {
    var frames: [Frame] = []
    for _ in 0..<2 {
      try await client.send(.ping)
      while true {
        let frame = try await client.next()
        if frame.kind == .ping { break }
        frames.append(frame)
      }
    }
    return frames
  }

  @Test("A request body comes whole through slow lines, however long that takes, and no faster")
  func up() async throws {
    let body = String(repeating: "0123456789", count: 400)
    var configuration = configuration(up: 80_000, connectionUp: 40_000)
    // Shorter than the body takes: it is this side that is slow, not the client.
    configuration.timeouts.body = .milliseconds(40)
    try await withListener(configuration, handler: describing) { listener in
      let client = try await FrameClient(port: listener.port)
      let start = ContinuousClock.now
      let stream = client.takeStream()
      try await client.send(.request(stream, "POST", hasBody: true), .data(stream, body))
      #expect(try await client.response().text == "POST / \(body)")
      #expect(ContinuousClock.now - start >= .milliseconds(100))
    }
  }

  @Test("Bytes that a client delayed by its window do not arrive in a burst when it opens it")
  func closedWindow() async throws {
    let window = 65_535
    let body = Data(repeating: 7, count: 2 * window)
    var configuration = ListenerConfiguration.forTests
    configuration.network = NetworkProfile(down: 2_000_000)
    let plan = ResponsePlan(head: ResponseHead(status: .ok), body: .data(body))
    try await withListener(configuration, handler: answering(plan)) { listener in
      let client = try await FrameClient(port: listener.port)
      let stream = try await client.request()
      var count = 0
      while count < window { count += try await client.next(.data).payload.count }
      #expect(count == window)
      // Longer than the line needs for the rest.
      try await Task.sleep(for: .milliseconds(50))
      let start = ContinuousClock.now
      try await client.send(.windowUpdate(0, window), .windowUpdate(stream, window))
      while count < body.count { count += try await client.next(.data).payload.count }
      // 32.8 ms, but for the bytes that the line had already brought.
      #expect(ContinuousClock.now - start >= .milliseconds(32))
    }
  }

  @Test("Streams share the line to the server")
  func shared() async throws {
    let body = String(repeating: "0123456789", count: 100)
    try await withListener(configuration(up: 200_000), handler: describing) { listener in
      let client = try await FrameClient(port: listener.port)
      let start = ContinuousClock.now
      for _ in 0..<4 {
        let stream = try await client.request("POST", hasBody: true)
        try await client.send(.data(stream, body))
      }
      for _ in 0..<4 { #expect(try await client.response().text == "POST / \(body)") }
      #expect(ContinuousClock.now - start >= .milliseconds(20))
    }
  }

  @Test("A client may continue only when the link has delivered what it sent")
  func window() async throws {
    try await withListener(configuration(up: blocked), handler: describing) { listener in
      let client = try await FrameClient(port: listener.port)
      let stream = try await client.request("POST", hasBody: true)
      _ = try await settle(client)
      try await client.send(.data(stream, String(repeating: "a", count: 1_000), isLast: false))
      #expect(try await settle(client) == [])
      try await client.request("GET", "/other")
      #expect(try await client.response().text == "GET /other ")
    }
    try await withListener(configuration(up: 40_000), handler: describing) { listener in
      let client = try await FrameClient(port: listener.port)
      let stream = try await client.request("POST", hasBody: true)
      _ = try await settle(client)
      var (window, left, updates) = (2_000, 6_000, 0)
      while left > 0 {
        let count = min(window, left)
        left -= count
        window -= count
        try await client.send(
          .data(stream, String(repeating: "a", count: count), isLast: left == 0))
        guard left > 0 else { break }
        let frame = try await client.next(.windowUpdate)
        #expect(frame.stream == stream)
        window += Int(Frame.number(frame.payload[...]))
        updates += 1
      }
      // Each opens what the line has brought, which is never more than the window.
      #expect(updates >= 2)
      #expect(try await client.response().text.count == 6_007)
    }
  }

  /// The window of new streams that the server's next SETTINGS frame with one allows.
  private func announcedWindow(_ client: FrameClient) async throws -> UInt32 {
    while true {
      let header = try await client.wire.bytes(9)
      let payload = try await client.wire.bytes(Int(header[1]) << 8 | Int(header[2]))
      guard Frame.Kind(rawValue: header[3]) == .settings, header[4] & Frame.ack == 0 else {
        continue
      }
      try await client.send(Frame(.settings, flags: Frame.ack))
      for place in stride(from: 0, to: payload.count, by: 6)
      where payload[place] == 0 && payload[place + 1] == 4 {
        return Frame.number(payload[(place + 2)...])
      }
    }
  }

  @Test(
    "The window of an open connection follows the line to the server when the next stream begins",
    .timeLimit(.minutes(5)))
  func changes() async throws {
    try await withListener(handler: describing) { listener in
      let client = try await FrameClient(port: listener.port)
      #expect(try await announcedWindow(client) == 256 * 1_024)
      listener.network = configuration(up: 40_000).network
      try await client.request()
      #expect(try await announcedWindow(client) == 2_000)
      // As slow as before, and nothing to tell.
      listener.network = configuration(up: 40_000).network
      try await client.request()
      listener.network = nil
      try await client.request()
      #expect(try await announcedWindow(client) == 256 * 1_024)
    }
  }

  @Test("A body that a line holds up holds up no other stream, and its bytes are given back")
  func independent() async throws {
    let endings = Endings()
    let handler: RequestHandler = { request in
      var answer = describing(request)
      answer.finish = ResponseReport(endings.note)
      return answer
    }
    try await withListener(configuration(up: blocked), handler: handler) { listener in
      let client = try await FrameClient(port: listener.port)
      let piece = String(repeating: "a", count: 16_000)
      // More than the window of the connection, before the client knows of its streams' small ones.
      for _ in 0..<30 {
        let stream = client.takeStream()
        var bytes = Frame.request(stream, "POST", hasBody: true).bytes
        for _ in 0..<4 { bytes += Frame.data(stream, piece, isLast: false).bytes }
        try await client.wire.send(bytes + Frame.reset(stream).bytes)
      }
      try await client.request("GET", "/fine")
      #expect(try await client.response().text == "GET /fine ")
      #expect(await endings.next() == .completed)
    }
  }

  @Test("A body that is too long for the limits is answered 413 when the line has brought too much")
  func limit() async throws {
    var configuration = configuration(up: 20_000)
    configuration.limits.bodySize = 500
    try await withListener(configuration, handler: describing) { listener in
      let client = try await FrameClient(port: listener.port)
      let stream = try await client.request("POST", hasBody: true)
      let start = ContinuousClock.now
      try await client.send(.data(stream, String(repeating: "a", count: 3_000), isLast: false))
      #expect(try await client.response().status == 413)
      #expect(ContinuousClock.now - start >= .milliseconds(25))
      try await client.request("GET", "/fine")
      #expect(try await client.response().text == "GET /fine ")
    }
  }

  @Test("A client that is slow itself runs out of time on a slow line too")
  func slowClient() async throws {
    var configuration = configuration(up: 20_000)
    configuration.timeouts.body = .milliseconds(30)
    try await withListener(configuration, handler: describing) { listener in
      let client = try await FrameClient(port: listener.port)
      let stream = try await client.request("POST", hasBody: true)
      try await client.send(.data(stream, "abc", isLast: false))
      #expect(try await client.response().status == 408)
    }
  }

  @Test("A listener that stops answers the request that a line still brings")
  func stops() async throws {
    var configuration = configuration(up: 10_000)
    configuration.timeouts.stop = .seconds(3_600)
    try await withListener(configuration, handler: describing) { listener in
      let client = try await FrameClient(port: listener.port)
      let stream = try await client.request("POST", hasBody: true)
      try await client.send(.data(stream, String(repeating: "a", count: 1_000)))
      var frames = try await settle(client)
      listener.stop()
      while !frames.contains(where: { $0.kind == .data }) { frames.append(try await client.next()) }
      #expect(frames.contains { $0.kind == .headers && $0.status == 200 })
      #expect(frames.contains { $0.kind == .data && $0.payload.count == 1_007 })
    }
  }
}
