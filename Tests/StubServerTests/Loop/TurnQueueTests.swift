import StubCore
import Testing

@testable import StubServer

@Suite("Turns of connections that have much to send")
struct TurnQueueTests {
  /// A connection with another end, and how often it was told of input.
  private final class Client: TransportUser {
    let sockets: SocketPair
    let transport: Transport
    private(set) var inputs = 0

    init(on loop: EventLoop) throws {
      sockets = try SocketPair()
      Descriptor.prepare(sockets.near)
      transport = try #require(Transport(sockets.takeNear(), on: loop))
      transport.user = self
    }

    func handle(_ event: Transport.Event) {
      if event == .readable { inputs += 1 }
      transport.discardInput()
    }
  }

  private static let turns = TurnQueue.turnsInARow
  private static let quantum = Transport.outputLimit

  private func clients(_ count: Int, on loop: EventLoop) throws -> [Client] {
    try (0..<count).map { _ in try Client(on: loop) }
  }

  @Test("Each sends so much, then the next does, and after some turns the loop looks for input")
  func turns() throws {
    let loop = try EventLoop()
    let clients = try clients(3 * Self.turns, on: loop)
    for client in clients { client.transport.write([UInt8](repeating: 1, count: 1_000_000)) }
    var sent: Int { clients.reduce(0) { $0 + $1.transport.sentCount } }
    for number in 1...3 {
      let before = sent
      loop.runOnce()
      #expect(sent - before <= Self.turns * Self.quantum)
      clients.last?.sockets.write("a")
      loop.runOnce()
      #expect(clients.last?.inputs == number)
      let counts = clients.map(\.transport.sentCount)
      #expect((counts.max() ?? 0) - (counts.min() ?? 0) <= Self.quantum)
    }
  }

  @Test("All is sent in the end, in the order of its bytes")
  func whole() throws {
    let loop = try EventLoop()
    let clients = try clients(2 * Self.turns, on: loop)
    let bytes = (0..<300_000).map { UInt8(truncatingIfNeeded: $0 / 7) }
    for client in clients { client.transport.write(bytes) }
    var received = [[UInt8]](repeating: [], count: clients.count)
    while received.contains(where: { $0.count < bytes.count }) {
      loop.runOnce()
      for (number, client) in clients.enumerated() {
        received[number] += client.sockets.read(atMost: 100_000)
      }
    }
    #expect(received.allSatisfy { $0 == bytes })
  }

  @Test("A connection that goes while it waits for its turn leaves the others theirs")
  func leaving() throws {
    let loop = try EventLoop()
    var clients = try clients(4 * Self.turns, on: loop)
    for client in clients { client.transport.write([UInt8](repeating: 1, count: 70_000)) }
    loop.runOnce()
    clients = clients.enumerated().filter { $0.offset % 3 == 0 }.map(\.element)
    while clients.contains(where: { $0.transport.outputCount > 0 }) {
      loop.runOnce()
      for client in clients { _ = client.sockets.read(atMost: 100_000) }
    }
    #expect(clients.allSatisfy { $0.transport.sentCount == 70_000 })
  }
}
