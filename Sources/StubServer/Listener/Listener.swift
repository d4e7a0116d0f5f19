import Dispatch
public import StubCore

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// Answers HTTP/1.0, HTTP/1.1 and HTTP/2 requests from a set of stubs, on ports and unix sockets,
/// plain and over TLS.
///
///     let listener = try Listener(stubs: stubs, port: 0)
///     try listener.start()
///     print(listener.url)
///     listener.stop()
///
/// It serves from `start()` to `stop()`, even if it is referenced nowhere. All members can be used from
/// any thread.
///
/// Matchers and closures of stubs mostly run on the thread of an event loop, which serves other clients too: what
/// has to wait belongs in an asynchronous closure. If conditions take many steps, they are asked anew on another
/// thread.
public final class Listener: Sendable {
  private enum Phase: Sendable {
    case new
    case starting
    case running(WorkerGroup)
    /// With the group as it was, so that its addresses can still be asked for.
    case stopped(WorkerGroup?)
  }

  /// What the times of its responses go by; hold it to let them wait, advance it to save waiting.
  public let clock: ListenerClock
  private let wanted: [ListenAddress]
  private let shared: Worker.Shared
  let upstreamSlot: UpstreamSlot
  private let webhooks: WebhookSender?
  private let phase = Lock(Phase.new)
  /// Entered by every worker until it has ended.
  private let ended = DispatchGroup()

  /// A listener for one address; port 0 takes a free one.
  ///
  /// - Throws: An error for a port that does not exist.
  public convenience init(
    stubs: StubSet, host: String = "127.0.0.1", port: Int,
    configuration: ListenerConfiguration = ListenerConfiguration()
  ) throws {
    try self.init(
      stubs: stubs, addresses: [.tcp(host: host, port: port)], configuration: configuration)
  }

  /// A listener for several addresses.
  ///
  /// - Throws: An error for a port that does not exist, or that says what is missing for requests to a
  ///   real server.
  public convenience init(
    stubs: StubSet, addresses: [ListenAddress],
    configuration: ListenerConfiguration = ListenerConfiguration()
  ) throws {
    try self.init(
      stubs: stubs, addresses: addresses, configuration: configuration, reserved: nil,
      sessions: nil)
  }

  /// A listener that answers requests below a path itself, and others by the session they belong to.
  package convenience init(
    stubs: StubSet, addresses: [ListenAddress], configuration: ListenerConfiguration,
    reserved: ReservedPath?, sessions: StubSessions?, clock: ListenerClock = ListenerClock()
  ) throws {
    try configuration.upstream?.check(isApartFrom: addresses)
    let upstream = UpstreamSlot(
      try configuration.upstream.map { try Upstream($0) }, configuration)
    let appointments = ListenerAppointments(clock)
    let webhooks = WebhookSender(
      configuration.webhooks, clock: appointments, hop: upstream.hop, load: WebhookClient().load)
    let answer: LinkedRequestHandler =
      if let sessions {
        {
          sessions.answerForListener(
            $0, through: $1, reserved: reserved, upstream: upstream, webhooks: webhooks)
        }
      } else {
        { stubs.answerForListener($0, through: $1, upstream: upstream, webhooks: webhooks) }
      }
    let bodyNeed: BodyNeed = {
      sessions?.neededBodyCount(of: $0) ?? stubs.neededBodyCount(of: $0)
    }
    let handler = AddedFields(configuration)?.applied(to: answer) { request in
      guard let sessions else { return (stubs, request) }
      let isReserved = reserved?.isMeant(by: request, in: sessions) ?? false
      return isReserved ? nil : sessions.stubs(for: request)
    }
    try self.init(
      addresses: addresses, configuration: configuration,
      random: stubs.templateEnvironment.random, stubs: stubs,
      onProblem: { stubs.hooks.problem($0) }, reserved: reserved, sessions: sessions,
      upstream: upstream, clock: clock, webhooks: (webhooks, appointments), bodyNeed: bodyNeed,
      answer: handler ?? answer)
  }

  init(
    addresses: [ListenAddress], configuration: ListenerConfiguration, random: SeededRandom,
    stubs: StubSet? = nil, onProblem: @escaping @Sendable (String) -> Void,
    reserved: ReservedPath? = nil, sessions: StubSessions? = nil,
    upstream: UpstreamSlot = UpstreamSlot(nil), clock: ListenerClock = ListenerClock(),
    webhooks: (sender: WebhookSender, clock: ListenerAppointments)? = nil,
    bodyNeed: @escaping BodyNeed = { _ in .max }, answer: @escaping LinkedRequestHandler
  ) throws {
    for address in addresses {
      if let port = address.port, !(0...65_535).contains(port) {
        throw ListenError(address, "a port must be from 0 to 65535, not \(port)")
      }
    }
    wanted = addresses
    self.clock = clock
    upstreamSlot = upstream
    self.webhooks = webhooks?.sender
    shared = Worker.Shared(
      answer, bodyNeed: bodyNeed, configuration,
      ListenerConditions(configuration, random: random, clock: clock, stubs: stubs),
      reserved: reserved, sessions: sessions, clock: clock, onProblem: onProblem)
    clock.onChange { [weak self, weak appointments = webhooks?.clock] in
      self?.running?.clockChanged()
      appointments?.clockChanged()
    }
  }

  /// Binds all addresses and begins to serve; returns when connections are accepted.
  ///
  /// - Throws: An error with the remedy, for an address, a certificate or a system without
  ///   descriptors. A listener that was stopped cannot be started again.
  public func start() throws {
    // Writing to a connection that the client has closed must fail, not end the process.
    signal(SIGPIPE, SIG_IGN)
    LoopThread.startsDispatch
    try phase.withLock { phase throws(ListenerStateError) in
      guard case .new = phase else { throw ListenerStateError() }
      phase = .starting
    }
    let group: WorkerGroup
    do {
      group = try WorkerGroup(wanted, shared: shared, ended: ended)
    } catch {
      phase.withLock { phase in
        if case .starting = phase { phase = .new }
      }
      throw error
    }
    upstreamSlot.ownAddresses.set(group.addresses)
    let isWanted = phase.withLock { phase in
      guard case .starting = phase else {
        phase = .stopped(group)
        return false
      }
      phase = .running(group)
      return true
    }
    guard isWanted else { return group.stop() }
    shared.conditions.begin()
    shared.conditions.followStubs { group.applyNetwork() }
    group.applyConnectionFault()
  }

  /// Accepts no more connections and lets responses under way finish within `timeouts.stop`.
  ///
  /// Webhooks under way are given up. Returns at once; `waitUntilStopped()` waits for the end. More calls do nothing.
  public func stop() {
    let running: WorkerGroup? = phase.withLock { phase in
      switch phase {
      case .running(let group):
        phase = .stopped(group)
        return group
      case .starting:
        phase = .stopped(nil)
        return nil
      case .new, .stopped:
        return nil
      }
    }
    shared.conditions.stopFollowingStubs()
    running?.stop()
    webhooks?.stop()
  }

  /// Waits until the listener has been stopped and the last response is out.
  ///
  /// Returns at once when the listener was never started. Never call it from a stub's own code.
  public func waitUntilStopped() { ended.wait() }

  /// Waits no longer than that.
  ///
  /// - Returns: whether the listener has ended.
  package func waitUntilStopped(for time: Duration) -> Bool {
    ended.wait(timeout: .now() + time.seconds) == .success
  }

  /// What goes wrong with new connections before any request.
  ///
  /// What is set holds when the call returns, or, set from a stub's own code, soon after; "the first
  /// n" and durations count from then, or from `start()`. A part that is set to what it is already
  /// goes on counting. Ports are the same when the listener has refused connections and comes back.
  public var faults: ListenerFaults {
    get { shared.conditions.faults }
    set {
      shared.conditions.faults = newValue
      running?.applyConnectionFault()
    }
  }

  /// Sets the fault of new connections, which begins to count even if it is the same as before.
  package func begin(_ fault: ConnectionFaultRule) {
    shared.conditions.begin(fault)
    running?.applyConnectionFault()
  }

  /// Sets the faults of TLS, which begin to count even if they are the same as before.
  package func begin(_ faults: [TLSFaultRule]) { shared.conditions.begin(faults) }

  /// What is wrong with all new connections; `nil` for nothing.
  public var connectionFault: ConnectionFault? {
    get { faults.connection?.fault }
    set { faults.connection = newValue.map { ConnectionFaultRule($0) } }
  }

  /// The line that all connections share; `nil` for none.
  ///
  /// Setting it makes a new line, which responses under way do not use.
  public var network: NetworkProfile? {
    get { shared.conditions.network }
    set {
      shared.conditions.network = newValue
      running?.applyNetwork()
    }
  }

  /// Network limits of each connection, in addition to ``network``; `nil` for none.
  ///
  /// The streams of an HTTP/2 connection share it. It is met by connections that begin while it is
  /// set, and stays with them.
  public var connectionNetwork: NetworkProfile? {
    get { shared.conditions.connectionNetwork }
    set {
      shared.conditions.connectionNetwork = newValue
      running?.applyNetwork()
    }
  }

  /// Lets new requests which stubs leave to the network go to another server, or to none.
  ///
  /// - Returns: the server before, which ends the requests under way there when it is not kept.
  package func exchange(upstream: Upstream?) -> Upstream? { upstreamSlot.exchange(upstream) }

  /// The server to which requests go now which stubs leave to the network.
  package var upstream: UpstreamConfiguration? { upstreamSlot.upstream?.configuration }

  /// The addresses that are served, with the ports that were taken; empty before `start()`.
  public var addresses: [ListenAddress] { group?.addresses ?? [] }

  private var running: WorkerGroup? {
    phase.withLock { phase in
      if case .running(let group) = phase { group } else { nil }
    }
  }

  private var group: WorkerGroup? {
    phase.withLock { phase in
      switch phase {
      case .new, .starting: nil
      case .running(let group): group
      case .stopped(let group): group
      }
    }
  }

  /// How many connections are open.
  package var connectionCount: Int { shared.connectionCount.load() }

  /// The first address's port; 0 before `start()` and for a unix socket.
  public var port: Int { addresses.lazy.compactMap(\.port).first ?? 0 }

  /// What is worth knowing although the start did not fail, such as a certificate that has expired.
  public var warnings: [String] { group?.warnings ?? [] }

  /// The PEM file that lets clients trust the first TLS address; `nil` if there is none.
  public var certificateToTrust: String? { group?.certificateToTrust }

  /// The base URL of the first address, such as `http://127.0.0.1:8080`; empty before `start()`.
  public var url: String { addresses.first?.url ?? "" }
}

/// A listener that was started twice.
package struct ListenerStateError: DescribedError, Sendable, Hashable {
  package var description: String {
    "this listener was started before; make a new one"
  }
}
