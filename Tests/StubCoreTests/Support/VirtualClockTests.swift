import StubCore
import Testing

@Suite("Virtual clock")
struct VirtualClockTests {
  @Test("Advancing runs exactly what falls due, in the order of its time, ties as they were made")
  func advance() {
    let clock = VirtualClock()
    let seen = Lock<[String]>([])
    for (name, time) in [("c", 3), ("a", 1), ("b1", 2), ("b2", 2), ("d", 9)] {
      clock.schedule(at: .seconds(time)) { seen.withLock { $0.append(name) } }
    }
    clock.advance(by: .seconds(3))
    #expect(seen.withLock { $0 } == ["a", "b1", "b2", "c"])
    #expect(clock.time == .seconds(3))
    #expect(clock.waiting == 1)
  }

  @Test("Work made by due work runs in the same advance when its time has come too")
  func chained() {
    let clock = VirtualClock()
    let times = Lock<[Duration]>([])
    clock.schedule(at: .seconds(1)) {
      clock.schedule(at: .seconds(2)) { times.withLock { $0.append(clock.time) } }
    }
    clock.advance(by: .seconds(5))
    #expect(times.withLock { $0 } == [.seconds(2)])
  }

  @Test("The end of a time limit comes in its turn, and no test waits for it")
  func limit() {
    let clock = VirtualClock()
    let isOver = Lock(false)
    clock.schedule(limitAt: .seconds(2)) { isOver.withLock { $0 = true } }
    clock.schedule(at: .seconds(3)) {}
    #expect(clock.waiting == 1)
    clock.advance(by: .seconds(2))
    #expect(isOver.withLock { $0 })
    #expect(clock.waiting == 1)
  }

  @Test("An action that is already due runs at once")
  func due() {
    let clock = VirtualClock()
    let ran = Lock(false)
    clock.schedule(at: .zero) { ran.withLock { $0 = true } }
    #expect(ran.withLock { $0 })
  }

  @Test("Code that waits by the clock goes on when the test advances it", .timeLimit(.minutes(5)))
  func sleeping() async throws {
    let clock = VirtualClock()
    let start = clock.now
    // An app's own tries, each after a longer wait.
    let tries = Task {
      for seconds in [1, 2, 4] { try await clock.sleep(for: .seconds(seconds)) }
      return clock.now
    }
    for seconds in [1, 2, 4] {
      while clock.waiting == 0 { await Task.yield() }
      clock.advance(by: .seconds(seconds))
    }
    #expect(start.duration(to: try await tries.value) == .seconds(7))
    // A time that has passed is not waited for.
    try await clock.sleep(until: start)
  }

  @Test(
    "A wait that is cancelled ends at once, and nothing waits any more", .timeLimit(.minutes(5)))
  func cancelledSleep() async throws {
    let clock = VirtualClock()
    for isEarly in [true, false] {
      let waiting = Task {
        if isEarly { while !Task.isCancelled { await Task.yield() } }
        try await clock.sleep(for: .seconds(60))
      }
      if !isEarly { while clock.waiting == 0 { await Task.yield() } }
      waiting.cancel()
      await #expect(throws: CancellationError.self) { try await waiting.value }
      #expect(clock.waiting == 0)
    }
  }
}
