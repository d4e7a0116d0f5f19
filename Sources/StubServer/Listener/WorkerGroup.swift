import Dispatch
import StubLanguages

/// The running part of a listener: its sockets, a thread that accepts connections, and one thread
/// for each worker.
struct WorkerGroup: Sendable {
  private let workers: [Mailbox<Worker>]
  private let accepting: Mailbox<AcceptLoop>
  private let sockets: [BoundSocket]
  /// Problems that did not prevent the start.
  let warnings: [String]
  /// The file that clients need in order to trust the first TLS address; `nil` if there is none.
  let certificateToTrust: String?

  /// Binds the addresses and starts the workers; connections are accepted when it returns.
  ///
  /// Each worker leaves the dispatch group `ended` when it ends.
  ///
  /// - Throws: `TLSConfigurationError`, `ListenError` for an address, `EventLoopError` if system
  ///   resources are used up.
  init(
    _ addresses: [ListenAddress], shared: Worker.Shared, ended: DispatchGroup
  ) throws {
    let loops = max(1, shared.configuration.threadCount)
    let contexts = try addresses.map { address in
      try address.tls.map { tls in
        try TLSContext(tls, faults: shared.conditions, onProblem: shared.answering.report)
      }
    }
    let workers = try (0..<loops).map { _ in try Mailbox<Worker>() }
    let accepting = try Mailbox<AcceptLoop>()
    let queue = ConnectionQueue(workers)
    let sockets = try Self.bind(addresses, contexts)
    do {
      for mailbox in workers {
        try Self.start(ended) { () throws(EventLoopError) in
          let worker = try Worker(mailbox: mailbox, queue: queue, shared: shared)
          return { worker.run() }
        }
      }
      try Self.start(ended) { () throws(EventLoopError) in
        let loop = try AcceptLoop(sockets, mailbox: accepting, queue: queue, shared: shared)
        return { loop.run() }
      }
    } catch {
      for mailbox in workers { mailbox.post { $0.stop() } }
      Self.close(sockets)
      throw error
    }
    self.workers = workers
    self.accepting = accepting
    self.sockets = sockets
    certificateToTrust = contexts.lazy.compactMap { $0?.certificateToTrust }.first
    warnings = contexts.flatMap { $0?.warnings ?? [] }
  }

  /// The addresses without duplicates, in the requested order.
  var addresses: [ListenAddress] {
    var seen: [ListenAddress] = []
    for socket in sockets where !seen.contains(socket.address) { seen.append(socket.address) }
    return seen
  }

  func stop() {
    for socket in sockets { UnixSocket.remove(socket) }
    // Connections that wait to be accepted are still served.
    for worker in workers { worker.post { $0.beginGracefulShutdown() } }
    accepting.post { $0.stop() }
  }

  /// Applies the listener's connection fault to new connections, and waits until it is in force.
  func applyConnectionFault() { Self.apply(to: [accepting]) { $0.applyFault() } }

  /// Sizes the receive buffers of new connections for the current network links.
  func applyNetwork() { Self.apply(to: [accepting]) { $0.offerInput() } }

  /// Applies a change of the listener's clock to connections and responses,
  /// and waits until that is done.
  func clockChanged() {
    Self.apply(to: [accepting]) { $0.clockChanged() }
    Self.apply(to: workers) { $0.clockChanged() }
  }

  /// Runs `change` on the threads of all these loops, and waits until each has finished.
  private static func apply<Loop>(
    to mailboxes: [Mailbox<Loop>], _ change: @escaping @Sendable (Loop) -> Void
  ) {
    let done = DispatchGroup()
    for mailbox in mailboxes {
      done.enter()
      let isAccepted = mailbox.post { loop in
        change(loop)
        done.leave()
      }
      if !isAccepted { done.leave() }
    }
    // A loop must not wait: for itself, or for a loop that waits for it, it would wait forever.
    if !LoopThread.isCurrent { done.wait() }
  }

  private static func bind(
    _ addresses: [ListenAddress], _ contexts: [TLSContext?]
  ) throws(ListenError) -> [BoundSocket] {
    var sockets: [BoundSocket] = []
    do throws(ListenError) {
      for (address, context) in zip(addresses, contexts) {
        sockets += try BoundSocket.bind(address, tls: context)
      }
      return sockets
    } catch {
      close(sockets)
      throw error
    }
  }

  private static func close(_ sockets: [BoundSocket]) {
    for socket in sockets {
      Descriptor.close(socket.descriptor)
      UnixSocket.remove(socket)
    }
  }

  /// Starts a thread with a loop, and waits until the loop is created and about to run.
  private static func start(
    _ ended: DispatchGroup, _ make: @escaping @Sendable () throws(EventLoopError) -> () -> Void
  ) throws(EventLoopError) {
    let report = StartReport()
    ended.enter()
    do throws(EventLoopError) {
      try LoopThread.start {
        defer { ended.leave() }
        do throws(EventLoopError) {
          let run = try make()
          report.succeed()
          run()
        } catch {
          report.fail(error)
        }
      }
    } catch {
      ended.leave()
      throw error
    }
    try report.wait()
  }
}

/// The result of starting a loop, passed from the loop's thread to the thread that waits for it.
private final class StartReport: Sendable {
  private let ready = DispatchSemaphore(value: 0)
  private let problem = Lock<EventLoopError?>(nil)

  func succeed() { ready.signal() }

  func fail(_ error: EventLoopError) {
    problem.withLock { $0 = error }
    ready.signal()
  }

  func wait() throws(EventLoopError) {
    ready.wait()
    if let error = problem.withLock({ $0 }) { throw error }
  }
}
