import CLibevent

/// Calls back whenever a descriptor, which it does not own, has something to read.
final class Watch {
  private let loop: EventLoop
  private var event: OpaquePointer?
  private let onReadable: () -> Void

  init(_ descriptor: Int32, on loop: EventLoop, onReadable: @escaping () -> Void) {
    self.loop = loop
    self.onReadable = onReadable
    event = event_new(
      loop.base, descriptor, Int16(EV_READ | EV_PERSIST),
      { _, _, context in
        guard let context else { return }
        Unmanaged<Watch>.fromOpaque(context).takeUnretainedValue().onReadable()
      }, Unmanaged.passUnretained(self).toOpaque())
    event_add(event, nil)
  }

  deinit { if let event { event_free(event) } }
}
