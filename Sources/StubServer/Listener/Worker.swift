import StubCore

/// A thread with an event loop that serves connections.
final class Worker {
  /// The state that all workers of a listener share.
  final class Shared: Sendable {
    let answering: any Answering
    let configuration: ListenerConfiguration
    let conditions: ListenerConditions
    /// The clock of responses.
    let clock: ListenerClock
    let connectionCount = AtomicInt(0)
    /// The memory limit that all large bodies share.
    let bodyMemory: BodyMemory
    /// The part that opens tunnels; `nil` if the listener is no proxy.
    let proxy: Proxy?

    init(
      _ answering: any Answering, _ configuration: ListenerConfiguration, _ clock: ListenerClock
    ) {
      self.answering = answering
      self.configuration = configuration
      self.clock = clock
      let conditions = ListenerConditions(configuration, answering, clock)
      self.conditions = conditions
      bodyMemory = BodyMemory(limit: configuration.limits.bodyMemory)
      proxy = configuration.proxy.map { Proxy($0, answering, conditions) }
    }
  }

  let loop: EventLoop
  let mailbox: Mailbox<Worker>
  let answering: any Answering
  let configuration: ListenerConfiguration
  let conditions: ListenerConditions
  let clock: ListenerClock
  let bodyMemory: BodyMemory
  let proxy: Proxy?
  private let shared: Shared
  private let queue: ConnectionQueue
  private var watch: Watch?
  /// The requests to real servers; `nil` if there is no memory for them.
  private(set) lazy var upstreams = makeUpstreams()
  /// Whether ``upstreams`` has been created.
  private var hasUpstreams = false
  private var connections: [Int: Connection] = [:]
  private var lastID = 0
  private var dateCache = (second: -1, text: "", bytes: [UInt8]())
  private let stopTimer: DeadlineTimer
  /// Whether connections end after their current responses.
  private(set) var isStopping = false
  /// Whether new connections are no longer served.
  private var isClosed = false

  /// Creates a worker, which serves when it runs.
  ///
  /// - Throws: `EventLoopError` if the system has no more descriptors.
  init(
    mailbox: Mailbox<Worker>, queue: ConnectionQueue, shared: Shared
  ) throws(EventLoopError) {
    loop = try EventLoop()
    self.mailbox = mailbox
    self.queue = queue
    self.shared = shared
    answering = shared.answering
    configuration = shared.configuration
    conditions = shared.conditions
    clock = shared.clock
    bodyMemory = shared.bodyMemory
    proxy = shared.proxy
    stopTimer = DeadlineTimer(on: loop)
    watch = mailbox.watch(on: loop) { [unowned self] in self }
    stopTimer.onDeadline = { [unowned self] in cutOff() }
  }

  // For connections.

  /// Returns a closure that notifies a connection of free memory; it may be called on any thread.
  func memoryWaker(of connection: Int) -> @Sendable () -> Void {
    let mailbox = mailbox
    return { mailbox.post { $0.connection(connection)?.take(.memory) } }
  }

  /// The current value of the `Date` field, which changes once a second.
  var date: String {
    renewDate()
    return dateCache.text
  }

  /// The current value of the `Date` field as bytes.
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

  /// Releases a connection that has been closed.
  func remove(_ id: Int) {
    guard connections.removeValue(forKey: id) != nil else { return }
    shared.connectionCount.add(-1)
    stopIfIdle()
  }

  /// Stops a closed worker that has nothing left to receive or to send.
  private func stopIfIdle() {
    guard isClosed, connections.isEmpty else { return }
    if !hasUpstreams || upstreams?.isIdle ?? true { loop.stop() }
  }

  private func makeUpstreams() -> UpstreamLoop? {
    hasUpstreams = true
    let port = UpstreamPort { [mailbox] message in
      mailbox.post { worker in if let loop = worker.upstreams { message(loop) } }
    }
    let upstreams = UpstreamLoop(on: loop, at: port, like: mailbox.readEnd)
    upstreams?.onIdle = { [unowned self] in stopIfIdle() }
    return upstreams
  }

  // Running.

  /// Serves until the worker is stopped and all connections have ended.
  func run() {
    loop.run()
    cutOff()
    mailbox.closeDown(for: self)
    if hasUpstreams { upstreams?.cancelAll() }
  }

  /// Updates all waits, because the listener's clock has changed.
  func clockChanged() {
    for connection in Array(connections.values) { connection.take(.clock) }
  }

  /// Refuses new connections, finishes open responses, and cuts off responses that take too long.
  func stop() {
    guard !isClosed else { return }
    isClosed = true
    beginGracefulShutdown()
    stopTimer.set(MonotonicClock.now + configuration.timeouts.stop)
    stopIfIdle()
  }

  /// Lets each connection end after its current response.
  func beginGracefulShutdown() {
    isStopping = true
    for connection in Array(connections.values) { connection.shutDownGracefully() }
  }

  private func cutOff() {
    for connection in Array(connections.values) { connection.close() }
    loop.stop()
  }

  // New connections.

  /// Serves the connection that has waited longest, if there is one.
  func serveNext() {
    if let connection = queue.next() { serve(connection) }
  }

  /// Serves all waiting connections.
  func serveWaiting() {
    while let connection = queue.next() { serve(connection) }
  }

  private func serve(_ new: NewConnection) {
    guard !isClosed else {
      Descriptor.close(new.descriptor)
      shared.connectionCount.add(-1)
      return
    }
    guard let transport = Transport(new.descriptor, on: loop, tls: new.tls) else {
      shared.connectionCount.add(-1)
      return
    }
    let isTCP = new.localPort != nil
    if isTCP { Descriptor.disableSmallPacketDelay(new.descriptor) }
    lastID += 1
    let peer = Peer(
      id: lastID, address: isTCP ? TCPSocket.peerAddress(new.descriptor) : nil,
      localPort: new.localPort, isSecure: new.tls != nil,
      link: conditions.connectionNetwork.map(NetworkLink.init))
    let connection = Connection(peer, transport, worker: self)
    connections[lastID] = connection
    if let refusal = new.refusal { connection.turnAway(refusal) }
  }
}
