import CCurl
import CLibevent

/// Runs transfers of libcurl on an event loop; confined to its thread.
final class CurlMulti {
  private static let isReady: Bool = {
    OpenSSLLibrary.prepare
    return curl_global_init(Int(CURL_GLOBAL_ALL)) == CURLE_OK
  }()

  private let loop: EventLoop
  private let handle: UnsafeMutableRawPointer
  private let timer: DeadlineTimer
  private var sockets: [Int32: Watch] = [:]
  private var transfers: [UnsafeMutableRawPointer: CurlTransfer] = [:]

  /// Fails if there is no memory.
  init?(on loop: EventLoop) {
    guard Self.isReady, let handle = curl_multi_init() else { return nil }
    self.loop = loop
    self.handle = handle
    timer = DeadlineTimer(on: loop)
    timer.onDeadline = { [unowned self] in act(on: CURL_SOCKET_TIMEOUT, 0) }
    curl_multi_setopt_watchers(
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
    for transfer in transfers.keys { curl_multi_remove_handle(handle, transfer) }
    transfers = [:]
    curl_multi_cleanup(handle)
  }

  private static func at(_ context: UnsafeMutableRawPointer?) -> CurlMulti? {
    context.map { Unmanaged<CurlMulti>.fromOpaque($0).takeUnretainedValue() }
  }

  func start(_ transfer: CurlTransfer) {
    transfers[transfer.handle] = transfer
    curl_multi_add_handle(handle, transfer.handle)
  }

  /// Ends a transfer at once.
  func cancel(_ transfer: CurlTransfer) {
    guard transfers.removeValue(forKey: transfer.handle) != nil else { return }
    curl_multi_remove_handle(handle, transfer.handle)
    transfer.cancel()
  }

  func cancelAll() {
    for transfer in Array(transfers.values) { cancel(transfer) }
  }

  private func act(on socket: Int32, _ mask: Int32) {
    var count: Int32 = 0
    curl_multi_socket_action(handle, socket, mask, &count)
    while let message = curl_multi_info_read(handle, &count)?.pointee {
      guard message.msg == CURLMSG_DONE, let ended = message.easy_handle,
        let transfer = transfers.removeValue(forKey: ended)
      else { continue }
      curl_multi_remove_handle(handle, ended)
      transfer.end(message.data.result)
    }
  }

  private func watch(_ socket: Int32, _ what: Int32) {
    sockets[socket] = nil
    guard what != CURL_POLL_REMOVE else { return }
    let wanted =
      (what & CURL_POLL_IN != 0 ? EV_READ : 0) | (what & CURL_POLL_OUT != 0 ? EV_WRITE : 0)
    sockets[socket] = Watch(socket, on: loop, for: wanted) { [unowned self] came in
      act(
        on: socket,
        (came & EV_READ != 0 ? CURL_CSELECT_IN : 0) | (came & EV_WRITE != 0 ? CURL_CSELECT_OUT : 0))
    }
  }

  private func setTimer(_ milliseconds: Int) {
    if milliseconds < 0 { return timer.clear() }
    timer.set(MonotonicClock.now + .milliseconds(milliseconds))
  }
}
