import CLibevent

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// Takes connections off a listening socket, which it owns.
final class Acceptor {
  /// How long to wait when the process has no more descriptors.
  private static let pause = Duration.milliseconds(100)

  private let descriptor: Int32
  private let reserve = DescriptorReserve.shared
  private var listener: OpaquePointer?
  private let resumption: DeadlineTimer
  private let onConnection: (Int32, RequestError?) -> Void

  /// Starts at once; the callback owns the descriptor it is given, with the error to answer if it is one of
  /// the reserve.
  init(
    _ descriptor: Int32, on loop: EventLoop, onConnection: @escaping (Int32, RequestError?) -> Void
  ) {
    self.descriptor = descriptor
    self.onConnection = onConnection
    resumption = DeadlineTimer(on: loop)
    listener = evconnlistener_new(
      loop.base,
      { _, descriptor, _, _, context in
        guard let context else { return }
        Unmanaged<Acceptor>.fromOpaque(context).takeUnretainedValue().take(descriptor)
      }, Unmanaged.passUnretained(self).toOpaque(),
      LEV_OPT_CLOSE_ON_FREE | LEV_OPT_CLOSE_ON_EXEC, 0, descriptor)
    evconnlistener_set_error_cb(listener) { _, context in
      guard let context else { return }
      Unmanaged<Acceptor>.fromOpaque(context).takeUnretainedValue().runShort()
    }
    resumption.onDeadline = { [unowned self] in
      reserve.refill()
      goOn()
    }
  }

  deinit {
    // A program that another thread just starts has the socket too, until it runs: closing it here
    // would leave clients connected without a server.
    Descriptor.finishListening(descriptor)
    if let listener { evconnlistener_free(listener) }
  }

  /// Accepts connections that are already made, so that closing the socket loses none.
  func acceptWaiting() {
    while true {
      let connection = accept(descriptor, nil, nil)
      guard connection >= 0 else { return }
      Descriptor.prepare(connection)
      take(connection)
    }
  }

  /// Passes on a connection; it is turned away if it has what the reserve lacks.
  private func take(_ connection: Int32) {
    onConnection(connection, reserve.refill() ? nil : DescriptorReserve.refusal)
  }

  /// Lets clients wait.
  func pause() { evconnlistener_disable(listener) }

  /// Accepts clients again.
  func goOn() { evconnlistener_enable(listener) }

  /// Turns clients away as long as the reserve lasts, then lets them wait.
  private func runShort() {
    pause()
    while let connection = reserve.accept(from: descriptor) {
      onConnection(connection, DescriptorReserve.refusal)
    }
    if !reserve.isEmpty { goOn() }
    resumption.set(MonotonicClock.now + Self.pause)
  }
}
