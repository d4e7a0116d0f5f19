import CLinux
import Foundation
import Synchronization

/// Sees when a processor is away, by timers of a real-time thread on each of them.
///
/// Nothing that runs on this machine goes before such a thread, so when it runs late, the machine
/// itself did not run. Without the right to such threads nothing is seen.
final class ProcessorWatch: Sendable {
  private static let period: Int64 = 1_000_000
  /// What a timer may be late for other reasons.
  private static let tolerance: Int64 = 1_000_000
  /// Behind the threads of the system itself, before all others.
  private static let priority: Int32 = 50

  private let isRunning = Atomic(true)
  private let seen = Mutex<[Range<Int64>]>([])

  /// Runs a measurement; also returns when a processor was away meanwhile.
  static func during<Result>(_ body: () throws -> Result) rethrows -> (Result, Absences) {
    let watch = ProcessorWatch()
    let ended = DispatchGroup()
    for processor in 0..<ProcessInfo.processInfo.activeProcessorCount {
      ended.enter()
      let thread = Thread {
        watch.run(on: processor)
        ended.leave()
      }
      thread.start()
    }
    defer {
      watch.isRunning.store(false, ordering: .relaxed)
      ended.wait()
    }
    let result = try body()
    watch.isRunning.store(false, ordering: .relaxed)
    ended.wait()
    return (result, Absences(watch.seen.withLock { $0 }))
  }

  /// Whether this process has the right to see anything.
  static var isPossible: Bool {
    let answer = Mutex(false)
    let ended = DispatchSemaphore(value: 0)
    let thread = Thread {
      answer.withLock { $0 = becomeRealTime(on: 0) }
      ended.signal()
    }
    thread.start()
    ended.wait()
    return answer.withLock { $0 }
  }

  private func run(on processor: Int) {
    guard Self.becomeRealTime(on: processor) else { return }
    var due = Clock.now + Self.period
    while isRunning.load(ordering: .relaxed) {
      Clock.sleep(until: due)
      let now = Clock.now
      if now - due > Self.tolerance { seen.withLock { $0.append(due..<now) } }
      due = max(due, now) + Self.period
    }
  }

  private static func becomeRealTime(on processor: Int) -> Bool {
    var processors = cpu_set_t()
    withUnsafeMutableBytes(of: &processors) { $0[processor / 8] = 1 << (processor % 8) }
    var parameters = sched_param(sched_priority: priority)
    return sched_setaffinity(0, MemoryLayout<cpu_set_t>.size, &processors) == 0
      && sched_setscheduler(0, SCHED_FIFO, &parameters) == 0
  }
}
