import StubCore
import TestSupport
import Testing

@testable import StubServer

@Suite struct HTTP2TimeoutTests {
  @Test("A client that sends nothing after its preface is disconnected with a reason")
  func greeting() async throws {
    var configuration = ListenerConfiguration.forTests
    configuration.timeouts.head = .milliseconds(30)
    try await withListener(configuration, handler: describing) { listener in
      let partial = try WireClient(port: listener.port)
      try await partial.send(Array(HTTP2Preface.bytes.prefix(10)))
      #expect(try await partial.rest().isEmpty)
      let whole = try WireClient(port: listener.port)
      try await whole.send(HTTP2Preface.bytes)
      let bytes = try await whole.rest()
      let end = Frame(
        .goAway, payload: [0, 0, 0, 0] + Frame.bytes(HTTP2ErrorCode.settingsTimeout.rawValue))
      #expect(Array(bytes.suffix(17)) == end.bytes)
    }
  }

  @Test("Fields that stop coming end the connection")
  func head() async throws {
    var configuration = ListenerConfiguration.forTests
    configuration.timeouts.head = .milliseconds(30)
    try await withListener(configuration, handler: describing) { listener in
      let client = try await FrameClient(port: listener.port)
      // Settings are agreed on first: a frame between HEADERS and CONTINUATION would be an error.
      try await client.request()
      _ = try await client.response()
      var head = Frame.request(client.takeStream())
      head.flags = Frame.endStream
      try await client.send(head)
      let end = try await client.next(.goAway)
      #expect(end.code == .enhanceYourCalm)
      #expect(try await client.rest().isEmpty)
    }
  }

  @Test("A body that stops coming is answered 408, and other streams go on")
  func body() async throws {
    var configuration = ListenerConfiguration.forTests
    configuration.timeouts.body = .milliseconds(30)
    try await withListener(configuration, handler: describing) { listener in
      let client = try await FrameClient(port: listener.port)
      let stream = client.takeStream()
      try await client.send(
        .request(stream, "POST", hasBody: true), .data(stream, "ab", isLast: false))
      let response = try await client.response()
      #expect(response.status == 408)
      #expect(response.text.contains("raise the timeout `body`"))
      try await client.request("GET", "/fine")
      #expect(try await client.response().text == "GET /fine ")
    }
  }

  @Test("A body that takes too long is answered 408, however steadily its bytes come")
  func drippingBody() async throws {
    var configuration = ListenerConfiguration.forTests
    configuration.timeouts.wholeBody = .milliseconds(60)
    try await withListener(configuration, handler: describing) { listener in
      let client = try await FrameClient(port: listener.port)
      let stream = client.takeStream()
      try await client.send(.request(stream, "POST", hasBody: true))
      let dripping = Task {
        while !Task.isCancelled {
          try await client.send(.data(stream, "1", isLast: false))
          try await Task.sleep(for: .milliseconds(5))
        }
      }
      let response = try await client.response()
      dripping.cancel()
      #expect(response.status == 408)
      #expect(response.text.contains("the body was not complete after 0.06 seconds"))
    }
  }

  @Test(
    "A connection without streams is closed in order; one with a stream is kept",
    .timeLimit(.minutes(5)))
  func idle() async throws {
    var configuration = ListenerConfiguration.forTests
    configuration.timeouts.idle = .milliseconds(100)
    let handler: RequestHandler = { _ in
      var plan = ResponsePlan.ok("late")
      plan.timing = ResponseTiming(beforeHead: .milliseconds(200))
      return ListenerResponse(.ready(plan))
    }
    try await withListener(configuration, handler: handler) { listener in
      // A client that was too late with its first bytes tries again; one that was not is served.
      while true {
        guard let client = try? await FrameClient(port: listener.port, .request(1)),
          let first = try? await client.next()
        else { continue }
        #expect(first.status == 200)
        let data = try await client.next(.data)
        #expect(data.payload == Array("late".utf8))
        #expect(try await client.next(.goAway).code == .noError)
        #expect(try await client.rest().isEmpty)
        return
      }
    }
  }
}
