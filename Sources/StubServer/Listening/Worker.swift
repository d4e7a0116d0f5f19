import StubCore
import Synchronization

/// One event loop with its sockets and its connections; lives on one thread and never leaves it.
final class Worker {
  /// What all workers of a listener share.
  final class Shared: Sendable {
    let handler: RequestHandler
    let configuration: ListenerConfiguration
    let conditions: ListenerConditions
    /// Told of what goes wrong where there is no request to answer.
    let onProblem: @Sendable (String) -> Void
    let connectionCount = Atomic(0)

    init(
      _ handler: @escaping RequestHandler, _ configuration: ListenerConfiguration,
      _ conditions: ListenerConditions, onProblem: @escaping @Sendable (String) -> Void
    ) {
      self.handler = conditions.applied(to: handler)
      self.configuration = configuration
      self.conditions = conditions
      self.onProblem = onProblem
    }
  }

  /// Connections beyond the limit that are told so; still more are closed without a word.
  private static let refusals = 64

  let loop: EventLoop
  let mailbox: Mailbox<Worker>
  let shared: Shared
  /// All workers, this one included, that connections of an unspread socket go to in turn.
  private let peers: [Mailbox<Worker>]
  private var turn = 0
  /// As they are now; their descriptors belong to the acceptors as long as there are any.
  var sockets: [BoundSocket]
  var acceptors: [Acceptor] = []
  var isRefusing = false
  /// For when to listen again, or to try to.
  let listenTimer: DeadlineTimer
  /// The turn of the line that the sockets offer room for; `nil` for none.
  var offeredTurn: Int?
  /// Connections that nothing is read of, by descriptor.
  var held: [Int32: HeldConnection] = [:]
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
    self.sockets = sockets
    stopTimer = DeadlineTimer(on: loop)
    listenTimer = DeadlineTimer(on: loop)
    watch = Watch(mailbox.readEnd, on: loop) { [unowned self] in mailbox.deliver(to: self) }
    stopTimer.onDeadline = { [unowned self] in cutOff() }
    acceptConnections()
  }

  func acceptConnections() {
    offeredTurn = nil
    offerInput()
    acceptors = sockets.map { socket in
      Acceptor(socket.descriptor, on: loop) { [unowned self] descriptor in
        dispatch(descriptor, from: socket)
      }
    }
  }

  /// Asks for the answer to a request that came on a connection with this line of its own.
  func answer(_ request: ReceivedRequest, through link: NetworkLink?) -> ListenerAnswer {
    shared.conditions.through(link, shared.handler(request))
  }

  var configuration: ListenerConfiguration { shared.configuration }

  /// The lines that all request bodies come through.
  var uploadLinks: [NetworkLink] { shared.conditions.uploadLinks }

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

  /// Serves until stopped and all is finished.
  func run() {
    loop.run()
    cutOff()
    mailbox.closeDown(for: self)
  }

  /// Accepts no more, finishes what has begun, and cuts off what takes longer than allowed.
  func stop() {
    guard !isStopping else { return }
    for acceptor in acceptors { acceptor.acceptWaiting() }
    isStopping = true
    acceptors = []
    listenTimer.clear()
    for socket in sockets {
      UnixSocket.remove(socket)
      if isRefusing, socket.descriptor >= 0 { Descriptor.close(socket.descriptor) }
    }
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

  func connection(_ id: Int) -> Connection? { connections[id] }

  func remove(_ id: Int) {
    guard connections.removeValue(forKey: id) != nil else { return }
    shared.connectionCount.subtract(1, ordering: .relaxed)
    if isStopping, connections.isEmpty { loop.stop() }
  }

  private func dispatch(_ descriptor: Int32, from socket: BoundSocket) {
    let (port, tls) = (socket.port, socket.tls)
    if !socket.isSpread, !peers.isEmpty {
      turn = (turn + 1) % peers.count
      if peers[turn] !== mailbox, peers[turn].post({ $0.adopt(descriptor, localPort: port, tls) }) {
        return
      }
    }
    adopt(descriptor, localPort: port, tls)
  }

  private func adopt(_ descriptor: Int32, localPort: Int?, _ tls: TLSContext?) {
    admit(descriptor) { $0.serve(descriptor, localPort: localPort, tls) }
  }

  private func serve(_ descriptor: Int32, localPort: Int?, _ tls: TLSContext?) {
    let limit = configuration.limits.connections
    let count = shared.connectionCount.add(1, ordering: .relaxed).newValue
    guard !isStopping, count - Self.refusals <= limit else {
      Descriptor.close(descriptor)
      shared.connectionCount.subtract(1, ordering: .relaxed)
      return
    }
    guard let socket = SocketBuffer(descriptor, on: loop, tls: tls) else {
      shared.connectionCount.subtract(1, ordering: .relaxed)
      return
    }
    if localPort != nil { Descriptor.disableSmallPacketDelay(descriptor) }
    offerInput()
    lastID += 1
    let connection = Connection(
      lastID, socket, localPort: localPort, isSecure: tls != nil, worker: self)
    connections[lastID] = connection
    if count > limit {
      connection.turnAway(
        RequestError(
          503, expected: "at most \(limit) connections", found: "one more",
          try: "close some, or raise the limit `connections` (--max-connections)"))
    }
  }
}
