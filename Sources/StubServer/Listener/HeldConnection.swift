import CLibevent

/// A connection of which nothing is read, for some time or for good.
final class HeldConnection {
  enum End {
    /// The time is up.
    case released
    /// The client has closed the connection.
    case left
  }

  private let timer: DeadlineTimer
  private var watch: Watch?
  private let onEnd: (End) -> Void

  /// Calls back once, when the descriptor, which it does not own, is to be served or closed.
  init(
    _ descriptor: Int32, on loop: EventLoop, until time: Duration?,
    onEnd: @escaping (End) -> Void
  ) {
    self.onEnd = onEnd
    timer = DeadlineTimer(on: loop)
    timer.onDeadline = { [unowned self] in end(.released) }
    if let time { timer.set(time) }
    // Edges only: a connection that is broken would be reported over and over.
    watch = Watch(descriptor, on: loop, for: EV_CLOSED | EV_ET) { [unowned self] _ in end(.left) }
  }

  private func end(_ end: End) {
    // The callback lets go of this object, and may close the descriptor.
    withExtendedLifetime(self) {
      watch = nil
      onEnd(end)
    }
  }
}
