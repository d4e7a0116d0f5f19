import StubLanguages

/// A connection that was accepted and is not served yet.
struct NewConnection: Sendable {
  /// Closed by what takes the connection.
  let descriptor: Int32
  /// The listener's own port; `nil` for a unix socket.
  let localPort: Int?
  /// What it speaks TLS with; `nil` for a plain one.
  let tls: TLSContext?
  /// Why it gets no other answer; `nil` when it is welcome.
  var refusal: RequestError?
}

/// Connections that wait for a worker.
///
/// Each wakes one worker, in turn, which takes the oldest. A worker that is busy does not come, and the
/// next that wakes takes what it has left.
final class ConnectionQueue: Sendable {
  private struct State {
    var waiting: [NewConnection] = []
    /// How many of these have been taken.
    var taken = 0
    var lastWoken = 0

    mutating func next() -> NewConnection? {
      guard taken < waiting.count else { return nil }
      defer {
        taken += 1
        if taken == waiting.count { (waiting, taken) = ([], 0) }
      }
      return waiting[taken]
    }
  }

  let workers: [Mailbox<Worker>]
  private let state = Lock(State())

  init(_ workers: [Mailbox<Worker>]) { self.workers = workers }

  /// How many connections wait.
  var count: Int { state.withLock { $0.waiting.count - $0.taken } }

  /// Lets a connection wait, and wakes the worker whose turn it is.
  func add(_ connection: NewConnection) {
    let turn = state.withLock { state in
      state.waiting.append(connection)
      state.lastWoken = (state.lastWoken + 1) % workers.count
      return state.lastWoken
    }
    workers[turn].post { $0.serveNext() }
  }

  /// The connection that has waited longest; `nil` when none waits.
  func next() -> NewConnection? {
    state.withLock { $0.next() }
  }

  /// Lets any worker take what waits, as the one that was woken is busy.
  func wakeAllIfAnyWaits() {
    guard state.withLock({ !$0.waiting.isEmpty }) else { return }
    for worker in workers { worker.post { $0.serveWaiting() } }
  }
}
