import Foundation
import StubCore
import TestSupport
import Testing

@testable import StubServer

@Suite struct HTTP2EndingTests {
  @Test(
    "A failure has the code for its cause",
    arguments: [
      (.network(.networkConnectionLost), .internalError), (.network(.cancelled), .cancel),
      (.network(.cannotParseResponse), .protocolError),
    ] as [(StubFailure, HTTP2ErrorCode)])
  func codes(_ failure: StubFailure, _ code: HTTP2ErrorCode) async throws {
    let endings = Endings()
    let handler: RequestHandler = { request in
      ListenerResponse(
        .ready(request.target.path == "/fail" ? .failing(failure) : .ok("fine")),
        finish: endings.note)
    }
    try await withListener(handler: handler) { listener in
      let client = try await FrameClient(port: listener.port)
      let stream = try await client.request("GET", "/fail")
      let reset = try await client.next()
      #expect(reset.kind == .reset)
      #expect(reset.stream == stream)
      #expect(reset.code == code)
      #expect(await endings.next() == .failed(failure))
      try await client.request("GET", "/fine")
      #expect(try await client.response().text == "fine")
    }
  }

  @Test("A failure in the middle of a body comes behind the planned bytes")
  func midBody() async throws {
    let endings = Endings()
    let failure = StubFailure.network(.networkConnectionLost)
    var plan = ResponsePlan(
      head: ResponseHead(headers: ["Content-Length": "10"]), body: .data(Data("abc".utf8)))
    plan.failure = failure
    let failing = plan
    let handler: RequestHandler = { _ in ListenerResponse(.ready(failing), finish: endings.note) }
    try await withListener(handler: handler) { listener in
      let client = try await FrameClient(port: listener.port)
      try await client.request()
      #expect(try await client.next().status == 200)
      #expect(try await client.next().payload == Array("abc".utf8))
      #expect(try await client.next().kind == .reset)
      #expect(await endings.next() == .failed(failure))
    }
  }

  @Test("A head of many bytes comes whole, and one with too many resets its stream alone")
  func largeHeads() async throws {
    let endings = Endings()
    let handler: RequestHandler = { request in
      let count = request.target.path == "/large" ? 200_000 : HTTP2Session.mostHeadBytes
      var plan = ResponsePlan.ok("hi")
      plan.head?.headers["X-Large"] = String(repeating: "~", count: count)
      return ListenerResponse(.ready(plan), finish: endings.note)
    }
    try await withListener(handler: handler) { listener in
      let client = try await FrameClient(port: listener.port)
      let stream = try await client.request("GET", "/too-large")
      let reset = try await client.next()
      #expect(reset.kind == .reset)
      #expect(reset.stream == stream)
      #expect(reset.code == .internalError)
      #expect(await endings.next() == .failed(.network(.cannotParseResponse)))
      try await client.request("GET", "/large")
      let response = try await client.response()
      #expect(response.status == 200)
      #expect(response.text == "hi")
      #expect(await endings.next() == .completed)
    }
  }

  @Test("A planned GOAWAY carries its code, ends the connection and cancels the other streams")
  func goAway() async throws {
    let endings = Endings()
    let fault = HTTPStubFault.goAway(code: HTTP2ErrorCode.inadequateSecurity.rawValue)
    let failure = StubFailure.network(try #require(fault.clientError))
    let handler: RequestHandler = { request in
      guard request.target.path == "/end" else {
        var plan = ResponsePlan.ok("late")
        plan.timing = ResponseTiming(beforeHead: .seconds(3_600))
        return ListenerResponse(.ready(plan), finish: endings.note)
      }
      return ListenerResponse(.ready(.ok("never").with(fault)), finish: endings.note)
    }
    try await withListener(handler: handler) { listener in
      let client = try await FrameClient(port: listener.port)
      try await client.request("GET", "/late")
      try await client.request("GET", "/end")
      let frame = try await client.next()
      #expect(frame.kind == .goAway)
      #expect(frame.code == .inadequateSecurity)
      #expect(try await client.rest().isEmpty)
      var ends: [ResponseEnding] = []
      for _ in 0..<2 { if let end = await endings.next() { ends.append(end) } }
      #expect(ends.contains(.cancelled))
      #expect(ends.contains(.failed(failure)))
    }
  }

  @Test("A planned stall sends no DATA behind the planned bytes, and other streams go on")
  func stall() async throws {
    let stalling = ResponsePlan.ok("abc").with(.stall(after: .all))
    let endings = Endings()
    let handler: RequestHandler = { request in
      ListenerResponse(
        .ready(request.target.path == "/stall" ? stalling : .ok("fine")), finish: endings.note)
    }
    try await withListener(handler: handler) { listener in
      let client = try await FrameClient(port: listener.port)
      let stream = try await client.request("GET", "/stall")
      #expect(try await client.next().status == 200)
      let data = try await client.next()
      #expect(data.payload == Array("abc".utf8))
      #expect(data.flags & Frame.endStream == 0)
      #expect(await endings.next() == .failed(.network(.timedOut)))
      for _ in 0..<2 {
        try await client.request("GET", "/fine")
        let response = try await client.response()
        #expect(response.text == "fine")
        #expect(response.stream != stream)
        // That the client gives the stream up is no second end.
        #expect(await endings.next() == .completed)
        try await client.send(.reset(stream))
      }
    }
  }

  /// A listener that waits for an hour when it stops.
  private func listener(_ handler: @escaping RequestHandler) throws -> Listener {
    var configuration = ListenerConfiguration.forTests
    configuration.timeouts.stop = .seconds(3_600)
    let listener = try Listener(
      addresses: [.tcp(host: "127.0.0.1", port: 0)], configuration: configuration,
      handler: handler)
    try listener.start()
    return listener
  }

  @Test("Stopping says GOAWAY, lets open streams finish and then ends the connection")
  func stops() async throws {
    let gate = Gate()
    let arrived = Endings()
    let handler: RequestHandler = { _ in
      arrived.note(.completed)
      return ListenerResponse(
        .pending {
          await gate.wait()
          return .ok("late")
        })
    }
    let listener = try listener(handler)
    let idle = try await FrameClient(port: listener.port)
    try await idle.send(.ping)
    _ = try await idle.next(.ping)
    let busy = try await FrameClient(port: listener.port)
    let stream = try await busy.request()
    _ = await arrived.next()
    listener.stop()
    #expect(try await idle.next().code == .noError)
    let notice = try await busy.next()
    #expect(notice.kind == .goAway)
    #expect(notice.lastStream == 0x7FFF_FFFF)
    let last = try await busy.next()
    #expect(last.kind == .goAway)
    #expect(last.lastStream == stream)
    gate.open()
    #expect(try await busy.response().text == "late")
    #expect(try await busy.rest().isEmpty)
    listener.waitUntilStopped()
  }

  @Test(
    "Stopping resets streams that are silent on purpose, whether their silence has begun or not",
    .timeLimit(.minutes(5)))
  func stopsSilence() async throws {
    let gate = Gate()
    let endings = Endings()
    let handler: RequestHandler = { request in
      if request.target.path == "/silent" {
        return ListenerResponse(.ready(.ok("never").with(.neverAnswer)), finish: endings.note)
      }
      return ListenerResponse(
        .pending {
          await gate.wait()
          return .ok("abc").with(.stall(after: .all))
        }, finish: endings.note)
    }
    let listener = try listener(handler)
    let client = try await FrameClient(port: listener.port)
    let late = try await client.request("GET", "/late")
    let silent = try await client.request("GET", "/silent")
    #expect(await endings.next() == .failed(.network(.timedOut)))
    listener.stop()
    let first = try await client.next(.reset)
    #expect(first.stream == silent)
    #expect(first.code == .cancel)
    gate.open()
    #expect(try await client.next(.data).payload == Array("abc".utf8))
    let second = try await client.next(.reset)
    #expect(second.stream == late)
    #expect(second.code == .cancel)
    #expect(await endings.next() == .failed(.network(.timedOut)))
    _ = try await client.rest()
    listener.waitUntilStopped()
  }

  @Test("A stream that takes longer than the stop allows is cut off and reported so")
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
    let client = try await FrameClient(port: listener.port)
    try await client.request()
    _ = await arrived.next()
    listener.stop()
    #expect(await endings.next() == .cancelled)
    listener.waitUntilStopped()
  }

  @Test("A client that begins to speak HTTP/2 when the listener has stopped is told so")
  func beginsLate() async throws {
    var configuration = ListenerConfiguration.forTests
    configuration.timeouts.stop = .seconds(3_600)
    for _ in 0..<5 {
      let listener = try Listener(
        addresses: [.tcp(host: "127.0.0.1", port: 0)], configuration: configuration,
        handler: describing)
      try listener.start()
      let client = try WireClient(port: listener.port)
      // By then the connection has been accepted.
      _ = try await FrameClient(port: listener.port, .request(1)).response()
      listener.stop()
      try? await client.send(HTTP2Preface.bytes + Frame(.settings).bytes)
      do {
        _ = try await client.rest()
      } catch let error as WireError where error.isReset {
        // It was too late with its preface.
      }
      listener.waitUntilStopped()
    }
  }
}
