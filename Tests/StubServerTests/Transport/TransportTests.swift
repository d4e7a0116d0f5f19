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
    #expect(socket.blockedSince == nil)

    socket.write([UInt8](repeating: 0, count: 4 * 1_024 * 1_024))
    var sent = -1
    while sent < socket.sentCount {
      sent = socket.sentCount
      loop.runOnce()
    }
    let first = try #require(socket.blockedSince)
    loop.runOnce()
    #expect(socket.blockedSince == first)

    while sockets.read(atMost: 64 * 1_024).count > 0 {}
    loop.runOnce()
    #expect(try #require(socket.blockedSince) > first)

    while socket.outputCount > 0 {
      try #require(sockets.read(atMost: 1_024 * 1_024).count > 0)
      loop.runOnce()
    }
    #expect(socket.blockedSince == nil)
    withExtendedLifetime(user) {}
  }

  @Test(
    "A connection that was opened while a link was slow reads as any other when it no longer is")
  func liftedLimit() throws {
    var configuration = ListenerConfiguration.forTests
    configuration.network = NetworkProfile(
      name: "slow", upload: HTTPConnectionSpeed(bytesPerSecond: 10))
    let shared = Worker.Shared(
      HandlerAnswering(handler: describing), configuration, ListenerClock())
    let worker = try Worker(mailbox: Mailbox(), queue: ConnectionQueue([]), shared: shared)
    let sockets = try SocketPair()
    Descriptor.prepare(sockets.near)
    let transport = try #require(Transport(sockets.takeNear(), on: worker.loop))
    let connection = Connection(
      Peer(id: 1, address: nil, localPort: nil, isSecure: false, link: nil), transport,
      worker: worker)
    /// The answer when the loop has run, which reads once each time.
    func answer(_ request: String, runs: Int) -> String {
      sockets.write(request)
      for _ in 0..<runs { worker.loop.runOnce() }
      return String(decoding: sockets.read(atMost: 10_000), as: UTF8.self)
    }
    let first = answer("GET /first HTTP/1.1\r\nHost: a\r\n\r\n", runs: 20)
    #expect(first.contains("GET /first"))
    shared.conditions.network = nil
    let body = String(repeating: "y", count: 1_000)
    let second = answer(
      "POST /second HTTP/1.1\r\nHost: a\r\nContent-Length: 1000\r\n\r\n\(body)", runs: 10)
    #expect(second.contains("POST /second \(body)"))
    connection.close()
  }

  @Test("The room for what comes follows the links, and that of the system only grows")
  func uploadWindow() throws {
    let sockets = try SocketPair()
    let loop = try EventLoop()
    let transport = try #require(Transport(sockets.takeNear(), on: loop))
    let slow = NetworkLink(
      NetworkProfile(name: "slow", upload: HTTPConnectionSpeed(bytesPerSecond: 10)))
    var window = UploadWindow(of: transport, [slow])
    let small = Descriptor.receiveBufferSize(transport.descriptor)
    window.follow([slow].slot(.upload), transport)
    #expect(Descriptor.receiveBufferSize(transport.descriptor) == small)
    window.follow(100_000, transport)
    let large = Descriptor.receiveBufferSize(transport.descriptor)
    #expect(large > small)
    window.follow([slow].slot(.upload), transport)
    #expect(Descriptor.receiveBufferSize(transport.descriptor) == large)
  }
}

private final class ClosureUser: TransportUser {
  private let body: (Transport.Event) -> Void

  init(_ body: @escaping (Transport.Event) -> Void) { self.body = body }

  func handle(_ event: Transport.Event) { body(event) }
}
