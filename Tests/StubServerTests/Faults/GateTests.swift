import Foundation
import StubCore
import TestSupport
import Testing

@testable import StubServer

@Suite struct GateTests {
  private func listen(
    _ gate: HTTPStubGate, _ configuration: ListenerConfiguration = .forTests,
    _ body: (Listener, Endings) async throws -> Void
  ) async throws {
    let endings = Endings()
    let response = HTTPStubResponse()
    response.body = "open"
    response.gate = gate
    let stubs = StubSet()
    stubs.hooks.finished = { _, _, ending in endings.note(ending) }
    stubs.add(stub: HTTPStubRequest().stub(response))
    try await withListener(serving: stubs, configuration) { try await body($0, endings) }
  }

  private func ask(_ listener: Listener) async throws -> WireClient {
    let client = try WireClient(port: listener.port)
    try await client.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n")
    return client
  }

  private func waitUntil(_ gate: HTTPStubGate, holds count: Int) async throws {
    while gate.waitingCount != count { try await Task.sleep(for: .milliseconds(1)) }
  }

  @Test(
    "A response is held until its gate opens, and the connection goes on", .timeLimit(.minutes(5)))
  func held() async throws {
    let gate = HTTPStubGate()
    try await listen(gate) { listener, endings in
      let client = try await ask(listener)
      try await waitUntil(gate, holds: 1)
      #expect(client.serverSide == .open)
      gate.releaseWaiting()
      #expect(try await client.response().text == "open")
      #expect(await endings.next() == .completed)
      try await client.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n")
      try await waitUntil(gate, holds: 1)
      gate.open()
      #expect(try await client.response().text == "open")
      try await client.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n")
      #expect(try await client.response().text == "open")
    }
  }

  @Test("A client that leaves is no longer held", .timeLimit(.minutes(5)))
  func left() async throws {
    let gate = HTTPStubGate()
    try await listen(gate) { listener, endings in
      let client = try await ask(listener)
      try await waitUntil(gate, holds: 1)
      client.finishSending()
      #expect(await endings.next() == .cancelled)
      #expect(gate.waitingCount == 0)
      gate.open()
      #expect(try await client.rest().isEmpty)
    }
  }

  @Test("A listener that stops releases gated responses", .timeLimit(.minutes(5)))
  func stopped() async throws {
    let gate = HTTPStubGate()
    var configuration = ListenerConfiguration.forTests
    configuration.timeouts.stop = .milliseconds(20)
    try await listen(gate, configuration) { listener, endings in
      let client = try await ask(listener)
      try await waitUntil(gate, holds: 1)
      listener.stop()
      #expect(try await client.rest().isEmpty)
      #expect(await endings.next() == .cancelled)
      #expect(gate.waitingCount == 0)
    }
  }
}
