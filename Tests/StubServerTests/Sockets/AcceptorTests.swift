import StubCore
import TestSupport
import Testing

@testable import StubServer

#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

@Suite struct AcceptorTests {
  @Test(
    "An acceptor accepts no connection after it stops, even if a starting program has its socket")
  func inherited() throws {
    let socket = try TCPSocket.bind(host: "127.0.0.1", port: 0)
    let port = try #require(socket.port)
    var acceptor: Acceptor? = Acceptor(socket.descriptor, on: try EventLoop()) { descriptor, _ in
      Descriptor.close(descriptor)
    }
    #expect(acceptor != nil)
    // What a new process has until it runs its program.
    let inherited = dup(socket.descriptor)
    defer { Descriptor.close(inherited) }
    _ = try WireClient(port: port)
    acceptor = nil
    let error = #expect(throws: WireError.self) { try WireClient(port: port) }
    #expect(error?.description == "cannot connect: Connection refused")
  }

  @Test(
    "A connection is served below the limit of descriptors, above it refused with a reason, far above closed",
    arguments: [
      (DescriptorLimit(.max), true, true),
      (DescriptorLimit(1_000_000, reserve: 1_000_000), true, false),
      (DescriptorLimit(4), false, false),
    ])
  func limited(limit: DescriptorLimit, isTaken: Bool, isServed: Bool) async throws {
    let socket = try TCPSocket.bind(host: "127.0.0.1", port: 0)
    let loop = try EventLoop()
    var taken: [RequestError?] = []
    let acceptor = Acceptor(
      socket.descriptor, on: loop, within: { limit },
      onConnection: { descriptor, refusal in
        Descriptor.close(descriptor)
        taken.append(refusal)
      })
    let client = try WireClient(port: try #require(socket.port))
    loop.runOnce()
    #expect(taken.count == (isTaken ? 1 : 0))
    if isTaken {
      #expect((taken.first??.problem == nil) == isServed)
      let problem = "the server has too many open files (the limit is 1000000)"
      #expect(isServed || taken.first??.problem == problem)
    }
    #expect(try await client.untilEnd() == [])
    withExtendedLifetime(acceptor) {}
  }
}
