import Dispatch
import StubLanguages

/// The running part of a listener: bound sockets, and one worker on its own thread for each loop.
struct WorkerGroup: Sendable {
  private let mailboxes: [Mailbox<Worker>]
  private let sockets: [BoundSocket]
  /// What is worth knowing although the start did not fail.
  let warnings: [String]
  /// The file by which clients can trust the first TLS address.
  let certificateToTrust: String?

  /// Binds the addresses and starts the workers; returns when connections are accepted.
  ///
  /// Every worker has entered `ended` until it has ended.
  ///
  /// - Throws: `TLSConfigurationError`, `ListenError` for an address, `EventLoopError` when the system has nothing left.
  init(
    _ addresses: [ListenAddress], shared: Worker.Shared, ended: DispatchGroup
  ) throws {
    let loops = max(1, shared.configuration.loops)
    let contexts = try addresses.map { address in
      try address.tls.map { tls in
        try TLSContext(tls, faults: shared.conditions, onProblem: shared.onProblem)
      }
    }
    let mailboxes = try (0..<loops).map { _ in try Mailbox<Worker>() }
    let sockets = try Self.bind(addresses, contexts, loops: loops)
    let dealt = Self.deal(sockets, loops: loops)
    for (index, mailbox) in mailboxes.enumerated() {
      do {
        try Self.start(ended) { () throws(EventLoopError) in
          try Worker(dealt[index], mailbox: mailbox, peers: mailboxes, shared: shared)
        }
      } catch {
        for mailbox in mailboxes[..<index] { mailbox.post { $0.stop() } }
        for socket in dealt[index...].joined() { Descriptor.close(socket.descriptor) }
        for socket in sockets { UnixSocket.remove(socket) }
        throw error
      }
    }
    self.mailboxes = mailboxes
    self.sockets = sockets
    certificateToTrust = contexts.lazy.compactMap { $0?.certificateToTrust }.first
    warnings = contexts.flatMap { $0?.warnings ?? [] }
  }

  /// Each address once, in the order they were asked for.
  var addresses: [ListenAddress] {
    var seen: [ListenAddress] = []
    for socket in sockets where !seen.contains(socket.address) { seen.append(socket.address) }
    return seen
  }

  func stop() {
    for socket in sockets { UnixSocket.remove(socket) }
    for mailbox in mailboxes { mailbox.post { $0.stop() } }
  }

  /// Lets the workers do as the listener's connection fault says, and waits until they have.
  func applyConnectionFault() { apply { $0.applyConnectionFault() } }

  /// Lets the workers offer new connections the room that the listener's lines need.
  func applyNetwork() { apply { $0.offerInput() } }

  /// Lets responses go on as the listener's clock says, and waits until they have.
  func clockChanged() { apply { $0.clockChanged() } }

  /// Lets all workers do something, and waits until they have.
  private func apply(_ change: @escaping @Sendable (Worker) -> Void) {
    let done = DispatchGroup()
    for mailbox in mailboxes {
      done.enter()
      let isAccepted = mailbox.post { worker in
        change(worker)
        done.leave()
      }
      if !isAccepted { done.leave() }
    }
    // A worker that waits for itself, or for one that waits for it, would wait for good.
    if !LoopThread.isCurrent { done.wait() }
  }

  private static func bind(
    _ addresses: [ListenAddress], _ contexts: [TLSContext?], loops: Int
  ) throws(ListenError) -> [BoundSocket] {
    var sockets: [BoundSocket] = []
    do throws(ListenError) {
      for (address, context) in zip(addresses, contexts) {
        sockets += try BoundSocket.bind(address, loops: loops, tls: context)
      }
      return sockets
    } catch {
      for socket in sockets {
        Descriptor.close(socket.descriptor)
        UnixSocket.remove(socket)
      }
      throw error
    }
  }

  /// Gives every loop one socket of each address that has one for each; others go to the first.
  private static func deal(_ sockets: [BoundSocket], loops: Int) -> [[BoundSocket]] {
    var dealt = [[BoundSocket]](repeating: [], count: loops)
    var spread = 0
    for socket in sockets {
      dealt[socket.isSpread ? spread % loops : 0].append(socket)
      if socket.isSpread { spread += 1 }
    }
    return dealt
  }

  /// Starts a thread and waits until its worker accepts connections.
  private static func start(
    _ ended: DispatchGroup, _ make: @escaping @Sendable () throws(EventLoopError) -> Worker
  ) throws(EventLoopError) {
    let report = StartReport()
    ended.enter()
    do throws(EventLoopError) {
      try LoopThread.start {
        defer { ended.leave() }
        do throws(EventLoopError) {
          let worker = try make()
          report.succeed()
          worker.run()
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

/// How the start of a worker went, carried from its thread to the one that waits.
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
