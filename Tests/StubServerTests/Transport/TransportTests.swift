import StubCore
import Testing

@testable import StubServer

@Suite struct TransportTests {
  @Test("Output rests since the system last took some of it, until none is left")
  func rest() throws {
    let sockets = try SocketPair()
    Descriptor.prepare(sockets.near)
    let loop = try EventLoop()
    let socket = try #require(Transport(sockets.takeNear(), on: loop))
    let user = ClosureUser { _ in }
    socket.user = user
    #expect(socket.restsSince == nil)

    socket.write([UInt8](repeating: 0, count: 4 * 1_024 * 1_024))
    loop.runOnce()
    let first = try #require(socket.restsSince)
    loop.runOnce()
    #expect(socket.restsSince == first)

    while sockets.read(atMost: 64 * 1_024).count > 0 {}
    loop.runOnce()
    #expect(try #require(socket.restsSince) > first)

    while socket.outputCount > 0 {
      try #require(sockets.read(atMost: 1_024 * 1_024).count > 0)
      loop.runOnce()
    }
    #expect(socket.restsSince == nil)
    withExtendedLifetime(user) {}
  }
}

private final class ClosureUser: TransportUser {
  private let body: (Transport.Event) -> Void

  init(_ body: @escaping (Transport.Event) -> Void) { self.body = body }

  func handle(_ event: Transport.Event) { body(event) }
}

extension EventLoop {
  /// Runs the events that are due.
  fileprivate func runOnce() {
    stop()
    run()
  }
}
