import Dispatch
import StubCore
import StubLanguages

/// The threads of the admin API, on which its slow operations run.
///
/// So requests to stubs, requests with large bodies and `/health` do not have to wait. A task that
/// waits does not block its thread. Tasks begin in the order in which they arrive.
@available(macOS 15.0, iOS 18.0, tvOS 18.0, watchOS 11.0, visionOS 2.0, *)
final class AdminThreads: TaskExecutor {
  private struct State {
    var idle: [DispatchQueue]
    var waiting: [UnownedJob] = []
  }

  static let shared = AdminThreads(count: 4)
  private let state: Lock<State>

  private init(count: Int) {
    // Each serial queue has a separate thread while it has work.
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

  /// Runs a job, and then the waiting jobs, one after another.
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

/// The running of the admin API's work.
enum AdminWork {
  /// The processor time that all searches of one request may take together.
  ///
  /// It is enough for four searches that reach their own limit.
  private static let searchTime = Duration.seconds(1)

  /// Runs work on the threads of the admin API, if the system supports this, and with one limit for
  /// all its searches.
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
