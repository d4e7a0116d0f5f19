import CLibevent
import StubCore
import StubPlatform

/// The sockets of a listener.
///
/// The listener's connection fault decides whether they accept or refuse connections. They size the
/// receive buffers of new connections, so that clients notice slow network links.
final class ListeningSockets {
  /// The time to wait before trying again to bind an address that another program uses.
  private static let retryPause = Duration.milliseconds(100)

  /// The size of a local client's receive buffer, in slots of the slowest link.
  ///
  /// A local client receives acknowledgments at once. With more slots, it could send much faster
  /// than the link.
  private static let localSlots = 2

  /// The maximum segment size for a local client: the payload of a packet in an ordinary network.
  ///
  /// A packet of the loopback interface can be as large as the whole buffer for a slow link, so the
  /// window would open only in large steps.
  private static let segmentSize: Int32 = 1_460

  /// The smallest buffer size that leaves room for data beside the system's own bookkeeping.
  private static let leastInput = 3_584

  /// The current sockets, whose descriptors the acceptors close.
  private var sockets: [BoundSocket]
  private let loop: EventLoop
  private let conditions: ListenerConditions
  private let onConnection: (NewConnection) -> Void
  private var acceptors: [Acceptor] = []
  private var isRefusing = false
  /// The timer for the end of a fault, and for trying again to bind an address.
  private let timer: DeadlineTimer
  /// The bytes per slot that the receive buffers are sized for; `nil` if no link is slow.
  private var offeredSlot: Int?

  /// Starts to accept connections; `onConnection` must close the descriptors that it gets.
  init(
    _ sockets: [BoundSocket], on loop: EventLoop, under conditions: ListenerConditions,
    onConnection: @escaping (NewConnection) -> Void
  ) {
    self.sockets = sockets
    self.loop = loop
    self.conditions = conditions
    self.onConnection = onConnection
    timer = DeadlineTimer(on: loop)
    timer.onDeadline = { [unowned self] in applyFault() }
    accept()
  }

  private func accept() {
    offeredSlot = nil
    offerInput()
    acceptors = sockets.map { socket in
      Acceptor(socket.descriptor, on: loop) { [unowned self] descriptor, refusal in
        onConnection(
          NewConnection(
            descriptor: descriptor, localPort: socket.port, tls: socket.tls, refusal: refusal))
      }
    }
  }

  /// Stops accepting; clients wait in the system's queue.
  func pause() { for acceptor in acceptors { acceptor.pause() } }

  /// Accepts clients again.
  func resumeAccepting() { for acceptor in acceptors { acceptor.resumeAccepting() } }

  /// Starts or stops listening, as the listener's connection fault says.
  func applyFault() {
    let refusal = conditions.refusal
    timer.clear()
    if refusal.isOn {
      if !isRefusing { refuse() }
      if let end = refusal.end { timer.set(end) }
    } else if isRefusing {
      listenAgain()
    }
  }

  private func refuse() {
    isRefusing = true
    let names = sockets.map { SocketName($0.descriptor) }
    stopAccepting()
    for index in sockets.indices { sockets[index].bindWithoutListening(names[index]) }
  }

  private func listenAgain() {
    for index in sockets.indices where !sockets[index].listenAgain() {
      return timer.set(MonotonicClock.now + Self.retryPause)
    }
    isRefusing = false
    accept()
  }

  /// Accepts the clients that have already connected, and closes the sockets.
  private func stopAccepting() {
    for acceptor in acceptors { acceptor.acceptWaiting() }
    acceptors = []
  }

  /// Stops accepting for good.
  func close() {
    stopAccepting()
    timer.clear()
    for socket in sockets {
      UnixSocket.remove(socket)
      if isRefusing, socket.descriptor >= 0 { Descriptor.close(socket.descriptor) }
    }
    sockets = []
  }

  /// Sizes the receive buffers of new connections, so that clients notice slow network links.
  ///
  /// The size must be set before a client connects. If a buffer shrinks later, bytes that the
  /// client has sent are lost, and it repeats them only after 0.2 s.
  func offerInput() {
    let own = conditions.connectionNetwork.map(NetworkLink.init)
    let slot = conditions.uploadLinks(through: own).slot(.upload)
    guard slot != offeredSlot else { return }
    offeredSlot = slot
    for socket in sockets where socket.descriptor >= 0 && socket.port != nil {
      offerInput(on: socket, slot)
    }
  }

  private func offerInput(on socket: BoundSocket, _ slot: Int?) {
    let isLocal = socket.address.isLocal
    var room = UploadWindow.receiveBufferLimit(slot: slot)
    if isLocal, let slot { room = max(Self.leastInput, slot * Self.localSlots) }
    Descriptor.set(socket.descriptor, SOL_SOCKET, SO_RCVBUF, Int32(clamping: room))
    if slot == nil {
      Descriptor.set(socket.descriptor, Int32(IPPROTO_TCP), TCP_MAXSEG, 0)
    } else if isLocal {
      Descriptor.set(socket.descriptor, Int32(IPPROTO_TCP), TCP_MAXSEG, Self.segmentSize)
    }
  }
}

/// Accepts connections on a listening socket, which it owns.
final class Acceptor {
  /// The time for which no clients are accepted if hardly any descriptors are left.
  private static let pause = Duration.milliseconds(100)

  private let descriptor: Int32
  private var listener: OpaquePointer?
  private let resumption: DeadlineTimer
  private let limit: () -> DescriptorLimit
  private let onConnection: (Int32, RequestError?) -> Void

  /// Starts to accept connections.
  ///
  /// `onConnection` must close the descriptor that it gets. If too few descriptors are left, it
  /// also gets the error to send to the client.
  init(
    _ descriptor: Int32, on loop: EventLoop,
    within limit: @escaping () -> DescriptorLimit = { .current },
    onConnection: @escaping (Int32, RequestError?) -> Void
  ) {
    self.descriptor = descriptor
    self.limit = limit
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
      Unmanaged<Acceptor>.fromOpaque(context).takeUnretainedValue().rest()
    }
    resumption.onDeadline = { [unowned self] in
      let next = Descriptor.next(like: self.descriptor) ?? .max
      if next < self.limit().refusalCeiling { resumeAccepting() } else { rest() }
    }
  }

  deinit {
    // A child process also has the socket until it starts its program. Without this call, closing
    // the socket would leave clients connected to it without a server.
    Descriptor.finishListening(descriptor)
    if let listener { evconnlistener_free(listener) }
  }

  /// Accepts the clients that have already connected, so that closing the socket loses none.
  func acceptWaiting() {
    while true {
      let connection = accept(descriptor, nil, nil)
      guard connection >= 0 else { return }
      Descriptor.prepare(connection)
      take(connection)
    }
  }

  /// Hands on a new connection, with an error if the limit of descriptors is exceeded.
  ///
  /// If it is exceeded by far, the connection is closed.
  private func take(_ connection: Int32) {
    let limit = limit()
    if limit.admits(connection) { return onConnection(connection, nil) }
    // Further clients wait until the refused ones have left.
    if connection + 1 >= limit.refusalCeiling { rest() }
    guard connection < limit.refusalCeiling else { return Descriptor.close(connection) }
    onConnection(connection, .shortage(limit))
  }

  /// Stops accepting; clients wait in the system's queue.
  func pause() { evconnlistener_disable(listener) }

  /// Accepts clients again, unless hardly any descriptors are left.
  func resumeAccepting() {
    if resumption.deadline == nil { evconnlistener_enable(listener) }
  }

  /// Stops accepting for a moment, during which clients wait.
  private func rest() {
    pause()
    resumption.set(MonotonicClock.now + Self.pause)
  }
}
