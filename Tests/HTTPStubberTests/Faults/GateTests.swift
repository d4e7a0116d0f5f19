import Foundation
import HTTPStubber
import TestSupport
import Testing

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

@Suite(.timeLimit(.minutes(5))) struct GateTests {
  let clock = VirtualClock()
  let gate = HTTPStubGate()
  let stubber: HTTPStubber

  init() {
    stubber = HTTPStubber(clock: clock)
    let gate = gate
    stubber.add(
      stub: HTTPStubRequest().stub(for: .get) { response in
        response.gate = gate
        response.body = "free"
      })
  }

  private func waitUntilHeld(_ count: Int) async {
    while gate.waitingCount < count { try? await Task.sleep(for: .milliseconds(1)) }
  }

  @Test("a closed gate holds responses; opening it lets them and all later ones go")
  func opening() async throws {
    let session = stubber.session
    async let first = session.text(from: "http://one.example/1")
    async let second = session.text(from: "http://one.example/2")
    await waitUntilHeld(2)
    try await letPass()
    #expect(stubber.journal.entries.allSatisfy { $0.ending == nil })
    gate.open()
    #expect(try await first == "free")
    #expect(try await second == "free")
    #expect(try await session.text(from: "http://one.example/3") == "free")
    #expect(gate.waitingCount == 0)
  }

  @Test("releasing the waiting responses, or closing again, holds later ones")
  func releasing() async throws {
    let session = stubber.session
    async let first = session.text(from: "http://one.example/1")
    await waitUntilHeld(1)
    gate.releaseWaiting()
    #expect(try await first == "free")
    async let second = session.text(from: "http://one.example/2")
    await waitUntilHeld(1)
    gate.open()
    #expect(try await second == "free")
    gate.close()
    async let third = session.text(from: "http://one.example/3")
    await waitUntilHeld(1)
    #expect(gate.waitingCount == 1)
    gate.releaseWaiting()
    #expect(try await third == "free")
  }

  @Test("the delay comes before the gate, and the pace of the body counts from the release")
  func rebasing() async throws {
    let gate = gate
    stubber.add(
      stub: HTTPStubRequest().stub(for: .get) { response in
        response.gate = gate
        response.delay = .seconds(2)
        response.body = "0123456789"
        response.responseTime = .withSpeed(HTTPConnectionSpeed(bytesPerSecond: 1))
      })
    let observer = TaskObserver()
    let task = observer.session(stubber).dataTask(with: try url("http://one.example/"))
    async let notes = observer.run(task)
    try await stubber.journal.waitForRequests(timeout: .seconds(300))
    clock.advance(by: .milliseconds(1_999))
    try await letPass()
    #expect(gate.waitingCount == 0)
    clock.advance(by: .milliseconds(1))
    await waitUntilHeld(1)
    clock.advance(by: .seconds(20))
    gate.open()
    await observer.waitUntil { $0.status == 200 }
    clock.advance(by: .seconds(9))
    await observer.waitUntil { $0.body == "012345678" }
    try await letPass()
    #expect(observer.current.completions.isEmpty)
    clock.advance(by: .seconds(1))
    #expect(await notes.body == "0123456789")
  }

  @Test("a response held longer than the request's time limit times out and leaves the gate")
  func timeout() async throws {
    var hasty = try request(.get, "http://one.example/")
    hasty.timeoutInterval = 5
    async let code = stubber.session.errorCode(for: hasty)
    await waitUntilHeld(1)
    clock.advance(by: .milliseconds(4_999))
    try await letPass()
    #expect(gate.waitingCount == 1)
    clock.advance(by: .milliseconds(1))
    #expect(await code == .timedOut)
    #expect(gate.waitingCount == 0)
  }

  @Test("a task that is cancelled while it is held leaves the gate")
  func cancellation() async throws {
    let observer = TaskObserver()
    let task = observer.session(stubber).dataTask(with: try url("http://one.example/"))
    async let notes = observer.run(task)
    await waitUntilHeld(1)
    task.cancel()
    #expect(await notes.errorCode == .cancelled)
    while gate.waitingCount > 0 { try await Task.sleep(for: .milliseconds(1)) }
    gate.open()
    try await letPass()
    #expect(observer.current.completions.count == 1)
  }

  @Test("100 responses at one gate are all let go, each once")
  func crowd() async throws {
    let session = stubber.session
    let plain = try request(.get, "http://one.example/")
    let tasks = (0..<100).map { _ in Task { try await session.answer(to: plain).text } }
    await waitUntilHeld(100)
    gate.open()
    for task in tasks { #expect(try await task.value == "free") }
    #expect(stubber.journal.entries.filter { $0.ending == .completed }.count == 100)
  }
}
