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
    "It accepts no connection after it stops, even if a program that just starts has its socket")
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
}
