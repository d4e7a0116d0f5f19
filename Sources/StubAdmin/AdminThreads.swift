import Dispatch
import StubCore
import StubLanguages

/// The threads on which the admin API works, so that what takes long there keeps none from requests, large
/// bodies and `/health`.
///
/// A task that waits leaves its thread to others; tasks begin in the order in which they come.
@available(macOS 15.0, iOS 18.0, tvOS 18.0, watchOS 11.0, visionOS 2.0, *)
final class AdminThreads: TaskExecutor {
  private struct State {
    var idle: [DispatchQueue]
    var waiting: [UnownedJob] = []
  }

  static let shared = AdminThreads(count: 4)
  private let state: Lock<State>

  private init(count: Int) {
    // Each serial queue has a thread of its own, as long as there is something to do.
    state = Lock(
      State(idle: (1...count).map { DispatchQueue(label: "admin API \($0)", qos: .utility) }))
  }

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    let queue = state.withLock { state in
      if state.idle.isEmpty { state.waiting.append(job) }
      return state.idle.popLast()
    }
    queue?.async { self.run(job, on: queue) }
  }

  /// Runs a job, and then those that wait.
  private func run(_ job: UnownedJob, on queue: DispatchQueue?) {
    var next: UnownedJob? = job
    while let job = next {
      job.runSynchronously(on: asUnownedTaskExecutor())
      next = state.withLock { state in
        if !state.waiting.isEmpty { return state.waiting.removeFirst() }
        if let queue { state.idle.append(queue) }
        return nil
      }
    }
  }
}

/// Work of the admin API.
enum AdminWork {
  /// The processor time that all searches of one request may take together: that of four that give up.
  private static let searchTime = Duration.seconds(1)

  /// Works on threads of its own, where the system lets tasks choose them, and within one limit on searches.
  static func run<Outcome: Sendable, Failure: Error>(
    _ work: @escaping @Sendable () async throws(Failure) -> Outcome
  ) async throws(Failure) -> Outcome {
    @Sendable func limited() async -> Result<Outcome, Failure> {
      await SearchTime.$shared.withValue(SearchTime.shared ?? SearchTime(searchTime)) {
        do throws(Failure) {
          return .success(try await work())
        } catch {
          return .failure(error)
        }
      }
    }
    guard #available(macOS 15.0, iOS 18.0, tvOS 18.0, watchOS 11.0, visionOS 2.0, *) else {
      return try await limited().get()
    }
    return try await withTaskExecutorPreference(AdminThreads.shared) { await limited() }.get()
  }
}
