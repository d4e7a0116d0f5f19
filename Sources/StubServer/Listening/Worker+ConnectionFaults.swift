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
