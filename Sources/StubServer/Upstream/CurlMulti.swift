import CCurl
import CLibevent
import StubCore

/// A set of libcurl's transfers that run on an event loop, and only on its thread.
final class CurlMulti {
  private static let isReady: Bool = {
    OpenSSLLibrary.prepare
    return curl_global_init(Int(CURL_GLOBAL_ALL)) == CURLE_OK
  }()

  /// The largest number of idle connections that are kept for later requests.
  private static let mostKept = 64

  private let loop: EventLoop
  private let handle: UnsafeMutableRawPointer
  private let timer: DeadlineTimer
  private var sockets: [Int32: SocketWatch] = [:]
  /// The sockets of connections to servers, which libcurl has open.
  private var opened: Set<Int32> = []
  private var transfers: [UnsafeMutableRawPointer: CurlTransfer] = [:]
  /// The transfers with a head that may have arrived, and a body that is not complete.
  private var begun: [CurlTransfer] = []
  private var wake: Watch?

  private struct SocketWatch {
    let watch: Watch
    let wanted: Int32
    /// Whether libcurl waits for no event of the socket.
    ///
    /// A watch is kept for the next request on the same connection, as long as nothing arrives.
    var isIdle = false
  }

  /// Creates the set; `nil` if there is no memory.
  init?(on loop: EventLoop) {
    guard Self.isReady, let handle = curl_multi_init() else { return nil }
    self.loop = loop
    self.handle = handle
    timer = DeadlineTimer(on: loop)
    timer.onDeadline = { [unowned self] in act(on: CURL_SOCKET_TIMEOUT, 0) }
    wake = Watch(-1, on: loop, for: 0) { [unowned self] _ in act(on: CURL_SOCKET_TIMEOUT, 0) }
    // Each transfer has its own connection, so a paused transfer stops its server from sending. If
    // several shared an HTTP/2 connection, libcurl would store up to 32 MB for a paused one.
    curl_multi_setopt_long(handle, CURLMOPT_PIPELINING, Int(CURLPIPE_NOTHING))
    let ceiling = DescriptorLimit.current.ceiling
    curl_multi_setopt_long(handle, CURLMOPT_MAXCONNECTS, max(1, min(Self.mostKept, ceiling / 8)))
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
    for handle in transfers.keys { curl_multi_remove_handle(self.handle, handle) }
    transfers = [:]
    curl_multi_cleanup(handle)
  }

  static func at(_ context: UnsafeMutableRawPointer?) -> CurlMulti? {
    context.map { Unmanaged<CurlMulti>.fromOpaque($0).takeUnretainedValue() }
  }

  /// Whether more connections are open than transfers need.
  var hasFreeConnection: Bool { opened.count > transfers.count }

  func start(_ transfer: CurlTransfer) {
    transfers[transfer.handle.easy] = transfer
    curl_multi_add_handle(handle, transfer.handle.easy)
  }

  /// Cancels a transfer at once.
  ///
  /// - Returns: `false` if it had not been started.
  func cancel(_ transfer: CurlTransfer) -> Bool {
    guard transfers.removeValue(forKey: transfer.handle.easy) != nil else { return false }
    curl_multi_remove_handle(handle, transfer.handle.easy)
    transfer.cancel()
    return true
  }

  /// Notes that a head has arrived, of a body that may arrive in the same event.
  func note(begun transfer: CurlTransfer) { begun.append(transfer) }

  func note(opened socket: Int32) { opened.insert(socket) }

  func close(_ socket: Int32) {
    sockets[socket] = nil
    opened.remove(socket)
    Descriptor.close(socket)
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
    for transfer in begun { transfer.startStreaming() }
    begun.removeAll(keepingCapacity: true)
  }

  private func watch(_ socket: Int32, _ what: Int32) {
    if what == CURL_POLL_REMOVE {
      let isKept = sockets[socket]?.wanted == EV_READ && opened.contains(socket)
      if isKept { sockets[socket]?.isIdle = true } else { sockets[socket] = nil }
      return
    }
    let wanted =
      (what & CURL_POLL_IN != 0 ? EV_READ : 0) | (what & CURL_POLL_OUT != 0 ? EV_WRITE : 0)
    if sockets[socket]?.wanted == wanted {
      sockets[socket]?.isIdle = false
      return
    }
    sockets[socket] = nil
    let watch = Watch(socket, on: loop, for: wanted) { [unowned self] in came($0, on: socket) }
    sockets[socket] = SocketWatch(watch: watch, wanted: wanted)
  }

  private func came(_ events: Int32, on socket: Int32) {
    // libcurl finds out itself that a server has closed a connection that is not in use.
    if sockets[socket]?.isIdle ?? true {
      sockets[socket] = nil
      return
    }
    act(
      on: socket,
      (events & EV_READ != 0 ? CURL_CSELECT_IN : 0)
        | (events & EV_WRITE != 0 ? CURL_CSELECT_OUT : 0))
  }

  private func setTimer(_ milliseconds: Int) {
    switch milliseconds {
    case ..<0: timer.clear()
    case 0: wake?.wake()
    default: timer.set(MonotonicClock.now + .milliseconds(milliseconds))
    }
  }
}
