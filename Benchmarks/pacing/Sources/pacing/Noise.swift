import Foundation
import Synchronization

/// A timer of the measuring process itself, running meanwhile: what the machine alone makes late.
final class Noise: Sendable {
  private static let period: Int64 = 5_000_000

  private let isRunning = Atomic(true)
  private let worst = Mutex(Int64(0))
  private let ended = DispatchSemaphore(value: 0)

  /// Runs a measurement; also returns the latest that a 5 ms sleep ended meanwhile, in milliseconds.
  static func during<Result>(_ body: () throws -> Result) rethrows -> (Result, Double) {
    let noise = Noise()
    let thread = Thread { noise.watch() }
    thread.start()
    defer { noise.isRunning.store(false, ordering: .relaxed) }
    let result = try body()
    noise.isRunning.store(false, ordering: .relaxed)
    noise.ended.wait()
    return (result, noise.worst.withLock { $0 }.milliseconds)
  }

  private func watch() {
    while isRunning.load(ordering: .relaxed) {
      let before = Clock.now
      Clock.sleep(nanoseconds: Self.period)
      let late = Clock.now - before - Self.period
      worst.withLock { $0 = max($0, late) }
    }
    ended.signal()
  }
}
