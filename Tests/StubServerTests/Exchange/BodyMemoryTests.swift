import Foundation
import StubCore
import StubLanguages
import TestSupport
import Testing

@testable import StubServer

@Suite struct BodyMemoryTests {
  /// Counts how often it was woken.
  private final class Wakings: Sendable {
    private let number = AtomicInt(0)

    var count: Int { number.load() }

    var wake: @Sendable () -> Void { { [self] in number.add(1) } }
  }

  @Test("Memory is there up to the limit; more waits, first come, first served")
  func turns() {
    let memory = BodyMemory(limit: 100)
    let (wakings, none) = (Wakings(), Wakings())
    var first: BodyMemory.Reservation? = memory.reservation()
    #expect(first?.grow(to: 60, wake: none.wake) == .taken)
    #expect(first?.grow(to: 80, wake: none.wake) == .taken)
    #expect(first?.grow(to: 70, wake: none.wake) == .taken)
    let second = memory.reservation()
    let third = memory.reservation()
    #expect(second.grow(to: 90, wake: wakings.wake) == .waiting)
    #expect(second.grow(to: 90, wake: wakings.wake) == .waiting)
    // It would fit, but has to wait for those before it.
    #expect(third.grow(to: 10, wake: wakings.wake) == .waiting)
    #expect(wakings.count == 0)
    first = nil
    #expect(wakings.count == 2)
    #expect(second.grow(to: 90, wake: none.wake) == .taken)
    #expect(third.grow(to: 10, wake: none.wake) == .taken)
    #expect(none.count == 0)
  }

  @Test("A reservation that is given up while it waits gets no memory")
  func givenUp() {
    let memory = BodyMemory(limit: 100)
    let wakings = Wakings()
    let first = memory.reservation()
    #expect(first.grow(to: 80, wake: Wakings().wake) == .taken)
    var second: BodyMemory.Reservation? = memory.reservation()
    #expect(second?.grow(to: 50, wake: wakings.wake) == .waiting)
    let third = memory.reservation()
    #expect(third.grow(to: 20, wake: wakings.wake) == .waiting)
    second = nil
    #expect(wakings.count == 1)
    #expect(third.grow(to: 20, wake: Wakings().wake) == .taken)
  }

  @Test("When all memory is held by those who wait for more, the last of them makes room")
  func deadlock() {
    let memory = BodyMemory(limit: 100)
    let (wakings, none) = (Wakings(), Wakings())
    let first = memory.reservation()
    var second: BodyMemory.Reservation? = memory.reservation()
    var other: BodyMemory.Reservation? = memory.reservation()
    let last = memory.reservation()
    #expect(first.grow(to: 40, wake: none.wake) == .taken)
    #expect(second?.grow(to: 40, wake: none.wake) == .taken)
    #expect(other?.grow(to: 20, wake: none.wake) == .taken)
    #expect(first.grow(to: 80, wake: wakings.wake) == .waiting)
    #expect(second?.grow(to: 80, wake: wakings.wake) == .waiting)
    // It holds nothing that others wait for.
    #expect(last.grow(to: 10, wake: none.wake) == .waiting)
    #expect(wakings.count == 0)
    other = nil
    #expect(wakings.count == 1)
    #expect(second?.grow(to: 80, wake: none.wake) == .refused)
    #expect(first.grow(to: 80, wake: none.wake) == .waiting)
    second = nil
    #expect(wakings.count == 2)
    #expect(first.grow(to: 80, wake: none.wake) == .taken)
    #expect(last.grow(to: 10, wake: none.wake) == .taken)
    #expect(memory.reservation().grow(to: 11, wake: none.wake) == .waiting)
  }

  @Test("A waiting reservation can ask for more memory, and gets it once")
  func more() {
    let memory = BodyMemory(limit: 100)
    let none = Wakings()
    var first: BodyMemory.Reservation? = memory.reservation()
    #expect(first?.grow(to: 90, wake: none.wake) == .taken)
    let second = memory.reservation()
    #expect(second.grow(to: 20, wake: none.wake) == .waiting)
    #expect(second.grow(to: 60, wake: none.wake) == .waiting)
    first = nil
    #expect(second.grow(to: 60, wake: none.wake) == .taken)
    #expect(memory.reservation().grow(to: 40, wake: none.wake) == .taken)
  }

  @Test("What is already made gets memory at once or never, but always if no other has any")
  func covered() {
    let memory = BodyMemory(limit: 100)
    let none = Wakings()
    var first: BodyMemory.Reservation? = memory.reservation()
    #expect(first?.cover(150) == true)
    #expect(first?.count == 150)
    let second = memory.reservation()
    #expect(!second.cover(1))
    #expect(second.grow(to: 10, wake: none.wake) == .waiting)
    first = nil
    #expect(none.count == 1)
    #expect(second.cover(5))
    #expect(second.count == 10)
    let third = memory.reservation()
    #expect(!third.cover(91))
    #expect(third.cover(90))
    #expect(second.cover(10))
    #expect(!second.cover(11))
  }

  @Test("Of a body that is not needed only the first bytes are kept, and all are counted")
  func cut() {
    let size = 3 * IncomingBody.freeSize
    var body = IncomingBody()
    #expect(!body.asksNeed(upTo: IncomingBody.freeSize))
    #expect(body.asksNeed(upTo: size))
    body.keep(10)
    let memory = BodyMemory(limit: 0)
    #expect(body.room(upTo: size, isWhole: true, in: memory, wake: Wakings().wake) == .free)
    let bytes = (0..<size).map { UInt8(truncatingIfNeeded: $0) }
    bytes.withSpan { body.append($0.extracting(0..<1_000)) }
    bytes.withSpan { body.append($0.extracting(1_000..<size)) }
    #expect(body.count == size)
    #expect(body.content.data == Data(bytes[..<IncomingBody.freeSize]))
    #expect(body.content.wholeCount == size)
  }

  private func head(_ path: String, _ size: Int) -> String {
    "POST \(path) HTTP/1.1\r\nHost: a\r\nContent-Length: \(size)\r\n\r\n"
  }

  private let counting: RequestHandler = { request in
    ListenerResponse(.ready(.ok("\(request.target.path) \(request.body?.count ?? 0)")))
  }

  @Test("A body that finds no memory waits until another is answered", .timeLimit(.minutes(5)))
  func waits() async throws {
    try await withListener(.forTests(bodyMemory: 1_000_000), handler: counting) { listener in
      let (first, second) = (
        try WireClient(port: listener.port), try WireClient(port: listener.port)
      )
      try await first.send(head("/1", 600_000) + String(repeating: "a", count: 100_000))
      // It has its memory when it has been read on.
      try await first.send(String(repeating: "a", count: 400_000))
      try await second.send(head("/2", 600_000))
      async let sent: Void = second.send(String(repeating: "b", count: 600_000))
      try await first.send(String(repeating: "a", count: 100_000))
      #expect(try await first.response().text == "/1 600000")
      #expect(try await second.response().text == "/2 600000")
      try await sent
    }
  }

  @Test("A body that waits too long for memory is answered 503", .timeLimit(.minutes(5)))
  func tooLong() async throws {
    var configuration = ListenerConfiguration.forTests(bodyMemory: 1_000_000)
    configuration.timeouts.body = .seconds(1)
    let gate = Gate()
    let arrived = AsyncBox<Void>()
    let handler: RequestHandler = { request in
      arrived.set(())
      return ListenerResponse(
        .pending {
          await gate.wait()
          return .ok("\(request.body?.count ?? 0)")
        })
    }
    try await withListener(configuration, handler: handler) { listener in
      let first = try WireClient(port: listener.port)
      try await first.send(head("/1", 600_000) + String(repeating: "a", count: 600_000))
      await arrived.value
      // The answer to the first needs its body until the gate is opened.
      var status = 0
      while status != 503 {
        let second = try WireClient(port: listener.port)
        try? await second.send(head("/2", 600_000) + String(repeating: "b", count: 100_000))
        let response = try await second.response()
        status = response.status
        if status == 503 { #expect(response.text.contains("--max-bodies")) }
      }
      gate.open()
      #expect(try await first.response().text == "600000")
    }
  }

  @Test("Bodies of unknown length that have all memory do not wait for each other for ever")
  func standstill() async throws {
    let chunk = "186a0\r\n" + String(repeating: "a", count: 100_000) + "\r\n"
    // Memory is taken in steps of so much.
    try await withListener(.forTests(bodyMemory: 2 * 1_048_576), handler: counting) { listener in
      let clients = try (0..<2).map { _ in try WireClient(port: listener.port) }
      for client in clients {
        try await client.send("POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n")
      }
      for _ in 0..<15 {
        // The one that is refused may be no longer read.
        for client in clients { try? await client.send(chunk) }
      }
      // Both, before an answer is waited for: one may have to wait for the memory of the other.
      for client in clients { try? await client.send("0\r\n\r\n") }
      var statuses: [Int] = []
      for client in clients {
        let response = try await client.response()
        statuses.append(response.status)
        if response.status == 503 { #expect(response.text.contains("--max-bodies")) }
      }
      #expect(statuses.contains(200))
    }
  }

  @Test(
    "A body that nothing needs any more is not kept until its answer is out", arguments: [1, 2])
  func lateAnswers(version: Int) async throws {
    let stubs = StubSet(journal: Journal(limits: Journal.Limits(bodyBytes: 1_000)))
    stubs.hooks.incomplete = { _, _ in }
    let late = HTTPStubResponse()
    late.delay = .seconds(3_600)
    stubs.add(
      stub: HTTPStubRequest().match(path: "/late").match(body: .contains("a")).stub(
        for: .post, late))
    stubs.add(
      stub: HTTPStubRequest().match(path: "/now").match(body: .contains("a")).stub(
        for: .post, .status(.ok)))
    let body = String(repeating: "a", count: 150_000)
    let listener = try Listener(
      stubs: stubs, port: 0, configuration: .forTests(bodyMemory: 250_000))
    try listener.start()
    defer { listener.stop() }
    let (first, second) = (
      try WireClient(port: listener.port), try await FrameClient(port: listener.port)
    )
    if version == 1 {
      try await first.send(head("/late", body.utf8.count) + body)
    } else {
      let stream = try await second.request("POST", "/late", hasBody: true)
      for number in 0..<15 {
        let piece = String(body.prefix(10_000))
        try await second.send(.data(stream, piece, isLast: number == 14))
      }
    }
    try await stubs.journal.waitForRequests(timeout: .seconds(300))
    let next = try WireClient(port: listener.port)
    try await next.send(head("/now", body.utf8.count) + body)
    #expect(try await next.response().status == 200)
  }

  @Test("A body that is larger than all the memory is answered 413")
  func tooLarge() async throws {
    try await withListener(.forTests(bodyMemory: 100_000), handler: counting) { listener in
      let client = try WireClient(port: listener.port)
      try await client.send(head("/", 200_000))
      let response = try await client.response()
      #expect(response.status == 413)
      #expect(response.text.contains("the body has more than 100000 bytes; "))
    }
  }

  @Test("Of a large body that no stub needs the journal has the first bytes and the size")
  func unneeded() async throws {
    let size = 3_000_000
    let stubs = StubSet(journal: Journal(limits: Journal.Limits(bodyBytes: 1_000)))
    stubs.add(stub: HTTPStubRequest().match(path: "/upload").stub(.text("thanks")))
    // Less than the body, which would be refused if all of it were kept.
    let listener = try Listener(
      stubs: stubs, port: 0, configuration: .forTests(bodyMemory: size / 2))
    try listener.start()
    defer { listener.stop() }
    let client = try WireClient(port: listener.port)
    try await client.send(head("/upload", size) + String(repeating: "a", count: size))
    #expect(try await client.response().text == "thanks")
    let entry = try #require(stubs.journal.entries.first)
    #expect(entry.request.body == Data(repeating: UInt8(ascii: "a"), count: 1_000))
    #expect(entry.wholeRequestCount == size)
  }
}
