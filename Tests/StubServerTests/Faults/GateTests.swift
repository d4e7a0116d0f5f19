import Foundation
import StubCore
import TestSupport
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

  /// Asks as often as its second argument says at once, and prints how many are answered in the end.
  private static let crowd = """
    import resource, socket, sys
    port, count = int(sys.argv[1]), int(sys.argv[2])
    hard = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    clients = []
    for _ in range(count):
      client = socket.create_connection(("127.0.0.1", port), timeout=300)
      client.sendall(b"GET / HTTP/1.1\\r\\nHost: a\\r\\n\\r\\n")
      clients.append(client)
    print(sum(client.recv(15) == b"HTTP/1.1 200 OK" for client in clients))
    """

  @Test(
    "10,000 held responses take no thread", .timeLimit(.minutes(10)))
  func many() async throws {
    let count = 10_000
    guard let before = ProcessFigures() else {
      print("skipped: the system does not say how many threads there are")
      return
    }
    // The clients are in a process of their own; other tests need descriptors in this one.
    guard openFileLimit >= count + 4_000 else {
      print("skipped: the limit of open files is \(openFileLimit), not \(count + 4_000)")
      return
    }
    guard let python = Tool.python else { return }
    let gate = HTTPStubGate()
    var configuration = ListenerConfiguration.forTests
    configuration.limits.connections = count + 100
    try await listen(gate, configuration) { listener, _ in
      async let crowd = python.run(["-c", Self.crowd, "\(listener.port)", "\(count)"])
      try await waitUntil(gate, holds: count)
      let after = try #require(ProcessFigures())
      // Other tests run in this process too; `HeldResponsesTests` looks at the memory.
      #expect(after.threads - before.threads < count / 10)
      gate.open()
      let result = try await crowd
      #expect(result.output == "\(count)\n", "\(result.errors)")
    }
  }
}
