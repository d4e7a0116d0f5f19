import StubCore

/// One event loop with its sockets and its connections; lives on one thread and never leaves it.
final class Worker {
  /// What all workers of a listener share.
  final class Shared: Sendable {
    let handler: RequestHandler
    let configuration: ListenerConfiguration
    let conditions: ListenerConditions
    let reserved: ReservedPath?
    let clock: ListenerClock
    /// Called for problems without a request to answer.
    let onProblem: @Sendable (String) -> Void
    let connectionCount = AtomicInt(0)
    let bodyMemory: BodyMemory
    let bodyNeed: BodyNeed

    init(
      _ handler: @escaping RequestHandler, bodyNeed: @escaping BodyNeed,
      _ configuration: ListenerConfiguration,
      _ conditions: ListenerConditions, reserved: ReservedPath?, clock: ListenerClock,
      onProblem: @escaping @Sendable (String) -> Void
    ) {
      self.handler = conditions.applied(to: handler)
      self.configuration = configuration
      self.conditions = conditions
      self.reserved = reserved
      self.clock = clock
      self.onProblem = onProblem
      self.bodyNeed = bodyNeed
      bodyMemory = BodyMemory(limit: configuration.limits.bodyMemory)
    }

    /// Asks for the answer to a request that came on a connection with this link of its own.
    func answer(_ request: ReceivedRequest, through link: NetworkLink?) -> ListenerAnswer {
      if let reserved = reserved?.answer(request) { return reserved }
      return conditions.through(link, handler(request))
    }
  }

  /// The number of connections beyond the limit that get an answer; more are closed at once.
  private static let refusals = 64

  let loop: EventLoop
  let mailbox: Mailbox<Worker>
  private let shared: Shared
  /// All workers, this one included, that connections of an unspread socket go to in turn.
  private let peers: [Mailbox<Worker>]
  private var nextPeer = 0
  private var sockets: ListeningSockets?
  /// Connections that nothing is read of, by descriptor.
  private var held: [Int32: HeldConnection] = [:]
  private var watch: Watch?
  private var connections: [Int: Connection] = [:]
  private var lastID = 0
  private var dateCache = (second: -1, text: "", bytes: [UInt8]())
  private let stopTimer: DeadlineTimer
  private(set) var isStopping = false

  /// - Throws: `EventLoopError` when the system has no more descriptors.
  init(
    _ sockets: [BoundSocket], mailbox: Mailbox<Worker>, peers: [Mailbox<Worker>], shared: Shared
  ) throws(EventLoopError) {
    loop = try EventLoop()
    self.mailbox = mailbox
    self.peers = peers
    self.shared = shared
    stopTimer = DeadlineTimer(on: loop)
    watch = Watch(mailbox.readEnd, on: loop) { [unowned self] _ in mailbox.deliver(to: self) }
    stopTimer.onDeadline = { [unowned self] in cutOff() }
    self.sockets = ListeningSockets(sockets, on: loop, under: shared.conditions) {
      [unowned self] descriptor, socket in dispatch(descriptor, from: socket)
    }
  }

  // What connections ask for.

  var configuration: ListenerConfiguration { shared.configuration }

  /// What the times of responses go by.
  var clock: ListenerClock { shared.clock }

  /// What answers requests, on any thread.
  var answering: Shared { shared }

  /// What large request bodies take together.
  var bodyMemory: BodyMemory { shared.bodyMemory }

  /// Lets a connection go on for whose body there is memory now; called on any thread.
  func memoryWaker(of connection: Int) -> @Sendable () -> Void {
    let mailbox = mailbox
    return { mailbox.post { $0.connection(connection)?.take(.memory) } }
  }

  /// How many bytes of its body a request needs of which only the head has come.
  func neededBodyCount(of head: ReceivedRequest) -> Int {
    if shared.reserved?.isMeant(by: head) == true { return .max }
    return shared.bodyNeed(head)
  }

  /// The links that request bodies come through on a connection with this link of its own.
  func uploadLinks(through link: NetworkLink?) -> [NetworkLink] {
    let links = shared.conditions.uploadLinks
    guard let link, link.limits(.upload) else { return links }
    return links + [link]
  }

  /// The current value for `Date`, made once a second.
  var date: String {
    renewDate()
    return dateCache.text
  }

  /// The same as it goes over the wire.
  var dateBytes: [UInt8] {
    renewDate()
    return dateCache.bytes
  }

  private func renewDate() {
    let second = MonotonicClock.secondsSince1970
    guard second != dateCache.second else { return }
    let text = HTTPDate.text(secondsSince1970: second)
    dateCache = (second, text, Array(text.utf8))
  }

  func connection(_ id: Int) -> Connection? { connections[id] }

  /// Lets go of a connection that has been closed.
  func remove(_ id: Int) {
    guard connections.removeValue(forKey: id) != nil else { return }
    shared.connectionCount.add(-1)
    if isStopping, connections.isEmpty { loop.stop() }
  }

  // Running.

  /// Serves until stopped and all is finished.
  func run() {
    loop.run()
    cutOff()
    mailbox.closeDown(for: self)
  }

  /// Does as the listener's connection fault says now.
  func applyConnectionFault() { sockets?.applyFault() }

  /// Offers new connections the room that the links of now need.
  func offerInput() { sockets?.offerInput() }

  /// Lets everything that waits go on as the clock says now.
  func clockChanged() {
    applyConnectionFault()
    for connection in Array(connections.values) { connection.take(.clock) }
  }

  /// Accepts no more, finishes what has begun, and cuts off what takes longer than allowed.
  func stop() {
    guard let sockets = sockets.take() else { return }
    sockets.close()
    isStopping = true
    let unread = Array(held.keys)
    held = [:]
    for descriptor in unread { Descriptor.close(descriptor) }
    for connection in connections.values { connection.finishUp() }
    stopTimer.set(MonotonicClock.now + configuration.timeouts.stop)
    if connections.isEmpty { loop.stop() }
  }

  private func cutOff() {
    for connection in Array(connections.values) { connection.close() }
    loop.stop()
  }

  // New connections.

  private func dispatch(_ descriptor: Int32, from socket: BoundSocket) {
    let (port, tls) = (socket.port, socket.tls)
    if !socket.isSpread, !peers.isEmpty {
      nextPeer = (nextPeer + 1) % peers.count
      let peer = peers[nextPeer]
      if peer !== mailbox, peer.post({ $0.admit(descriptor, localPort: port, tls) }) { return }
    }
    admit(descriptor, localPort: port, tls)
  }

  /// Serves a connection at once, later or never, as the listener's fault says.
  private func admit(_ descriptor: Int32, localPort: Int?, _ tls: TLSContext?) {
    switch shared.conditions.nextConnectionFault() {
    case nil, .refuse: serve(descriptor, localPort: localPort, tls)
    case .reset:
      Descriptor.resetOnClose(descriptor)
      Descriptor.close(descriptor)
    case .slowAccept(let delay):
      hold(descriptor, until: MonotonicClock.now + delay) { [unowned self] in
        serve(descriptor, localPort: localPort, tls)
      }
    case .neverRead: hold(descriptor, until: nil) {}
    }
  }

  private func hold(_ descriptor: Int32, until time: Duration?, _ serve: @escaping () -> Void) {
    guard !isStopping, held.count < configuration.limits.connections else {
      return Descriptor.close(descriptor)
    }
    held[descriptor] = HeldConnection(descriptor, on: loop, until: time) { [unowned self] end in
      held[descriptor] = nil
      switch end {
      case .released: serve()
      case .left: Descriptor.close(descriptor)
      }
    }
  }

  private func serve(_ descriptor: Int32, localPort: Int?, _ tls: TLSContext?) {
    let limit = configuration.limits.connections
    let count = shared.connectionCount.add(1)
    guard !isStopping, count - Self.refusals <= limit else {
      Descriptor.close(descriptor)
      shared.connectionCount.add(-1)
      return
    }
    guard let transport = Transport(descriptor, on: loop, tls: tls) else {
      shared.connectionCount.add(-1)
      return
    }
    if localPort != nil { Descriptor.disableSmallPacketDelay(descriptor) }
    offerInput()
    lastID += 1
    let peer = Peer(
      id: lastID, address: localPort == nil ? nil : TCPSocket.peerAddress(descriptor),
      localPort: localPort, isSecure: tls != nil,
      link: shared.conditions.connectionNetwork.map(NetworkLink.init))
    let connection = Connection(peer, transport, worker: self)
    connections[lastID] = connection
    if count > limit {
      connection.turnAway(
        RequestError(
          503, expected: "at most \(limit) connections", found: "one more",
          try: "close some, or raise the limit `connections` (--max-connections)"))
    }
  }
}
