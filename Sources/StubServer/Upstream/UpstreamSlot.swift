import StubCore

/// A thread that sends requests to real servers; it ends when this object is released.
final class UpstreamThread: Sendable {
  let mailbox: Mailbox<UpstreamLoop>
  let lastID = AtomicInt(0)

  /// Starts the thread.
  ///
  /// - Throws: `EventLoopError` if system resources are used up.
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

/// The event loop of an `UpstreamThread`, with its transfers.
final class UpstreamLoop {
  private let loop: EventLoop
  private let multi: CurlMulti
  private let mailbox: Mailbox<UpstreamLoop>
  /// The most descriptors that a transfer opens to connect: two sockets, and two to resolve a name.
  private static let descriptorsEach = 4

  private var watch: Watch?
  private var transfers: [Int: CurlTransfer] = [:]
  /// The numbers of the transfers that have not been started, the oldest first.
  private var waiting: [Int] = []
  /// The number of started transfers that have no connection yet.
  private var connecting = 0

  /// Creates the loop.
  ///
  /// - Throws: `EventLoopError` if system resources are used up.
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

  /// Starts a transfer as soon as there are enough descriptors for it.
  func start(_ id: Int, _ transfer: CurlTransfer) {
    transfers[id] = transfer
    transfer.onOver = { [unowned self] in transfers[id] = nil }
    waiting.append(id)
    startWaiting()
  }

  /// Starts waiting transfers while enough descriptors are free.
  ///
  /// The others wait until a connecting transfer has connected; if none is connecting, they fail.
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
      // The message runs later, because libcurl must not be called during its own callback.
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

/// The real servers behind a listener: its upstream server, and the servers to which stubs forward.
///
/// The upstream server gets pass-through requests and can change while the listener serves.
package final class UpstreamSlot: Sendable {
  private struct State {
    var upstream: Upstream?
    var targets: [ScalarText: Upstream] = [:]
    var thread: UpstreamThread?
  }

  /// The addresses of the listener.
  let ownAddresses = OwnAddresses()
  /// The listener's entry in the `Via` field of the requests that it forwards.
  let hop = ViaHop()
  private let state: Lock<State>
  private let configuration: ListenerConfiguration

  /// Creates the upstream server, if the configuration has one.
  ///
  /// - Throws: `UpstreamError` if it cannot be used, or `EventLoopError` if system resources are
  ///   used up.
  init(_ configuration: ListenerConfiguration) throws {
    state = Lock(State(upstream: try configuration.upstream.map { try Upstream($0) }))
    self.configuration = configuration
  }

  var upstream: Upstream? { state.withLock { $0.upstream } }

  func exchange(_ upstream: Upstream?) -> Upstream? {
    state.withLock { state in
      defer { state.upstream = upstream }
      return state.upstream
    }
  }

  /// Returns the answer from the server to which a stub forwards.
  ///
  /// It is `nil` if the plan does not forward, or if a fault sends no part of the answer.
  func answer(
    to request: ReceivedRequest, _ plan: ResponsePlan, finish: ResponseReport
  ) -> ListenerResponse? {
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
      return ListenerResponse(.ready(answer.inPlace(of: plan)), finish: finish)
    }
  }

  /// Returns the configuration for a server that a stub or a recording client names.
  ///
  /// It has the limits for such servers.
  ///
  /// - Throws: `UpstreamError` if the URL is invalid.
  func targetConfiguration(_ url: String) throws(UpstreamError) -> UpstreamConfiguration {
    var target = try UpstreamConfiguration(server: url)
    target.verifiesCertificate = configuration.verifiesTargets
    if let timeout = configuration.targetIdleTimeout { target.idleTimeout = timeout }
    target.targets = configuration.targets
    return target
  }

  /// Returns the server to which a stub forwards, created when it is first used.
  ///
  /// - Throws: `UpstreamError` if the URL is invalid,
  ///   or `EventLoopError` if system resources are used up.
  private func target(_ url: String) throws -> Upstream {
    let key = ScalarText(url)
    if let known = state.withLock({ $0.targets[key] }) { return known }
    let target = try targetConfiguration(url)
    let thread = try state.withLock { $0.thread } ?? UpstreamThread()
    return state.withLock { state in
      if let known = state.targets[key] { return known }
      state.thread = state.thread ?? thread
      let upstream = Upstream(target, on: state.thread ?? thread)
      state.targets[key] = upstream
      return upstream
    }
  }
}

extension Listener {
  /// Returns the configuration for a server that a client names, with the limits for such servers.
  ///
  /// - Throws: `UpstreamError` if the URL is invalid.
  package func targetConfiguration(_ url: String) throws(UpstreamError) -> UpstreamConfiguration {
    try outbound.servers.targetConfiguration(url)
  }
}
