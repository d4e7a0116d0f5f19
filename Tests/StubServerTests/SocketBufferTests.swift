import StubCore
import Testing

@testable import StubServer

@Suite struct SocketBufferTests {
  @Test("Output rests since the system last took some of it, until none is left")
  func rest() throws {
    let sockets = try SocketPair()
    Descriptor.prepare(sockets.near)
    let loop = try EventLoop()
    let socket = try #require(SocketBuffer(sockets.takeNear(), on: loop))
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

  @Test("First messages share the moment at which the loop looked for input, later ones do not")
  func moments() throws {
    let loop = try EventLoop()
    let pairs = try (0..<2).map { _ in try SocketPair() }
    var numbers: [UInt64] = []
    let users = try pairs.map { pair in
      let socket = try #require(SocketBuffer(pair.takeNear(), on: loop))
      let user = ClosureUser { event in
        guard event == .readable else { return }
        for _ in 0..<3 { numbers.append(socket.momentOfNextMessage().number) }
        socket.discardInput()
      }
      socket.user = user
      return user
    }
    func received(_ texts: String...) -> [UInt64] {
      numbers = []
      for (pair, text) in zip(pairs, texts) { pair.write(text) }
      loop.runOnce()
      return numbers
    }
    let first = received("GET", "GET")
    try #require(first.count == 6)
    // What came behind a first message may have been sent after the turn began, and all of it had
    // been sent when it was received.
    #expect(first[0] < first[1] && first[1] == first[2])
    // A later moment is as good as that of the turn.
    #expect(first[3] == first[2])
    #expect(first[4] > first[3] && first[5] == first[4])

    let second = received("GET", "\r\nGET")
    try #require(second.count == 6)
    #expect(second[0] > first[5])
    // The line that stands before a message may have been sent long before it.
    #expect(second[3] > second[2] && second[5] == second[3])
    withExtendedLifetime(users) {}
  }

  @Test("No two loops have a moment in common")
  func loops() throws {
    let loops = try (0..<3).map { _ in try EventLoop() }
    for loop in loops { for _ in 0..<100 { loop.moments.begin() } }
    let numbers = loops.map(\.moments.last.number).sorted()
    for (one, next) in zip(numbers, numbers.dropFirst()) { #expect(next - one > 1_000_000_000) }
  }
}

private final class ClosureUser: SocketUser {
  private let body: (SocketBuffer.Event) -> Void

  init(_ body: @escaping (SocketBuffer.Event) -> Void) { self.body = body }

  func handle(_ event: SocketBuffer.Event) { body(event) }
}

extension EventLoop {
  /// Runs the events that are due.
  fileprivate func runOnce() {
    stop()
    run()
  }
}
