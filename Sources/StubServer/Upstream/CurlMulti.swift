import CCurl
import CLibevent

/// Runs transfers of libcurl on an event loop; confined to its thread.
final class CurlMulti {
  private static let isReady: Bool = stubCurlStart() == CURLE_OK

  private let loop: EventLoop
  private let handle: UnsafeMutableRawPointer
  private let timer: DeadlineTimer
  private var sockets: [Int32: SocketWatch] = [:]
  private var transfers: [UnsafeMutableRawPointer: CurlTransfer] = [:]

  /// Fails when there is no memory.
  init?(on loop: EventLoop) {
    guard Self.isReady, let handle = stubCurlMakeMulti() else { return nil }
    self.loop = loop
    self.handle = handle
    timer = DeadlineTimer(on: loop)
    timer.onDeadline = { [unowned self] in act(on: stubCurlTimeout, 0) }
    stubCurlSetWatchers(
      handle,
      { _, socket, what, context, _ in
        CurlMulti.at(context)?.watch(socket, what)
        return 0
      },
      { _, milliseconds, context in
        CurlMulti.at(context)?.setTimer(milliseconds)
        return 0
      }, Unmanaged.passUnretained(self).toOpaque())
  }

  deinit {
    for transfer in transfers.keys { stubCurlRemove(handle, transfer) }
    transfers = [:]
    stubCurlFreeMulti(handle)
  }

  private static func at(_ context: UnsafeMutableRawPointer?) -> CurlMulti? {
    context.map { Unmanaged<CurlMulti>.fromOpaque($0).takeUnretainedValue() }
  }

  func start(_ transfer: CurlTransfer) {
    transfers[transfer.handle] = transfer
    stubCurlAdd(handle, transfer.handle)
  }

  /// Ends a transfer at once.
  func cancel(_ transfer: CurlTransfer) {
    guard transfers.removeValue(forKey: transfer.handle) != nil else { return }
    stubCurlRemove(handle, transfer.handle)
    transfer.cancel()
  }

  func cancelAll() {
    for transfer in Array(transfers.values) { cancel(transfer) }
  }

  private func act(on socket: Int32, _ mask: Int32) {
    stubCurlAct(handle, socket, mask)
    var result = CURLE_OK
    while let ended = stubCurlNextEnded(handle, &result) {
      guard let transfer = transfers.removeValue(forKey: ended) else { continue }
      stubCurlRemove(handle, ended)
      transfer.end(result)
    }
  }

  private func watch(_ socket: Int32, _ what: Int32) {
    sockets[socket] = nil
    guard what != stubCurlPollRemove else { return }
    sockets[socket] = SocketWatch(
      socket, on: loop, reads: what & stubCurlPollIn != 0, writes: what & stubCurlPollOut != 0
    ) { [unowned self] canRead, canWrite in
      act(on: socket, (canRead ? stubCurlSelectIn : 0) | (canWrite ? stubCurlSelectOut : 0))
    }
  }

  private func setTimer(_ milliseconds: Int) {
    if milliseconds < 0 { return timer.clear() }
    timer.set(MonotonicClock.now + .milliseconds(milliseconds))
  }
}

/// Calls back whenever a descriptor, which it does not own, can be read or written as wanted.
final class SocketWatch {
  private let loop: EventLoop
  private var event: OpaquePointer?
  private let onReady: (_ canRead: Bool, _ canWrite: Bool) -> Void

  init(
    _ descriptor: Int32, on loop: EventLoop, reads: Bool, writes: Bool,
    onReady: @escaping (_ canRead: Bool, _ canWrite: Bool) -> Void
  ) {
    self.loop = loop
    self.onReady = onReady
    let wanted = (reads ? EV_READ : 0) | (writes ? EV_WRITE : 0) | EV_PERSIST
    event = event_new(
      loop.base, descriptor, Int16(wanted),
      { _, flags, context in
        guard let context else { return }
        let watch = Unmanaged<SocketWatch>.fromOpaque(context).takeUnretainedValue()
        watch.onReady(Int32(flags) & EV_READ != 0, Int32(flags) & EV_WRITE != 0)
      }, Unmanaged.passUnretained(self).toOpaque())
    event_add(event, nil)
  }

  deinit { if let event { event_free(event) } }
}
