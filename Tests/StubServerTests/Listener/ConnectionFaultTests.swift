import Foundation
import StubCore
import TestSupport
import Testing

@testable import StubServer

@Suite struct ConnectionFaultTests {
  private static let request = "GET / HTTP/1.1\r\nHost: a\r\n\r\n"

  private func expectAnswer(_ client: WireClient) async throws {
    try await client.send(Self.request)
    #expect(try await client.response().text == "GET / ")
  }

  @Test(
    "A listener that refuses connections comes back on its port, and open connections go on",
    arguments: [1, 2])
  func refuses(loops: Int) async throws {
    var configuration = ListenerConfiguration.forTests
    configuration.threadCount = loops
    try await withListener(configuration, handler: describing) { listener in
      let port = listener.port
      let old = try WireClient(port: port)
      try await expectAnswer(old)
      for _ in 0..<3 {
        listener.connectionFault = .refuse
        let error = #expect(throws: WireError.self) { try WireClient(port: port) }
        #expect(error?.description == "cannot connect: Connection refused")
        try await expectAnswer(old)
        listener.connectionFault = nil
        #expect(listener.port == port)
        for _ in 0..<4 { try await expectAnswer(try WireClient(port: port)) }
      }
    }
  }

  @Test(
    "A listener whose port somebody else has taken comes back when it is free",
    .timeLimit(.minutes(5)))
  func waitsForPort() async throws {
    var configuration = ListenerConfiguration.forTests
    configuration.threadCount = 1
    try await withListener(configuration, handler: describing) { listener in
      listener.connectionFault = .refuse
      let other = try await Self.bind(listener.port)
      listener.connectionFault = nil
      Descriptor.close(other.descriptor)
      var client = try? WireClient(port: listener.port)
      while client == nil {
        try await Task.sleep(for: .milliseconds(5))
        client = try? WireClient(port: listener.port)
      }
      try await expectAnswer(try #require(client))
    }
  }

  @Test("A unix socket and both addresses of localhost refuse and come back too")
  func refusesElsewhere() async throws {
    let path = "/tmp/refusing-\(UUID().uuidString.prefix(8)).sock"
    let listener = try Listener(
      addresses: [.unix(path: path), .tcp(host: "localhost", port: 0)], configuration: .forTests,
      handler: describing)
    try listener.start()
    listener.connectionFault = .refuse
    #expect(throws: WireError.self) { try WireClient(path: path) }
    #expect(throws: WireError.self) { try WireClient(port: listener.port) }
    listener.connectionFault = nil
    try await expectAnswer(try WireClient(path: path))
    try await expectAnswer(try WireClient(port: listener.port))
    listener.stop()
    listener.waitUntilStopped()
    #expect(!FileManager.default.fileExists(atPath: path))
  }

  @Test(
    "A listener can begin and end while it refuses connections", .timeLimit(.minutes(5)))
  func refusesFromTheStart() async throws {
    var configuration = ListenerConfiguration.forTests
    configuration.faults.connection = ConnectionFaultRule(.refuse)
    let listener = try Listener(
      addresses: [.tcp(host: "127.0.0.1", port: 0)], configuration: configuration,
      handler: describing)
    try listener.start()
    #expect(listener.connectionFault == .refuse)
    #expect(throws: WireError.self) { try WireClient(port: listener.port) }
    listener.stop()
    listener.waitUntilStopped()
    Descriptor.close(try await Self.bind(listener.port).descriptor)
  }

  /// Takes a port without a listener; a connection of another test may have it for a while.
  private static func bind(_ port: Int) async throws -> BoundSocket {
    while true {
      if let socket = try? TCPSocket.bind(host: "127.0.0.1", port: port) { return socket }
      try await Task.sleep(for: .milliseconds(5))
    }
  }

  @Test("A stub's closure may change the connection faults")
  func setFromStub() async throws {
    let stubs = StubSet()
    let listener = try Listener(stubs: stubs, port: 0, configuration: .forTests)
    stubs.add(
      stub: HTTPStubRequest().stub { [weak listener] _, _ in
        listener?.connectionFault = .reset
        return HTTPStubResponse()
      })
    try listener.start()
    defer { listener.stop() }
    let client = try WireClient(port: listener.port)
    try await client.send(Self.request)
    #expect(try await client.response().status == 200)
    #expect(listener.connectionFault == .reset)
  }

  @Test("Connections that are reset at accept get no byte")
  func resets() async throws {
    try await withListener(handler: describing) { listener in
      listener.connectionFault = .reset
      for _ in 0..<4 {
        await #expect(throws: WireError.reset(after: [])) {
          try await WireClient(port: listener.port).rest()
        }
      }
      listener.connectionFault = nil
      try await expectAnswer(try WireClient(port: listener.port))
    }
  }

  @Test("Only the first connections get a fault, counted again when another is set")
  func first() async throws {
    try await withListener(handler: describing) { listener in
      for fault in [ConnectionFaultRule(.reset, first: 2), ConnectionFaultRule(.reset, first: 1)] {
        listener.faults.connection = fault
        for _ in 0..<(fault.occurrence.first ?? 0) {
          // What is the same already does not begin anew.
          listener.faults.connection = fault
          await #expect(throws: WireError.reset(after: [])) {
            try await WireClient(port: listener.port).rest()
          }
        }
        for _ in 0..<3 { try await expectAnswer(try WireClient(port: listener.port)) }
      }
    }
  }

  @Test("A fault that begins anew counts again, even if it is the same")
  func again() async throws {
    try await withListener(handler: describing) { listener in
      for _ in 0..<2 {
        listener.begin(ConnectionFaultRule(.reset, first: 1))
        await #expect(throws: WireError.reset(after: [])) {
          try await WireClient(port: listener.port).rest()
        }
        try await expectAnswer(try WireClient(port: listener.port))
      }
    }
  }

  @Test("A seed decides which connections meet a fault by chance")
  func chance() async throws {
    func run(seed: UInt64) async throws -> [Bool] {
      var configuration = ListenerConfiguration.forTests
      configuration.threadCount = 1
      configuration.faults.connection = ConnectionFaultRule(.reset, probability: 0.5)
      let listener = try Listener(
        addresses: [.tcp(host: "127.0.0.1", port: 0)], configuration: configuration,
        random: SeededRandom(seed: seed), handler: describing)
      try listener.start()
      defer { listener.stop() }
      var resets: [Bool] = []
      for _ in 0..<30 {
        do {
          try await expectAnswer(try WireClient(port: listener.port))
          resets.append(false)
        } catch is WireError {
          resets.append(true)
        }
      }
      return resets
    }
    let first = try await run(seed: 7)
    #expect(try await run(seed: 7) == first)
    #expect(Set(first).count == 2)
  }

  @Test(
    "A listener that is down for a time comes back by itself, on its port",
    .timeLimit(.minutes(5)), arguments: [1, 2])
  func downForATime(loops: Int) async throws {
    var configuration = ListenerConfiguration.forTests
    configuration.threadCount = loops
    try await withListener(configuration, handler: describing) { listener in
      let port = listener.port
      listener.faults.connection = ConnectionFaultRule(.refuse, for: .seconds(3_600))
      #expect(throws: WireError.self) { try WireClient(port: port) }
      listener.faults.connection = ConnectionFaultRule(.refuse, for: .milliseconds(20))
      var client = try? WireClient(port: port)
      while client == nil {
        try await Task.sleep(for: .milliseconds(5))
        client = try? WireClient(port: port)
      }
      try await expectAnswer(try #require(client))
      #expect(listener.port == port)
      // What is the same does not begin anew.
      listener.faults.connection = ConnectionFaultRule(.refuse, for: .milliseconds(20))
      try await expectAnswer(try WireClient(port: port))
    }
  }

  @Test("Connections that are accepted slowly are served too")
  func slow() async throws {
    try await withListener(handler: describing) { listener in
      listener.connectionFault = .slowAccept(.milliseconds(30))
      let start = ContinuousClock.now
      let client = try WireClient(port: listener.port)
      try await expectAnswer(client)
      #expect(ContinuousClock.now - start >= .milliseconds(30))
      try await expectAnswer(client)
    }
  }

  @Test("Nothing is read of a connection that is never read, until the listener stops")
  func neverRead() async throws {
    // One loop accepts connections in the order in which they came.
    var configuration = ListenerConfiguration.forTests
    configuration.threadCount = 1
    let listener = try Listener(
      addresses: [.tcp(host: "127.0.0.1", port: 0)], configuration: configuration,
      handler: describing)
    try listener.start()
    listener.connectionFault = .neverRead
    let silent = try WireClient(port: listener.port)
    try await silent.send(Self.request)
    let leaving = try WireClient(port: listener.port)
    leaving.finishSending()
    #expect(try await leaving.rest().isEmpty)
    listener.connectionFault = nil
    try await expectAnswer(try WireClient(port: listener.port))
    #expect(silent.serverSide == .open)
    listener.stop()
    // What was sent and never read makes the end a reset.
    await #expect(throws: WireError.reset(after: [])) { try await silent.rest() }
    listener.waitUntilStopped()
  }
}
