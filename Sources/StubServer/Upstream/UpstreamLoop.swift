import StubCore

/// The requests of an event loop to real servers.
final class UpstreamLoop {
  /// The largest number of unused handles that are kept for each server.
  private static let mostHandles = 64
  /// The most descriptors that a transfer opens to connect: two sockets, and two to resolve a name.
  private static let descriptorsEach = 4

  let port: UpstreamPort
  private let loop: EventLoop
  private let multi: CurlMulti
  /// A descriptor that stays open.
  private let descriptor: Int32
  private var transfers: [Int: CurlTransfer] = [:]
  /// The numbers of the transfers that have not been started, the oldest first.
  private var waiting: [Int] = []
  /// The number of started transfers that have no connection yet.
  private var connecting = 0
  /// The unused handles for each server, by its number.
  private var handles: [Int: [CurlHandle]] = [:]
  /// Called when the last transfer has ended.
  var onIdle: () -> Void = {}

  /// Creates the requests of `loop`, which other threads reach at `port`; `nil` if there is no
  /// memory.
  init?(on loop: EventLoop, at port: UpstreamPort, like descriptor: Int32) {
    guard let multi = CurlMulti(on: loop) else { return nil }
    (self.loop, self.port, self.multi, self.descriptor) = (loop, port, multi, descriptor)
  }

  var isIdle: Bool { transfers.isEmpty }

  func stop() { loop.stop() }

  func cancelAll() {
    for id in Array(transfers.keys) { cancel(id) }
  }

  /// Returns a handle for requests to `server`; `nil` if there is no memory.
  func handle(for server: Upstream) -> CurlHandle? {
    if let known = handles[server.number] {
      guard !known.isEmpty else { return CurlHandle(server.configuration, on: multi) }
      return handles[server.number]?.removeLast()
    }
    server.isUsed(at: port)
    handles[server.number] = []
    return CurlHandle(server.configuration, on: multi)
  }

  /// Cancels all requests to a server, and releases its handles.
  func forget(_ server: Int) {
    handles[server] = nil
    for (id, transfer) in transfers where transfer.server == server { cancel(id) }
  }

  /// Starts a transfer as soon as there are enough descriptors for it.
  func start(_ transfer: CurlTransfer) {
    let id = transfer.id
    transfers[id] = transfer
    transfer.onOver = { [unowned self] handle in over(id, handle) }
    // A transfer that finds a connection needs no descriptors.
    if waiting.isEmpty, multi.hasFreeConnection { return multi.start(transfer) }
    waiting.append(id)
    startWaiting()
  }

  private func over(_ id: Int, _ handle: CurlHandle?) {
    guard let transfer = transfers.removeValue(forKey: id) else { return }
    if let handle, let kept = handles[transfer.server]?.count, kept < Self.mostHandles {
      handles[transfer.server]?.append(handle)
    }
    if transfers.isEmpty { onIdle() }
  }

  /// Starts waiting transfers while enough descriptors are free.
  ///
  /// The others wait until a connecting transfer has connected; if none is connecting, they fail.
  private func startWaiting() {
    while let id = waiting.first {
      let limit = DescriptorLimit.current
      let free = limit.ceiling - (Descriptor.next(like: descriptor).map(Int.init) ?? limit.count)
      let hasRoom = free >= (connecting + 1) * Self.descriptorsEach
      if !hasRoom, connecting > 0 { return }
      waiting.removeFirst()
      guard let transfer = transfers[id] else { continue }
      guard hasRoom else {
        transfer.refuse(.shortage(limit))
        continue
      }
      connecting += 1
      // The message runs later, because libcurl must not be called during its own callback.
      transfer.onConnection = { [port] in port.post { $0.hasConnected() } }
      multi.start(transfer)
    }
  }

  private func hasConnected() {
    connecting -= 1
    startWaiting()
  }

  func cancel(_ id: Int) {
    if let transfer = transfers[id], !multi.cancel(transfer) { transfer.cancel() }
  }

  /// Notes that the client has left, which cancels the transfer unless it is being recorded.
  func clientLeft(_ id: Int) {
    if transfers[id]?.clientLeft() ?? false { cancel(id) }
  }

  /// Resumes a transfer whose client has made room.
  func resume(_ id: Int) { transfers[id]?.resume() }

  /// Ends a transfer if its response is an event stream.
  func endStream(_ id: Int) {
    if transfers[id]?.isEventStream == true { cancel(id) }
  }
}
