import CLibevent

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
