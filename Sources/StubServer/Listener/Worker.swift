import StubCore

/// A thread with an event loop that serves connections.
final class Worker {
  /// The state that all workers of a listener share.
  final class Shared: Sendable {
    let handler: LinkedRequestHandler
    let configuration: ListenerConfiguration
    let conditions: ListenerConditions
    let reserved: ReservedPath?
    let sessions: StubSessions?
    let clock: ListenerClock
    /// The receiver of problems that no request has caused.
    let onProblem: @Sendable (String) -> Void
    let connectionCount = AtomicInt(0)
    let bodyMemory: BodyMemory
    let bodyNeed: BodyNeed

    init(
      _ handler: @escaping LinkedRequestHandler, bodyNeed: @escaping BodyNeed,
      _ configuration: ListenerConfiguration,
      _ conditions: ListenerConditions, reserved: ReservedPath?, sessions: StubSessions? = nil,
      clock: ListenerClock, onProblem: @escaping @Sendable (String) -> Void
    ) {
      self.handler = handler
      self.configuration = configuration
      self.conditions = conditions
      self.reserved = reserved
      self.sessions = sessions
      self.clock = clock
      self.onProblem = onProblem
      self.bodyNeed = bodyNeed
      bodyMemory = BodyMemory(limit: configuration.limits.bodyMemory)
    }

    /// Returns the answer to a request on a connection with the network link `link`.
    func answer(_ request: ReceivedRequest, through link: NetworkLink?) -> ListenerAnswer {
      if let reserved = reserved?.answer(request) { return reserved }
      let links = conditions.link.map { [$0] } ?? []
      return handler(request, link.map { links + [$0] } ?? links)
    }
  }

  let loop: EventLoop
  let mailbox: Mailbox<Worker>
  private let shared: Shared
  private let queue: ConnectionQueue
  private var watch: Watch?
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
    stopTimer = DeadlineTimer(on: loop)
    watch = Watch(mailbox.readEnd, on: loop) { [unowned self] _ in mailbox.deliver(to: self) }
    stopTimer.onDeadline = { [unowned self] in cutOff() }
  }

  // For connections.

  var configuration: ListenerConfiguration { shared.configuration }

  /// The clock of responses.
  var clock: ListenerClock { shared.clock }

  /// The shared state, by which requests can be answered on any thread.
  var answering: Shared { shared }

  /// The memory limit that all large bodies share.
  var bodyMemory: BodyMemory { shared.bodyMemory }

  /// Returns a closure that tells a connection that there is memory; it may be called on any
  /// thread.
  func memoryWaker(of connection: Int) -> @Sendable () -> Void {
    let mailbox = mailbox
    return { mailbox.post { $0.connection(connection)?.take(.memory) } }
  }

  /// Returns whether the request with this head is below the reserved path, where no link delays
  /// it.
  func isReserved(_ head: ReceivedRequest) -> Bool {
    shared.reserved?.isMeant(by: head, in: shared.sessions) ?? false
  }

  /// Returns how many bytes of the body are needed by the request with this head.
  func neededBodyCount(of head: ReceivedRequest) -> Int {
    isReserved(head) ? .max : shared.bodyNeed(head)
  }

  /// Whether there are sessions; each may have its own link.
  var hasSessions: Bool { shared.sessions.map { !$0.isEmpty } ?? false }

  /// Returns the links that delay the body of a request on a connection with the link `link`.
  ///
  /// Without a head, these are the links for requests outside of sessions.
  func uploadLinks(
    of head: ReceivedRequest? = nil, through link: NetworkLink?
  ) -> [NetworkLink] {
    var links = shared.conditions.uploadLinks
    if let head {
      if isReserved(head) { return [] }
      if case .session(let session, _)? = shared.sessions?.select(head) {
        links = shared.conditions.uploadLinks(to: session.stubs)
      }
    }
    guard let link, link.limits(.upload) else { return links }
    return links + [link]
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
    if isClosed, connections.isEmpty { loop.stop() }
  }

  // Running.

  /// Serves until the worker is stopped and all connections have ended.
  func run() {
    loop.run()
    cutOff()
    mailbox.closeDown(for: self)
  }

  /// Updates all waits, because the listener's clock has changed.
  func clockChanged() {
    for connection in Array(connections.values) { connection.take(.clock) }
  }

  /// Refuses new connections, finishes open responses, and cuts off responses that take too long.
  func stop() {
    guard !isClosed else { return }
    isClosed = true
    beginToStop()
    stopTimer.set(MonotonicClock.now + configuration.timeouts.stop)
    if connections.isEmpty { loop.stop() }
  }

  /// Lets each connection end after its current response.
  func beginToStop() {
    isStopping = true
    for connection in Array(connections.values) { connection.finishUp() }
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
      link: shared.conditions.connectionNetwork.map(NetworkLink.init))
    let connection = Connection(peer, transport, worker: self)
    connections[lastID] = connection
    if let refusal = new.refusal { connection.turnAway(refusal) }
  }
}
