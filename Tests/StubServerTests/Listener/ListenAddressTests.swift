import Foundation
import StubCore
import TestSupport
import Testing

@testable import StubServer

@Suite struct ListenAddressTests {
  private func listener(_ addresses: ListenAddress...) throws -> Listener {
    try Listener(addresses: addresses, configuration: .forTests, handler: describing)
  }

  private func ask(_ client: WireClient) async throws -> String {
    try await client.send("GET /x HTTP/1.1\r\nHost: a\r\n\r\n")
    return try await client.response().text
  }

  @Test("A port in use is named together with the remedy, whether or not it can be shared")
  func portInUse() async throws {
    try await withListener(handler: describing) { first in
      let second = try listener(.tcp(host: "127.0.0.1", port: first.port))
      let error = #expect(throws: ListenError.self) { try second.start() }
      #expect(
        error?.description
          == "cannot listen on 127.0.0.1:\(first.port): port \(first.port) is in use; use another "
          + "port, or stop the other program (lsof -i :\(first.port) shows it)")
    }
  }

  @Test("A start that failed can be tried again")
  func triesAgain() async throws {
    let first = try listener(.tcp(host: "127.0.0.1", port: 0))
    try first.start()
    let second = try listener(.tcp(host: "127.0.0.1", port: first.port))
    #expect(throws: ListenError.self) { try second.start() }
    first.stop()
    first.waitUntilStopped()
    try second.start()
    #expect(try await ask(WireClient(port: second.port)) == "GET /x ")
    second.stop()
  }

  @Test("Invalid addresses and ports, and addresses of other machines, are refused")
  func badAddresses() throws {
    #expect(throws: ListenError.self) { try listener(.tcp(host: "127.0.0.1", port: 65_536)) }
    #expect(throws: ListenError.self) { try listener(.tcp(host: "127.0.0.1", port: -1)) }
    let name = try listener(.tcp(host: "no.such.name", port: 0))
    let error = #expect(throws: ListenError.self) { try name.start() }
    #expect(
      error?.description
        == "cannot listen on no.such.name:0: not an IP address or localhost; use 127.0.0.1, ::1, or "
        + "0.0.0.0 for all addresses")
    let foreign = try listener(.tcp(host: "192.0.2.1", port: 0))
    #expect(throws: ListenError.self) { try foreign.start() }
  }

  @Test(
    "It is known whether a server is the listener itself",
    arguments: [
      ("127.0.0.1", "localhost", true), ("127.0.0.1", "127.0.0.1", true),
      ("127.0.0.1", "127.0.0.2", false), ("127.0.0.1", "0.0.0.0", true),
      ("127.0.0.1", "::1", false), ("127.0.0.1", "a.example", false), ("::1", "localhost", true),
      ("localhost", "127.0.0.1", true), ("0.0.0.0", "127.0.0.2", true), ("::", "::1", true),
      ("0.0.0.0", "192.0.2.1", false), ("192.0.2.1", "192.0.2.1", true),
      ("192.0.2.1", "localhost", false),
    ])
  func reached(host: String, server: String, isReached: Bool) {
    #expect(ListenAddress.tcp(host: host, port: 80).isReached(at: server) == isReached)
  }

  @Test("A listener that would be its own upstream server is refused, by its port too")
  func ownUpstream() throws {
    func listener(_ url: String, _ address: ListenAddress) throws -> Listener {
      var configuration = ListenerConfiguration.forTests
      configuration.upstream = try UpstreamConfiguration(url: url)
      return try Listener(stubs: StubSet(), addresses: [address], configuration: configuration)
    }
    let error = #expect(throws: UpstreamError.self) {
      try listener("http://u:pw@localhost:25020/a", .tcp(host: "0.0.0.0", port: 25_020))
    }
    #expect(
      error?.description
        == "http://u:…@localhost:25020/a is this listener itself, which listens on 0.0.0.0:25020; "
        + "use the URL of another server, or listen on another port")
    #expect(throws: UpstreamError.self) {
      try listener("https://127.0.0.1", .tls(host: "127.0.0.1", port: 443))
    }
    _ = try listener("http://localhost:25021", .tcp(host: "127.0.0.1", port: 25_020))
    _ = try listener("http://localhost", .tcp(host: "127.0.0.1", port: 0))
    _ = try listener("http://localhost", .unix(path: "/tmp/s"))
  }

  @Test("localhost and ::1 are reached over IPv6 where the machine has it")
  func overIPv6() async throws {
    let local = try listener(.tcp(host: "localhost", port: 0))
    try local.start()
    defer { local.stop() }
    #expect(local.url == "http://localhost:\(local.port)")
    #expect(try await ask(WireClient(port: local.port)) == "GET /x ")
    let six = try listener(.tcp(host: "::1", port: 0))
    do {
      try six.start()
    } catch let error as ListenError {
      print("skipped: this machine has no IPv6: \(error)")
      return
    }
    defer { six.stop() }
    #expect(six.url == "http://[::1]:\(six.port)")
    #expect(try await ask(WireClient(portOnIPv6: six.port)) == "GET /x ")
    #expect(try await ask(WireClient(portOnIPv6: local.port)) == "GET /x ")
  }

  private func temporaryPath() -> String {
    FileManager.default.temporaryDirectory.appending(path: "s\(UUID().uuidString.prefix(8))").path
  }

  @Test("A unix socket serves like a port, spreads over the loops and leaves no file behind")
  func unixSocket() async throws {
    let path = temporaryPath()
    let unix = try listener(.unix(path: path), .tcp(host: "127.0.0.1", port: 0))
    try unix.start()
    #expect(unix.addresses.count == 2)
    #expect(unix.url == "unix:\(path)")
    for _ in 0..<4 { #expect(try await ask(WireClient(path: path)) == "GET /x ") }
    #expect(try await ask(WireClient(port: unix.port)) == "GET /x ")
    unix.stop()
    unix.waitUntilStopped()
    #expect(!FileManager.default.fileExists(atPath: path))
  }

  @Test("A unix socket in use is left alone, a stale one is replaced, another file is kept")
  func unixSocketFiles() async throws {
    let path = temporaryPath()
    let first = try listener(.unix(path: path))
    try first.start()
    let second = try listener(.unix(path: path))
    let inUse = #expect(throws: ListenError.self) { try second.start() }
    #expect(inUse?.description.contains("the socket is in use") == true)
    // What a killed listener leaves: a socket file without a listener.
    let stale = path + "s"
    try makeStaleSocket(at: stale)
    let third = try listener(.unix(path: stale))
    try third.start()
    #expect(try await ask(WireClient(path: stale)) == "GET /x ")
    third.stop()
    first.stop()
    let file = path + "f"
    try Data("precious".utf8).write(to: URL(filePath: file))
    defer { try? FileManager.default.removeItem(atPath: file) }
    let fourth = try listener(.unix(path: file))
    let kept = #expect(throws: ListenError.self) { try fourth.start() }
    #expect(kept?.description.contains("the path is a file that is not a socket") == true)
    #expect(try Data(contentsOf: URL(filePath: file)) == Data("precious".utf8))
  }

  private func makeStaleSocket(at path: String) throws {
    let bound = try UnixSocket.bind(path)
    Descriptor.close(bound.descriptor)
  }
}
