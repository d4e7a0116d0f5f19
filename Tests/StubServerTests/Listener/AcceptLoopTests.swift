import Foundation
import StubCore
import TestSupport
import Testing

@testable import StubServer

@Suite struct AcceptLoopTests {
  private static func request(_ path: String) -> String {
    "GET \(path) HTTP/1.1\r\nHost: a\r\n\r\n"
  }

  /// A listener of so many loops, one of which is blocked by a stub's closure until it is released.
  private func withBlockedLoop(
    of loops: Int, _ body: (Listener, WireClient, _ release: DispatchSemaphore) async throws -> Void
  ) async throws {
    let entered = AsyncBox<Void>()
    let release = DispatchSemaphore(value: 0)
    var configuration = ListenerConfiguration.forTests
    configuration.threadCount = loops
    let handler: RequestHandler = { request in
      if request.target.path == "/blocks" {
        entered.set(())
        release.wait()
      }
      return ListenerResponse(.ready(.ok(request.target.path)))
    }
    try await withListener(configuration, handler: handler) { listener in
      let blocked = try WireClient(port: listener.port)
      try await blocked.send(Self.request("/blocks"))
      await entered.value
      try await body(listener, blocked, release)
    }
  }

  @Test(
    "New connections are answered while a stub's closure blocks a loop", .timeLimit(.minutes(5)))
  func busyLoop() async throws {
    try await withBlockedLoop(of: 2) { listener, blocked, release in
      for number in 0..<50 {
        let client = try WireClient(port: listener.port)
        try await client.send(Self.request("/\(number)"))
        #expect(try await client.response().text == "/\(number)")
      }
      release.signal()
      #expect(try await blocked.response().text == "/blocks")
    }
  }

  @Test(
    "Connections that come while all loops are busy are answered afterwards",
    .timeLimit(.minutes(5)))
  func crowd() async throws {
    try await withBlockedLoop(of: 1) { listener, _, release in
      // More than wait for a loop before no more are accepted.
      let clients = try (0..<100).map { _ in try WireClient(port: listener.port) }
      for client in clients { try await client.send(Self.request("/waits")) }
      // The accepting loop looks several times whether there is room.
      try await Task.sleep(for: .milliseconds(20))
      release.signal()
      for client in clients { #expect(try await client.response().text == "/waits") }
    }
  }

  @Test("Connections go to the loops in turn", .timeLimit(.minutes(5)))
  func turns() async throws {
    let loops = Lock(Set<ObjectIdentifier>())
    var configuration = ListenerConfiguration.forTests
    configuration.threadCount = 4
    let handler: RequestHandler = { _ in
      let thread = ObjectIdentifier(Thread.current)
      loops.withLock { _ = $0.insert(thread) }
      return ListenerResponse(.ready(.ok("")))
    }
    try await withListener(configuration, handler: handler) { listener in
      // A loop that the system lets wait may lose its turn to another.
      while loops.withLock({ $0.count }) < 4 {
        let client = try WireClient(port: listener.port)
        try await client.send(Self.request("/"))
        #expect(try await client.response().status == 200)
      }
    }
  }

  @Test("Of connections that wait, the oldest is served first, by the worker that comes first")
  func queue() throws {
    let workers = try (0..<2).map { _ in try Mailbox<Worker>() }
    let queue = ConnectionQueue(workers)
    for descriptor: Int32 in 100..<103 {
      queue.add(NewConnection(descriptor: descriptor, localPort: nil, tls: nil))
    }
    #expect((0..<4).map { _ in queue.next()?.descriptor } == [100, 101, 102, nil])
    queue.add(NewConnection(descriptor: 103, localPort: nil, tls: nil))
    #expect(queue.next()?.descriptor == 103)
  }
}
