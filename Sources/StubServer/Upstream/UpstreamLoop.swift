import StubCore

/// A thread for requests to real servers; it ends with the last that uses it.
final class UpstreamThread: Sendable {
  let mailbox: Mailbox<UpstreamLoop>
  let lastID = AtomicInt(0)

  /// - Throws: `EventLoopError` when the system has nothing left.
  init() throws {
    let mailbox = try Mailbox<UpstreamLoop>()
    self.mailbox = mailbox
    try LoopThread.start {
      guard let loop = try? UpstreamLoop(mailbox) else { return mailbox.refuse() }
      loop.run()
    }
  }

  deinit { mailbox.post { $0.stop() } }
}

/// What such a thread does.
final class UpstreamLoop {
  private let loop: EventLoop
  private let multi: CurlMulti
  private let mailbox: Mailbox<UpstreamLoop>
  /// What a transfer opens at most until it has a connection: two sockets, and two for looking a name up.
  private static let descriptorsEach = 4

  private var watch: Watch?
  private var transfers: [Int: CurlTransfer] = [:]
  /// Those that have not been started, the first first.
  private var waiting: [Int] = []
  /// How many have no connection yet.
  private var connecting = 0

  /// - Throws: `EventLoopError` when the system has nothing left.
  init(_ mailbox: Mailbox<UpstreamLoop>) throws(EventLoopError) {
    loop = try EventLoop()
    guard let multi = CurlMulti(on: loop) else { throw EventLoopError() }
    self.multi = multi
    self.mailbox = mailbox
    watch = Watch(mailbox.readEnd, on: loop) { [unowned self] _ in mailbox.deliver(to: self) }
  }

  func run() {
    loop.run()
    cancelAll()
    mailbox.closeDown(for: self)
    cancelAll()
  }

  private func cancelAll() {
    for id in Array(transfers.keys) { cancel(id) }
  }

  func stop() { loop.stop() }

  /// Starts a transfer as soon as there are descriptors for it.
  func start(_ id: Int, _ transfer: CurlTransfer) {
    transfers[id] = transfer
    transfer.onOver = { [unowned self] in transfers[id] = nil }
    waiting.append(id)
    startWaiting()
  }

  /// Starts those that wait, while there are descriptors; if none that connects can make room, ends them.
  private func startWaiting() {
    while let id = waiting.first {
      let limit = DescriptorLimit.current
      let free =
        limit.ceiling - (Descriptor.next(like: mailbox.readEnd).map(Int.init) ?? limit.count)
      let hasRoom = free >= (connecting + 1) * Self.descriptorsEach
      if !hasRoom, connecting > 0 { return }
      waiting.removeFirst()
      guard let transfer = transfers[id] else { continue }
      guard hasRoom else {
        transfer.refuse(.shortage(limit))
        continue
      }
      connecting += 1
      // Not at once: it is called by libcurl, which is busy then.
      transfer.onConnection = { [mailbox] in mailbox.post { $0.hasConnected() } }
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

  /// Gives up a transfer, unless a recorder waits for its end.
  func clientLeft(_ id: Int) {
    if transfers[id]?.clientLeft() ?? false { cancel(id) }
  }

  /// Goes on with a transfer whose client has made room.
  func resume(_ id: Int) { transfers[id]?.resume() }

  /// Ends a transfer if it has no end of its own.
  func endStream(_ id: Int) {
    if transfers[id]?.isEventStream == true { cancel(id) }
  }
}

/// The real servers behind a listener: that for requests which are left to the network, which can
/// change while it serves, and those that stubs forward to.
package final class UpstreamSlot: Sendable {
  private struct State {
    var upstream: Upstream?
    var targets: [String: Upstream] = [:]
    var thread: UpstreamThread?
  }

  /// Those of the listener.
  let ownAddresses = OwnAddresses()
  /// The listener in the requests that it sends.
  let hop = ViaHop()
  private let state: Lock<State>
  private let configuration: ListenerConfiguration?

  init(_ upstream: Upstream?, _ configuration: ListenerConfiguration? = nil) {
    state = Lock(State(upstream: upstream))
    self.configuration = configuration
  }

  var upstream: Upstream? { state.withLock { $0.upstream } }

  func exchange(_ upstream: Upstream?) -> Upstream? {
    state.withLock { state in
      defer { state.upstream = upstream }
      return state.upstream
    }
  }

  /// The answer of the server that a stub forwards to; `nil` for a plan that does not forward, or
  /// whose fault shows nothing of it.
  func answer(
    to request: ReceivedRequest, _ plan: ResponsePlan, finish: ResponseReport
  ) -> ListenerAnswer? {
    guard let forwarding = plan.forwarding, plan.failure == nil, plan.fault?.sendsHead ?? true
    else { return nil }
    do {
      let target = try target(forwarding.url)
      return target.answer(to: request, through: hop, as: (forwarding, plan), finish: finish)
    } catch {
      let text = "cannot forward to \(forwarding.url): \(error)\n"
      let answer = ResponsePlan.text(
        text, status: error is EventLoopError ? .serviceUnavailable : .internalServerError)
      finish.note(instead: answer)
      return ListenerAnswer(.ready(answer.inPlace(of: plan)), finish: finish)
    }
  }

  /// What holds for a server that others than the user of the command name: stubs, and clients that record.
  ///
  /// - Throws: `UpstreamError` for a URL that is none.
  func targetConfiguration(_ url: String) throws(UpstreamError) -> UpstreamConfiguration {
    var target = try UpstreamConfiguration(server: url)
    target.verifiesCertificate = configuration?.verifiesTargets ?? true
    if let timeout = configuration?.targetIdleTimeout { target.idleTimeout = timeout }
    target.targets = configuration?.targets
    return target
  }

  /// The server that a stub forwards to, made ready when it is first needed.
  ///
  /// - Throws: `UpstreamError` for a URL that is none, or `EventLoopError` when the system has nothing left.
  private func target(_ url: String) throws -> Upstream {
    if let known = state.withLock({ $0.targets[url] }) { return known }
    let target = try targetConfiguration(url)
    let thread = try state.withLock { $0.thread } ?? UpstreamThread()
    return state.withLock { state in
      if let known = state.targets[url] { return known }
      state.thread = state.thread ?? thread
      let upstream = Upstream(target, on: state.thread ?? thread)
      state.targets[url] = upstream
      return upstream
    }
  }
}

extension Listener {
  /// What holds for a server that a client names, with the limits of the listener for such servers.
  ///
  /// - Throws: `UpstreamError` for a URL that is none.
  package func targetConfiguration(_ url: String) throws(UpstreamError) -> UpstreamConfiguration {
    try upstreamSlot.targetConfiguration(url)
  }
}
