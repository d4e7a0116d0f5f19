import Foundation
import StubCore
import TestSupport
import Testing

@testable import StubServer

@Suite struct ConnectionTests {
  @Test("A thousand requests sent at once are answered in their order")
  func pipelining() async throws {
    try await withListener(handler: describing) { listener in
      let client = try WireClient(port: listener.port)
      let requests = (0..<1_000).map { "GET /\($0) HTTP/1.1\r\nHost: a\r\n\r\n" }
      try await client.send(requests.joined())
      var wrong: [Int] = []
      for number in 0..<1_000 {
        if try await client.response().text != "GET /\(number) " { wrong.append(number) }
      }
      #expect(wrong.isEmpty)
    }
  }

  @Test("Pipelined requests wait for a slow answer before them")
  func pipeliningWaits() async throws {
    let gate = Gate()
    let handler: RequestHandler = { request in
      ListenerResponse(
        .pending {
          if request.target.path == "/slow" { await gate.wait() }
          return .ok(request.target.path)
        })
    }
    try await withListener(handler: handler) { listener in
      let client = try WireClient(port: listener.port)
      try await client.send(
        "GET /slow HTTP/1.1\r\nHost: a\r\n\r\nGET /fast HTTP/1.1\r\nHost: a\r\n\r\n")
      gate.open()
      #expect(try await client.response().text == "/slow")
      #expect(try await client.response().text == "/fast")
    }
  }

  @Test(
    "A connection stays open or is closed as the client wishes",
    arguments: [
      ("HTTP/1.1\r\nHost: a\r\n", nil), ("HTTP/1.1\r\nHost: a\r\nConnection: close\r\n", "close"),
      ("HTTP/1.0\r\n", "close"), ("HTTP/1.0\r\nConnection: keep-alive\r\n", "keep-alive"),
    ] as [(String, String?)])
  func persistence(_ head: String, _ connection: String?) async throws {
    try await withListener(handler: describing) { listener in
      let client = try WireClient(port: listener.port)
      try await client.send("GET /1 \(head)\r\n")
      let response = try await client.response()
      #expect(response.text == "GET /1 ")
      #expect(response["Connection"] == connection)
      if connection == "close" {
        #expect(try await client.rest().isEmpty)
      } else {
        try await client.send("GET /2 \(head)\r\n")
        #expect(try await client.response().text == "GET /2 ")
      }
    }
  }

  @Test("HEAD gets the head of GET and no body, and the connection goes on")
  func head() async throws {
    try await withListener(handler: describing) { listener in
      let client = try WireClient(port: listener.port)
      try await client.send("HEAD /1 HTTP/1.1\r\nHost: a\r\n\r\nGET /2 HTTP/1.1\r\nHost: a\r\n\r\n")
      let response = try await client.response(to: "HEAD")
      #expect(response.status == 200)
      #expect(response["Content-Length"] == "8")
      #expect(try await client.response().text == "GET /2 ")
    }
  }

  @Test("100 Continue is sent to a client that waits, and only if the body will be read")
  func expectsContinue() async throws {
    var configuration = ListenerConfiguration.forTests
    configuration.limits.bodySize = 10
    try await withListener(configuration, handler: describing) { listener in
      let head = "POST / HTTP/1.1\r\nHost: a\r\nExpect: 100-continue\r\nContent-Length: "
      let waiting = try WireClient(port: listener.port)
      try await waiting.send(head + "3\r\n\r\n")
      #expect(try await waiting.response().statusLine == "HTTP/1.1 100 Continue")
      try await waiting.send("abc")
      #expect(try await waiting.response().text == "POST / abc")
      let hasty = try WireClient(port: listener.port)
      try await hasty.send(head + "3\r\n\r\nabc")
      #expect(try await hasty.response().status == 200)
      let large = try WireClient(port: listener.port)
      try await large.send(head + "11\r\n\r\n")
      #expect(try await large.response().status == 413)
      let odd = try WireClient(port: listener.port)
      try await odd.send("POST / HTTP/1.1\r\nHost: a\r\nExpect: tea\r\nContent-Length: 3\r\n\r\n")
      #expect(try await odd.response().status == 417)
    }
  }

  @Test("A client that sends no more still gets its answers, then the end")
  func halfClosed() async throws {
    let handler: RequestHandler = { request in
      ListenerResponse(.pending { .ok(request.target.path) })
    }
    try await withListener(handler: handler) { listener in
      let client = try WireClient(port: listener.port)
      try await client.send("GET /1 HTTP/1.1\r\nHost: a\r\n\r\nGET /2 HTTP/1.1\r\nHost: a\r\n\r\n")
      client.finishSending()
      #expect(try await client.response().text == "/1")
      #expect(try await client.response().text == "/2")
      #expect(try await client.rest().isEmpty)
      let partial = try WireClient(port: listener.port)
      try await partial.send("GET / HTTP/1.1\r\n")
      partial.finishSending()
      let response = try await partial.response()
      #expect(response.status == 400)
      #expect(response.text.contains("the connection ended within the head of the request; "))
    }
  }

  @Test("A client that disconnects cancels its open requests")
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
      var client: WireClient? = try WireClient(port: listener.port)
      // Closing with unread bytes resets the connection, which is how a killed client looks.
      try await client?.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n")
      _ = await arrived.next()
      client?.resetOnClose()
      client = nil
      #expect(await endings.next() == .cancelled)
    }
  }

  @Test("Connections beyond the limit get an error, and there is room again when one closes")
  func connectionLimit() async throws {
    var configuration = ListenerConfiguration.forTests
    configuration.limits.connections = 2
    configuration.timeouts.linger = .seconds(60)
    configuration.timeouts.stop = .milliseconds(50)
    try await withListener(configuration, handler: describing) { listener in
      let request = "GET / HTTP/1.1\r\nHost: a\r\n\r\n"
      let kept = try WireClient(port: listener.port)
      try await kept.send(request)
      _ = try await kept.response()
      let second = try WireClient(port: listener.port)
      try await second.send("GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n")
      _ = try await second.response()
      // Its connection lingers until it closes; a third one is beyond the limit.
      let third = try WireClient(port: listener.port)
      let refusal = try await third.response()
      #expect(refusal.status == 503)
      #expect(refusal.text.contains("raise the limit `connections`"))
      second.finishSending()
      third.finishSending()
      #expect(try await second.rest().isEmpty)
      #expect(try await third.rest().isEmpty)
      try await kept.send(request)
      #expect(try await kept.response().status == 200)
    }
  }
}
