import CLibevent
import StubCore

extension Worker {
  /// How long to wait before an address that somebody else has taken is tried again.
  private static let retryPause = Duration.milliseconds(100)

  /// Begins or ceases to listen, whatever the listener's fault says now.
  func applyConnectionFault() {
    guard !isStopping else { return }
    let refusal = shared.conditions.refusal
    listenTimer.clear()
    if refusal.isOn {
      if !isRefusing { refuseConnections() }
      if let end = refusal.end { applyConnectionFault(at: end) }
    } else if isRefusing {
      listenAgain()
    }
  }

  private func applyConnectionFault(at time: Duration) {
    listenTimer.onDeadline = { [unowned self] in applyConnectionFault() }
    listenTimer.set(time)
  }

  private func refuseConnections() {
    isRefusing = true
    let names = sockets.map { SocketName($0.descriptor) }
    for acceptor in acceptors { acceptor.acceptWaiting() }
    acceptors = []
    for index in sockets.indices { sockets[index].takeQuietly(names[index]) }
  }

  private func listenAgain() {
    for index in sockets.indices where !sockets[index].listenAgain() {
      return applyConnectionFault(at: MonotonicClock.now + Self.retryPause)
    }
    isRefusing = false
    acceptConnections()
  }

  /// Serves a connection at once, later or never, as the listener's fault says.
  func admit(_ descriptor: Int32, _ serve: @escaping (Worker) -> Void) {
    switch shared.conditions.nextConnectionFault() {
    case nil, .refuse:
      serve(self)
    case .reset:
      Descriptor.resetOnClose(descriptor)
      Descriptor.close(descriptor)
    case .slowAccept(let delay):
      hold(descriptor, until: MonotonicClock.now + delay, serve)
    case .neverRead:
      hold(descriptor, until: nil, serve)
    }
  }

  private func hold(
    _ descriptor: Int32, until time: Duration?, _ serve: @escaping (Worker) -> Void
  ) {
    guard !isStopping, held.count < configuration.limits.connections else {
      return Descriptor.close(descriptor)
    }
    held[descriptor] = HeldConnection(descriptor, on: loop, until: time) { [unowned self] end in
      held[descriptor] = nil
      switch end {
      case .released: serve(self)
      case .left: Descriptor.close(descriptor)
      }
    }
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

  private let loop: EventLoop
  private let timer: DeadlineTimer
  private var event: OpaquePointer?
  private let onEnd: (End) -> Void

  /// Calls back once, when the descriptor, which it does not own, is to be served or closed.
  init(
    _ descriptor: Int32, on loop: EventLoop, until time: Duration?,
    onEnd: @escaping (End) -> Void
  ) {
    self.loop = loop
    self.onEnd = onEnd
    timer = DeadlineTimer(on: loop)
    timer.onDeadline = { [unowned self] in end(.released) }
    if let time { timer.set(time) }
    // Edges only: a connection that is broken would be reported over and over.
    event = event_new(
      loop.base, descriptor, Int16(EV_CLOSED | EV_ET | EV_PERSIST),
      { _, _, context in
        guard let context else { return }
        Unmanaged<HeldConnection>.fromOpaque(context).takeUnretainedValue().end(.left)
      }, Unmanaged.passUnretained(self).toOpaque())
    event_add(event, nil)
  }

  deinit { if let event { event_free(event) } }

  private func end(_ end: End) {
    // The callback lets go of this object, and may close the descriptor.
    let onEnd = onEnd
    if let event { event_free(event) }
    event = nil
    withExtendedLifetime(self) { onEnd(end) }
  }
}
