import CLibevent
import StubCore
import StubLanguages

/// The loop that accepts connections on all addresses of a listener, for its workers to serve.
///
/// It runs no code of stubs, so clients can connect however long the workers take. Lives on one thread
/// and never leaves it.
final class AcceptLoop {
  /// How long a connection waits for the worker whose turn it is before all others are woken.
  private static let patience = Duration.milliseconds(1)

  /// How many connections may wait for each worker before no more are accepted: a worker that took all of a flood
  /// at once would let its other clients wait.
  private static let mostWaiting = 32

  /// The number of connections beyond the limit that get an answer; more are closed at once.
  private static let refusals = 64

  let mailbox: Mailbox<AcceptLoop>
  private let loop: EventLoop
  private let shared: Worker.Shared
  private let queue: ConnectionQueue
  private let rescue: DeadlineTimer
  /// Whether all workers were woken and too many connections wait still.
  private var isWaitingForRoom = false
  private var sockets: ListeningSockets?
  /// Connections that nothing is read of, by descriptor.
  private var held: [Int32: HeldConnection] = [:]
  private var watch: Watch?

  /// Accepts connections as soon as it runs.
  ///
  /// - Throws: `EventLoopError` when the system has no more descriptors.
  init(
    _ sockets: [BoundSocket], mailbox: Mailbox<AcceptLoop>, queue: ConnectionQueue,
    shared: Worker.Shared
  ) throws(EventLoopError) {
    loop = try EventLoop()
    self.mailbox = mailbox
    self.queue = queue
    self.shared = shared
    rescue = DeadlineTimer(on: loop)
    rescue.onDeadline = { [unowned self] in rescueWaiting() }
    watch = Watch(mailbox.readEnd, on: loop) { [unowned self] _ in mailbox.deliver(to: self) }
    self.sockets = ListeningSockets(sockets, on: loop, under: shared.conditions) {
      [unowned self] in admit($0)
    }
  }

  /// Accepts until stopped.
  func run() {
    loop.run()
    mailbox.closeDown(for: self)
  }

  /// Does as the listener's connection fault says now.
  func applyFault() { sockets?.applyFault() }

  /// Does as the fault and the delays of connections say at the time that it is now.
  func clockChanged() {
    applyFault()
    for connection in held.values { connection.clockChanged() }
  }

  /// Offers new connections the room that the links of now need.
  func offerInput() { sockets?.offerInput() }

  /// Accepts those that are connected and no more, closes those that were held, and stops the workers.
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

  /// Lets a connection be served at once, later or never, as the listener's fault says.
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
    let limit = shared.configuration.limits.connections
    let count = shared.connectionCount.add(1)
    guard count - Self.refusals <= limit else {
      Descriptor.close(arrival.descriptor)
      shared.connectionCount.add(-1)
      return
    }
    if count > limit {
      arrival.refusal = RequestError(
        503, expected: "at most \(limit) connections", found: "one more",
        try: "close some, or raise the limit `connections` (--max-connections)")
    }
    queue.add(arrival)
    if isFull { sockets?.pause() }
    if rescue.deadline == nil { rescue.set(MonotonicClock.now + Self.patience) }
  }

  private var isFull: Bool { queue.count >= Self.mostWaiting * queue.workers.count }

  /// Lets any worker take what still waits, and goes on accepting when there is room.
  private func rescueWaiting() {
    let hasWaited = isWaitingForRoom
    isWaitingForRoom = isFull
    // Not again while it waits: workers that are busy would find all the messages later.
    if !hasWaited || !isWaitingForRoom { queue.wakeAllIfAnyWaits() }
    if isWaitingForRoom { return rescue.set(MonotonicClock.now + Self.patience) }
    sockets?.goOn()
  }
}

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

/// A connection of which nothing is read, for some time or for good.
final class HeldConnection {
  enum End {
    /// The time is up.
    case released
    /// The client has closed the connection.
    case left
  }

  /// When its time is up, on the clock; `nil` for never.
  private let time: Duration?
  private let clock: ListenerClock
  private let timer: DeadlineTimer
  private var watch: Watch?
  private let onEnd: (End) -> Void

  /// Calls back once, when the descriptor, which it does not own, is to be served or closed.
  init(
    _ descriptor: Int32, on loop: EventLoop, until time: Duration?, by clock: ListenerClock,
    onEnd: @escaping (End) -> Void
  ) {
    (self.time, self.clock) = (time, clock)
    self.onEnd = onEnd
    timer = DeadlineTimer(on: loop)
    timer.onDeadline = { [unowned self] in end(.released) }
    clockChanged()
    // Edges only: a connection that is broken would be reported over and over.
    watch = Watch(descriptor, on: loop, for: EV_CLOSED | EV_ET) { [unowned self] _ in end(.left) }
  }

  /// Waits for as long as the clock says now.
  func clockChanged() { timer.set(time.flatMap(clock.deadline)) }

  private func end(_ end: End) {
    // The callback lets go of this object, and may close the descriptor.
    withExtendedLifetime(self) {
      watch = nil
      onEnd(end)
    }
  }
}
