import CLibevent
import StubCore

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// The sockets of a listener: it accepts connections on them or, as its fault says, refuses them, and
/// offers new connections room for request bodies.
final class ListeningSockets {
  /// How long to wait before an address that somebody else has taken is tried again.
  private static let retryPause = Duration.milliseconds(100)

  /// How many slots of a link a client on this machine is offered room for: few, so that what is
  /// acknowledged keeps close to the link, as its answers take no time.
  private static let localSlots = 2

  /// What fits into a packet of an ordinary network; that of the loopback is as large as a whole
  /// buffer of a slow link, which then opens in leaps only.
  private static let segmentSize: Int32 = 1_460

  /// The smallest room that is not lost to the system's own bookkeeping.
  private static let leastInput = 3_584

  /// As they are now; their descriptors belong to the acceptors as long as there are any.
  private var sockets: [BoundSocket]
  private let loop: EventLoop
  private let conditions: ListenerConditions
  private let onConnection: (NewConnection) -> Void
  private var acceptors: [Acceptor] = []
  private var isRefusing = false
  /// For when to listen again, or to try to.
  private let timer: DeadlineTimer
  /// The slot of the links that the sockets offer room for; `nil` for none.
  private var offeredSlot: Int?

  /// Accepts connections at once; the callback has to close what it is given.
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

  /// Lets clients wait to be accepted.
  func pause() { for acceptor in acceptors { acceptor.pause() } }

  /// Accepts clients again.
  func goOn() { for acceptor in acceptors { acceptor.goOn() } }

  /// Begins or ceases to listen, whatever the listener's fault says now.
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
    for index in sockets.indices { sockets[index].takeQuietly(names[index]) }
  }

  private func listenAgain() {
    for index in sockets.indices where !sockets[index].listenAgain() {
      return timer.set(MonotonicClock.now + Self.retryPause)
    }
    isRefusing = false
    accept()
  }

  /// Takes what has been connected, and closes the sockets.
  private func stopAccepting() {
    for acceptor in acceptors { acceptor.acceptWaiting() }
    acceptors = []
  }

  /// Accepts no more, for good.
  func close() {
    stopAccepting()
    timer.clear()
    for socket in sockets {
      UnixSocket.remove(socket)
      if isRefusing, socket.descriptor >= 0 { Descriptor.close(socket.descriptor) }
    }
    sockets = []
  }

  /// Sizes the room that new connections are offered for request bodies.
  ///
  /// It cannot wait for the connection: a client that has been offered more sends more, of which a
  /// smaller buffer drops some, and the client tries again only 0.2 s later.
  func offerInput() {
    let own = conditions.connectionNetwork.map { [NetworkLink($0)] } ?? []
    let slot = (conditions.uploadLinks + own).slot(.upload)
    guard slot != offeredSlot else { return }
    offeredSlot = slot
    for socket in sockets where socket.descriptor >= 0 && socket.port != nil {
      offerInput(on: socket, slot)
    }
  }

  private func offerInput(on socket: BoundSocket, _ slot: Int?) {
    let isLocal = socket.address.isLocal
    var room = UploadWindow.systemRoom(slot: slot)
    if isLocal, let slot { room = max(Self.leastInput, slot * Self.localSlots) }
    Descriptor.set(socket.descriptor, SOL_SOCKET, SO_RCVBUF, Int32(clamping: room))
    if slot == nil {
      Descriptor.set(socket.descriptor, Int32(IPPROTO_TCP), TCP_MAXSEG, 0)
    } else if isLocal {
      Descriptor.set(socket.descriptor, Int32(IPPROTO_TCP), TCP_MAXSEG, Self.segmentSize)
    }
  }
}

/// Takes connections off a listening socket, which it owns.
final class Acceptor {
  /// How long clients wait when there are hardly any descriptors.
  private static let pause = Duration.milliseconds(100)

  private let descriptor: Int32
  private var listener: OpaquePointer?
  private let resumption: DeadlineTimer
  private let limit: () -> DescriptorLimit
  private let onConnection: (Int32, RequestError?) -> Void

  /// Starts at once; the callback owns the descriptor it is given, with the error to answer if there are too few.
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
      if next < self.limit().refusalCeiling { goOn() } else { rest() }
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

  /// Passes on a connection; above the limit it is turned away, and far above it closed.
  private func take(_ connection: Int32) {
    let limit = limit()
    if limit.admits(connection) { return onConnection(connection, nil) }
    // The next clients wait until those that are turned away have left.
    if connection + 1 >= limit.refusalCeiling { rest() }
    guard connection < limit.refusalCeiling else { return Descriptor.close(connection) }
    onConnection(connection, .shortage(limit))
  }

  /// Lets clients wait.
  func pause() { evconnlistener_disable(listener) }

  /// Accepts clients again, unless there are hardly any descriptors.
  func goOn() {
    if resumption.deadline == nil { evconnlistener_enable(listener) }
  }

  /// Lets clients wait for a moment.
  private func rest() {
    pause()
    resumption.set(MonotonicClock.now + Self.pause)
  }
}
