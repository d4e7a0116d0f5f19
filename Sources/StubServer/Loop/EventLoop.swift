import CLibevent

/// An event loop of libevent, which handles the events of sockets and timers one after another.
///
/// The objects of a loop are used only on the thread that calls `run()`; other threads reach them
/// through a `Mailbox`.
final class EventLoop {
  /// The size in bytes of one read from a socket, and of the largest buffer that is kept for reuse.
  static let bufferSize = 64 * 1_024

  let base: OpaquePointer
  /// The memory into which sockets are read;
  /// its contents are valid only while one socket is handled.
  let scratch = UnsafeMutableRawBufferPointer.allocate(byteCount: bufferSize, alignment: 16)
  /// An empty buffer for the output of the next socket that needs one.
  var spareOutput = ByteQueue()
  let turns: TurnQueue

  /// Creates a loop, which handles events when it runs.
  ///
  /// - Throws: `EventLoopError` if the system has no more descriptors or memory.
  init() throws(EventLoopError) {
    guard let configuration = event_config_new() else { throw EventLoopError() }
    defer { event_config_free(configuration) }
    // The coarse clock is off by up to 4 ms, which is as long as a step of a body on a slow link.
    event_config_set_flag(configuration, Int32(EVENT_BASE_FLAG_PRECISE_TIMER.rawValue))
    guard let base = event_base_new_with_config(configuration) else { throw EventLoopError() }
    self.base = base
    turns = TurnQueue(base)
  }

  deinit {
    turns.close()
    event_base_free(base)
    scratch.deallocate()
  }

  /// Runs events until `stop()`.
  func run() { event_base_loop(base, EVLOOP_NO_EXIT_ON_EMPTY) }

  /// Ends `run()` after the events that are already due.
  func stop() { event_base_loopexit(base, nil) }
}

/// The error for an event loop that could not be created.
package struct EventLoopError: Error, Sendable, Hashable, CustomStringConvertible {
  package var description: String {
    "cannot make an event loop: no file descriptors or memory left; raise `ulimit -n`"
  }
}

/// The watch on a descriptor, which calls back for its events; the owner must keep the descriptor
/// open.
final class Watch {
  private let loop: EventLoop
  private var event: OpaquePointer?
  private let onEvent: (Int32) -> Void

  /// Watches for `events`, flags of libevent, and calls back with the flags of those that occurred.
  init(
    _ descriptor: Int32, on loop: EventLoop, for events: Int32 = EV_READ,
    onEvent: @escaping (Int32) -> Void
  ) {
    self.loop = loop
    self.onEvent = onEvent
    event = event_new(
      loop.base, descriptor, Int16(events | EV_PERSIST),
      { _, flags, context in
        guard let context else { return }
        // The callback may release the watch.
        let watch = Unmanaged<Watch>.fromOpaque(context).takeUnretainedValue()
        withExtendedLifetime(watch) { watch.onEvent(Int32(flags)) }
      }, Unmanaged.passUnretained(self).toOpaque())
    event_add(event, nil)
  }

  deinit { if let event { event_free(event) } }

  /// Calls back after the current event, with `EV_TIMEOUT`; used on the loop's thread.
  func wake() {
    if let event { event_active(event, Int32(EV_TIMEOUT), 0) }
  }
}
