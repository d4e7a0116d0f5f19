import CLibevent
import StubCore
import StubLanguages

/// The event loop that accepts connections on all addresses of a listener, and hands them to
/// workers.
///
/// The loop has a thread for itself, which runs no code of stubs. So clients can connect even while
/// all workers are busy.
final class AcceptLoop {
  /// The time that a connection waits for the worker that was woken for it, before all workers are
  /// woken.
  private static let patience = Duration.milliseconds(1)

  /// The number of waiting connections per worker at which the listener accepts no more.
  ///
  /// A worker that took very many connections at once would make its other clients wait.
  private static let mostWaiting = 32

  /// The number of connections beyond the limit that get an error response.
  ///
  /// Further connections are closed at once.
  private static let refusals = 64

  let mailbox: Mailbox<AcceptLoop>
  private let loop: EventLoop
  private let shared: Worker.Shared
  private let queue: ConnectionQueue
  private let wakeTimer: DeadlineTimer
  /// Whether the queue was still full after all workers had been woken.
  private var isWaitingForRoom = false
  private var sockets: ListeningSockets?
  /// The connections that a fault holds, by descriptor; nothing is read from them yet.
  private var held: [Int32: HeldConnection] = [:]
  private var watch: Watch?

  /// Creates the loop, which accepts connections when it runs.
  ///
  /// - Throws: `EventLoopError` if the system has no more descriptors.
  init(
    _ sockets: [BoundSocket], mailbox: Mailbox<AcceptLoop>, queue: ConnectionQueue,
    shared: Worker.Shared
  ) throws(EventLoopError) {
    loop = try EventLoop()
    self.mailbox = mailbox
    self.queue = queue
    self.shared = shared
    wakeTimer = DeadlineTimer(on: loop)
    wakeTimer.onDeadline = { [unowned self] in wakeAllWorkers() }
    watch = mailbox.watch(on: loop) { [unowned self] in self }
    self.sockets = ListeningSockets(sockets, on: loop, under: shared.conditions) {
      [unowned self] in admit($0)
    }
  }

  /// Accepts connections until `stop()`.
  func run() {
    loop.run()
    mailbox.closeDown(for: self)
  }

  /// Applies the listener's connection fault.
  func applyFault() { sockets?.applyFault() }

  /// Applies the fault and recomputes the delays of connections, after a change of the listener's
  /// clock.
  func clockChanged() {
    applyFault()
    for connection in held.values { connection.clockChanged() }
  }

  /// Sizes the receive buffers of new connections for the current network links.
  func offerInput() { sockets?.offerInput() }

  /// Accepts clients that have already connected, closes held connections, and stops the workers.
  func stop() {
    guard let sockets = sockets.take() else { return }
    sockets.close()
    let unread = Array(held.keys)
    held = [:]
    for descriptor in unread { Descriptor.close(descriptor) }
    for worker in queue.workers {
      worker.post { worker in
        worker.serveWaiting()
        worker.stop()
      }
    }
    loop.stop()
  }

  /// Serves a connection at once, after a delay, or never, as the listener's connection fault says.
  private func admit(_ arrival: NewConnection) {
    sockets?.offerInput()
    switch shared.conditions.nextConnectionFault() {
    case nil, .refuse: enqueue(arrival)
    case .reset:
      Descriptor.resetOnClose(arrival.descriptor)
      Descriptor.close(arrival.descriptor)
    case .slowAccept(let delay):
      hold(arrival, until: shared.clock.now + delay)
    case .neverRead:
      hold(arrival, until: nil)
    }
  }

  private func hold(_ arrival: NewConnection, until time: Duration?) {
    let descriptor = arrival.descriptor
    guard held.count < shared.configuration.limits.connections else {
      return Descriptor.close(descriptor)
    }
    held[descriptor] = HeldConnection(descriptor, on: loop, until: time, by: shared.clock) {
      [unowned self] end in
      held[descriptor] = nil
      switch end {
      case .released: enqueue(arrival)
      case .left: Descriptor.close(descriptor)
      }
    }
  }

  private func enqueue(_ arrival: NewConnection) {
    var arrival = arrival
    let limits = shared.configuration.limits
    let count = shared.connectionCount.add(1)
    guard count - Self.refusals <= limits.connections else {
      Descriptor.close(arrival.descriptor)
      shared.connectionCount.add(-1)
      return
    }
    if count > limits.connections { arrival.refusal = .tooManyConnections(limits) }
    queue.add(arrival)
    if isFull { sockets?.pause() }
    if wakeTimer.deadline == nil { wakeTimer.set(MonotonicClock.now + Self.patience) }
  }

  private var isFull: Bool { queue.count >= Self.mostWaiting * queue.workers.count }

  /// Lets all workers take waiting connections, and accepts more connections if there is room.
  private func wakeAllWorkers() {
    let hasWaited = isWaitingForRoom
    isWaitingForRoom = isFull
    // Workers are woken only once, because busy workers would handle each message later.
    if !hasWaited || !isWaitingForRoom { queue.wakeAllIfAnyWaits() }
    if isWaitingForRoom { return wakeTimer.set(MonotonicClock.now + Self.patience) }
    sockets?.resumeAccepting()
  }
}

/// A connection that was accepted, but is not served yet.
struct NewConnection: Sendable {
  /// The socket, which the receiver of the connection must close.
  let descriptor: Int32
  /// The listener's own port; `nil` for a Unix socket.
  let localPort: Int?
  /// The settings of TLS; `nil` for a plain connection.
  let tls: TLSContext?
  /// The error to send instead of serving requests; `nil` if the connection is served.
  var refusal: RequestError?
}

/// The connections that wait for a worker.
///
/// Each new connection wakes one worker, in rotation, which takes the connection that has waited
/// longest. If that worker is busy, the next worker that wakes takes it.
final class ConnectionQueue: Sendable {
  private struct State {
    var waiting: [NewConnection] = []
    /// The number of entries at the front of `waiting` that have been taken.
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

  /// The number of waiting connections.
  var count: Int { state.withLock { $0.waiting.count - $0.taken } }

  /// Adds a connection, and wakes the next worker in rotation.
  func add(_ connection: NewConnection) {
    let turn = state.withLock { state in
      state.waiting.append(connection)
      state.lastWoken = (state.lastWoken + 1) % workers.count
      return state.lastWoken
    }
    workers[turn].post { $0.serveNext() }
  }

  /// Removes the connection that has waited longest; `nil` if none waits.
  func next() -> NewConnection? {
    state.withLock { $0.next() }
  }

  /// Makes all workers take the waiting connections, because the worker that was woken is busy.
  func wakeAllIfAnyWaits() {
    guard state.withLock({ !$0.waiting.isEmpty }) else { return }
    for worker in workers { worker.post { $0.serveWaiting() } }
  }
}

/// A connection from which nothing is read for some time, or until the client leaves.
final class HeldConnection {
  enum End {
    /// The fault's time has passed.
    case released
    /// The client has closed the connection.
    case left
  }

  /// The end of the fault's time on the listener's clock; `nil` if it never ends.
  private let time: Duration?
  private let clock: ListenerClock
  private let timer: DeadlineTimer
  private var watch: Watch?
  private let onEnd: (End) -> Void

  /// Holds a connection, and calls `onEnd` once: when the connection is to be served or closed.
  ///
  /// The owner of the descriptor must close it.
  init(
    _ descriptor: Int32, on loop: EventLoop, until time: Duration?, by clock: ListenerClock,
    onEnd: @escaping (End) -> Void
  ) {
    (self.time, self.clock) = (time, clock)
    self.onEnd = onEnd
    timer = DeadlineTimer(on: loop)
    timer.onDeadline = { [unowned self] in end(.released) }
    clockChanged()
    // Edge-triggered, because a broken connection would be reported again and again.
    watch = Watch(descriptor, on: loop, for: EV_CLOSED | EV_ET) { [unowned self] _ in end(.left) }
  }

  /// Recomputes the wait, because the listener's clock has changed.
  func clockChanged() { timer.set(time.flatMap(clock.deadline)) }

  private func end(_ end: End) {
    // The callback releases this object, and may close the descriptor.
    withExtendedLifetime(self) {
      watch = nil
      onEnd(end)
    }
  }
}
