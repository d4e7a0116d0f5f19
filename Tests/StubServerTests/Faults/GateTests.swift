import Foundation
import StubCore
import Testing

@testable import StubServer

@Suite struct GateTests {
  private func listen(
    _ gate: HTTPStubGate, _ configuration: ListenerConfiguration = .forTests,
    limits: Journal.Limits = Journal.Limits(),
    _ body: (Listener, Endings) async throws -> Void
  ) async throws {
    let endings = Endings()
    let response = HTTPStubResponse()
    response.body = "open"
    response.gate = gate
    let stubs = StubSet(journal: Journal(limits: limits))
    stubs.hooks.finished = { _, _, ending in endings.note(ending) }
    stubs.add(stub: HTTPStubRequest().stub(response))
    let listener = try Listener(stubs: stubs, port: 0, configuration: configuration)
    try listener.start()
    defer { listener.stop() }
    try await body(listener, endings)
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
    "A response is held until its gate opens, and the connection goes on", .timeLimit(.minutes(1)))
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

  @Test("A client that leaves is no longer held", .timeLimit(.minutes(1)))
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

  @Test("A listener that stops lets go of what a gate holds", .timeLimit(.minutes(1)))
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

  @Test(
    "10,000 responses that wait at once take no thread and little memory", .timeLimit(.minutes(2)))
  func many() async throws {
    guard let before = ProcessFigures() else {
      print("skipped: the system does not say how many threads there are")
      return
    }
    // Both ends of each connection are in this process, and other tests need some as well.
    let count = min(10_000, (openFileLimit - 2_000) / 2)
    if count < 10_000 {
      print("only \(count) responses: the limit of open files is \(openFileLimit), not 22,000")
    }
    try #require(count > 0)
    let gate = HTTPStubGate()
    var configuration = ListenerConfiguration.forTests
    configuration.limits.connections = 12_000
    try await listen(gate, configuration) { listener, _ in
      let clients = try (0..<count).map { _ in try PlainClient(port: listener.port) }
      for client in clients { try client.ask() }
      try await waitUntil(gate, holds: count)
      let after = try #require(ProcessFigures())
      // Other tests run in this process too.
      #expect(after.threads - before.threads < 100)
      #expect((after.memory - before.memory) / count < 32 * 1_024)
      gate.open()
      let answered = try clients.count { try $0.isAnswered() }
      #expect(answered == count)
    }
  }
}
