import Foundation
import HTTPStubber
import TestSupport
import Testing

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

@Suite(.timeLimit(.minutes(5))) struct ChunkTests {
  let clock = VirtualClock()
  let stubber: HTTPStubber

  init() { stubber = HTTPStubber(clock: clock) }

  private func addEvents() {
    stubber.add(
      stub: HTTPStubRequest().stub(for: .get) { response in
        response.contentType = HTTPContentType(rawValue: "text/event-stream")
        response.chunks = [
          .event("one"), .event("two", name: "second", after: .seconds(5)),
          .event("three", after: .seconds(10)),
        ]
      })
  }

  @Test("a delegate gets each server-sent event when it is due and not before")
  func events() async throws {
    addEvents()
    let observer = TaskObserver()
    let task = observer.session(stubber).dataTask(with: try url("http://one.example/"))
    async let notes = observer.run(task)
    await observer.waitUntil { $0.chunks.count == 1 }
    clock.advance(by: .milliseconds(4_999))
    try await letPass()
    #expect(observer.current.body == "data: one\n\n")
    clock.advance(by: .milliseconds(1))
    await observer.waitUntil { $0.chunks.count == 2 }
    #expect(observer.current.chunks.last == Data("event: second\ndata: two\n\n".utf8))
    clock.advance(by: .milliseconds(9_999))
    try await letPass()
    #expect(observer.current.chunks.count == 2)
    clock.advance(by: .milliseconds(1))
    let ending = await notes
    #expect(ending.chunks.last == Data("data: three\n\n".utf8))
    #expect(ending.errorCode == nil)
  }

  @Test("a client of the whole body gets all chunks at the end")
  func whole() async throws {
    addEvents()
    async let text = stubber.session.text(from: "http://one.example/")
    try await stubber.journal.waitForRequests(timeout: .seconds(300))
    clock.advance(by: .seconds(15))
    #expect(
      try await text == "data: one\n\nevent: second\ndata: two\n\ndata: three\n\n")
  }

  @Test("a dribbled body comes in equal chunks, the last one at the end of the time")
  func dribble() async throws {
    stubber.add(
      stub: HTTPStubRequest().stub(for: .get) { response in
        response.body = "aabbccdd"
        response.responseTime = .dribble(chunks: 4, over: .seconds(8))
      })
    let observer = TaskObserver()
    let task = observer.session(stubber).dataTask(with: try url("http://one.example/"))
    async let notes = observer.run(task)
    try await stubber.journal.waitForRequests(timeout: .seconds(300))
    for chunk in 1...4 {
      clock.advance(by: .milliseconds(1_999))
      try await letPass()
      #expect(observer.current.chunks.count == chunk - 1)
      clock.advance(by: .milliseconds(1))
      await observer.waitUntil { $0.chunks.count == chunk }
    }
    #expect(await notes.chunks == ["aa", "bb", "cc", "dd"].map { Data($0.utf8) })
  }

  @Test(
    "a drawn delay ends exactly when a draw with the same seed says",
    arguments: [
      .fixed(.seconds(30)), .uniform(.seconds(1) ... .seconds(20)),
      .normal(mean: .seconds(10), deviation: .seconds(2)),
      .lognormal(median: .seconds(5), sigma: 0.5, max: .seconds(30)),
      .oneOf([.seconds(1), .seconds(2), .seconds(40)]),
    ] as [HTTPStubDelay])
  func drawnDelay(delay: HTTPStubDelay) async throws {
    let environment = TemplateEnvironment(random: SeededRandom(seed: 11))
    let stubber = HTTPStubber(stubs: StubSet(templateEnvironment: environment), clock: clock)
    stubber.add(
      stub: HTTPStubRequest().stub(for: .get) { response in
        response.randomDelay = delay
        response.body = "late"
      })
    let draws = SeededRandom(seed: 11)
    for number in 1...3 {
      let time = delay.draw(from: draws)
      async let text = stubber.session.text(from: "http://one.example/")
      try await stubber.journal.waitForRequests(count: number, timeout: .seconds(300))
      clock.advance(by: time - .nanoseconds(1))
      try await letPass()
      #expect(stubber.journal.entries.last?.ending == nil)
      clock.advance(by: .nanoseconds(1))
      #expect(try await text == "late")
    }
  }
}
