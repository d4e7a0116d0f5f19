import CoreTestSupport
import Foundation
import HTTPStubber
import TestSupport
import Testing

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

@Suite(.timeLimit(.minutes(5))) struct NetworkTests {
  let clock = VirtualClock()
  let stubber: HTTPStubber

  init() {
    stubber = HTTPStubber(clock: clock)
    stubber.add(
      stub: HTTPStubRequest().stub(for: .get, .data(Data(count: 1_000)))
        .stub(for: .put, .text("thanks")))
  }

  /// Loads so many responses at once and expects the last of them at that time, and no sooner.
  private func expect(_ count: Int, at time: Duration) async throws {
    let back = Shared(0)
    let session = stubber.session
    let plain = try request(.get, "http://one.example/")
    let seen = stubber.journal.receivedCount
    try await withThrowingTaskGroup(of: Void.self) { group in
      for _ in 0..<count {
        group.addTask {
          let (data, _) = try await session.data(for: plain)
          #expect(data.count == 1_000)
          back.update { $0 += 1 }
        }
      }
      try await stubber.journal.waitForRequests(count: seen + count, timeout: .seconds(300))
      clock.advance(by: time - .milliseconds(1))
      try await letPass()
      #expect(back.value < count)
      clock.advance(by: .milliseconds(1))
      try await group.waitForAll()
    }
  }

  @Test("a response is late by the latency and as slow as the line")
  func latency() async throws {
    stubber.network = NetworkProfile(down: 1_000, latency: .milliseconds(100))
    try await expect(1, at: .milliseconds(1_100))
  }

  @Test("responses share a line: two at once take twice as long, and then it is free again")
  func sharing() async throws {
    stubber.network = NetworkProfile(down: 1_000, latency: .milliseconds(100))
    try await expect(2, at: .milliseconds(2_100))
    try await expect(1, at: .milliseconds(1_100))
  }

  @Test("a response's own speed and the line's do not add up: the slower one counts")
  func slowerCounts() async throws {
    stubber.removeAllStubs()
    stubber.add(
      stub: HTTPStubRequest().stub(for: .get) { response in
        response.body = Data(count: 1_000)
        response.responseTime = .withSpeed(HTTPConnectionSpeed(bytesPerSecond: 2_000))
      })
    stubber.network = NetworkProfile(down: 1_000)
    // The first bytes set out after 2 ms, and from then on the line is never idle.
    try await expect(1, at: .milliseconds(1_002))
    stubber.network = NetworkProfile(down: 100_000)
    // The last of the body's bytes sets out after 500 ms.
    try await expect(1, at: .milliseconds(501))
  }

  @Test("a stall of the line holds the body back until it is over")
  func stalls() async throws {
    var profile = NetworkProfile(down: 1_000)
    profile.stalls = NetworkProfile.Stalls(every: .milliseconds(1_500), lasting: .seconds(1))
    stubber.network = profile
    try await expect(1, at: .seconds(2))
  }

  @Test("with all packets lost a request times out, and without a line it is answered again")
  func lost() async throws {
    stubber.network = .lost
    var hasty = try request(.get, "http://one.example/")
    hasty.timeoutInterval = 5
    async let code = stubber.session.errorCode(for: hasty)
    try await stubber.journal.waitForRequests(timeout: .seconds(300))
    clock.advance(by: .milliseconds(4_999))
    try await letPass()
    #expect(stubber.journal.entries.first?.ending == nil)
    clock.advance(by: .milliseconds(1))
    #expect(await code == .timedOut)
    #expect(stubber.journal.entries.first?.ending == .failed(.network(.timedOut)))
    stubber.network = nil
    #expect(try await stubber.session.data(for: hasty).0.count == 1_000)
  }

  @Test("an upload delays the response by the time of its body, and reports its progress")
  func upload() async throws {
    stubber.network = NetworkProfile(up: 1_000)
    let observer = TaskObserver()
    let task = observer.session(stubber).uploadTask(
      with: try request(.put, "http://one.example/"), from: Data(count: 2_000))
    async let notes = observer.run(task)
    try await stubber.journal.waitForRequests(timeout: .seconds(300))
    clock.advance(by: .seconds(1))
    #if canImport(FoundationNetworking)
    await observer.waitUntil { $0.sent == 1_000 }
    #endif
    clock.advance(by: .milliseconds(999))
    try await letPass()
    #expect(observer.current.status == nil)
    clock.advance(by: .milliseconds(1))
    let ending = await notes
    #expect(ending.body == "thanks")
    #if canImport(FoundationNetworking)
    #expect(ending.progress == (1...40).map { $0 * 50 })
    #endif
  }

  @Test("an upload waits for the end of a stall, the only limit, and reports its progress")
  func uploadStall() async throws {
    stubber.network = NetworkProfile(
      name: "test",
      stalls: NetworkProfile.Stalls(every: .milliseconds(1_500), lasting: .seconds(1)))
    clock.advance(by: .seconds(1))
    let observer = TaskObserver()
    let task = observer.session(stubber).uploadTask(
      with: try request(.put, "http://one.example/"), from: Data(count: 2_000))
    async let notes = observer.run(task)
    try await stubber.journal.waitForRequests(timeout: .seconds(300))
    clock.advance(by: .milliseconds(499))
    try await letPass()
    #expect(observer.current.status == nil)
    #expect(observer.current.progress == [])
    clock.advance(by: .milliseconds(1))
    let ending = await notes
    #expect(ending.body == "thanks")
    #if canImport(FoundationNetworking)
    #expect(ending.progress == [2_000])
    #endif
  }

  @Test("two uploads share the line")
  func uploads() async throws {
    stubber.network = NetworkProfile(up: 1_000)
    let session = stubber.session
    let back = Shared(0)
    let put = try request(.put, "http://one.example/")
    try await withThrowingTaskGroup(of: Void.self) { group in
      for _ in 0..<2 {
        group.addTask {
          _ = try await session.upload(for: put, from: Data(count: 1_000))
          back.update { $0 += 1 }
        }
      }
      try await stubber.journal.waitForRequests(count: 2, timeout: .seconds(300))
      clock.advance(by: .milliseconds(1_999))
      try await letPass()
      #expect(back.value < 2)
      clock.advance(by: .milliseconds(1))
      try await group.waitForAll()
    }
  }

  @Test("an upload longer than the session's limit for the whole task times out at that limit")
  func uploadDeadline() async throws {
    stubber.network = NetworkProfile(up: 1_000)
    let configuration = stubber.configuration
    configuration.timeoutIntervalForResource = 3
    let observer = TaskObserver()
    let session = URLSession(
      configuration: configuration, delegate: observer, delegateQueue: nil)
    let task = session.uploadTask(
      with: try request(.put, "http://one.example/"), from: Data(count: 5_000))
    async let notes = observer.run(task)
    try await stubber.journal.waitForRequests(timeout: .seconds(300))
    clock.advance(by: .seconds(4))
    #expect(await notes.errorCode == .timedOut)
  }
}
