import Foundation
import StubCore
import StubLanguages
import TestSupport
import Testing

@testable import StubServer

@Suite struct DeferredAnswerTests {
  /// Counts what runs at once.
  private final class Runs: Sendable {
    private let running = AtomicInt(0)
    let most = AtomicInt(0)

    func pass() {
      let count = running.add(1)
      if count > most.load() { most.store(count) }
      Thread.sleep(forTimeInterval: 0.05)
      running.add(-1)
    }
  }

  @Test("Large bodies are decided on one after another")
  func large() async throws {
    let size = 9 << 20
    let runs = Runs()
    let stubs = StubSet()
    let stub = HTTPStubRequest().match { (request: ReceivedRequest) in
      runs.pass()
      return request.body?.count == size
    }
    stubs.add(stub: stub.stub(for: .post, .text("ok")))
    let listener = try Listener(stubs: stubs, port: 0)
    try listener.start()
    defer { listener.stop() }
    let texts = try await withThrowingTaskGroup(of: String.self) { group in
      for _ in 0..<4 {
        group.addTask {
          let client = try WireClient(port: listener.port)
          try await client.send("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: \(size)\r\n\r\n")
          try await client.send([UInt8](repeating: 0, count: size))
          return try await client.response().text
        }
      }
      return try await group.reduce(into: []) { $0.append($1) }
    }
    #expect(texts == ["ok", "ok", "ok", "ok"])
    #expect(runs.most.load() == 1)
  }

  @Test(
    "Of many requests that wait, those whose clients have left are not decided on",
    .timeLimit(.minutes(5)))
  func abandoned() async throws {
    let (entered, release) = (AsyncBox<Void>(), DispatchSemaphore(value: 0))
    let (count, decided) = (200, Runs())
    await withTaskGroup(of: Void.self) { group in
      func begin(_ decide: @escaping @Sendable () -> Void) {
        let answer = ListenerResponse.deferred(isLarge: true) {
          decide()
          return ListenerResponse(.ready(.ok("")))
        }
        answer.finish(.cancelled)
        group.addTask {
          if case .deferred(let find) = answer.answer { _ = await find() }
        }
      }
      begin {
        entered.set(())
        release.wait()
      }
      // The others are to wait behind it.
      await entered.value
      for _ in 1..<count { begin { decided.most.add(1) } }
      while ListenerResponse.waitingCount.load() < count - 1 {
        try? await Task.sleep(for: .milliseconds(1))
      }
      release.signal()
    }
    #expect((1...100).contains(decided.most.load()))
  }
}
