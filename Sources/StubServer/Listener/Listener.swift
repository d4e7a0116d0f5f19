import Dispatch
public import StubCore
import StubPlatform

/// Answers HTTP/1.0, HTTP/1.1 and HTTP/2 requests from a stub set, on ports and Unix sockets, with
/// or without TLS.
///
///     let listener = try Listener(stubs: stubs, port: 0)
///     try listener.start()
///     print(listener.url)
///     listener.stop()
///
/// A listener serves from `start()` to `stop()`, even if nothing refers to it. All members are
/// usable on any thread.
///
/// Matchers and closures of stubs mostly run on the thread of an event loop, which also serves
/// other clients. Code that waits belongs in an asynchronous closure. Slow conditions are moved to
/// another thread.
public final class Listener: Sendable {
  private enum Phase: Sendable {
    case new
    case starting
    case running(WorkerGroup)
    /// The listener has stopped; the group is kept for its addresses.
    case stopped(WorkerGroup?)
  }

  /// The clock of the responses: hold it to make them wait, advance it to shorten their waits.
  public let clock: ListenerClock
  private let wanted: [ListenAddress]
  private let shared: Worker.Shared
  let outbound: Outbound
  private let phase = Lock(Phase.new)
  /// A dispatch group that each worker leaves when it ends.
  private let ended = DispatchGroup()

  /// Creates a listener for one address; port 0 picks a free one.
  ///
  /// - Throws: An error if the port number is out of range.
  public convenience init(
    stubs: StubSet, host: String = "127.0.0.1", port: Int,
    configuration: ListenerConfiguration = ListenerConfiguration()
  ) throws {
    try self.init(
      stubs: stubs, addresses: [.tcp(host: host, port: port)], configuration: configuration)
  }

  /// Creates a listener for several addresses.
  ///
  /// - Throws: An error if a port number is out of range, or if the upstream server cannot be used.
  public convenience init(
    stubs: StubSet, addresses: [ListenAddress],
    configuration: ListenerConfiguration = ListenerConfiguration()
  ) throws {
    try self.init(
      stubs: stubs, addresses: addresses, configuration: configuration, reserved: nil,
      sessions: nil)
  }

  /// Creates a listener that answers requests below a reserved path itself, and other requests from
  /// the stubs of their session.
  package convenience init(
    stubs: StubSet, addresses: [ListenAddress], configuration: ListenerConfiguration,
    reserved: ReservedPath?, sessions: StubSessions?, clock: ListenerClock = ListenerClock()
  ) throws {
    try configuration.upstream?.check(isApartFrom: addresses)
    let outbound = try Outbound(configuration, clock)
    try self.init(
      addresses, configuration, clock, outbound,
      StubAnswering(stubs, configuration, outbound, reserved: reserved, sessions: sessions))
  }

  init(
    _ addresses: [ListenAddress], _ configuration: ListenerConfiguration, _ clock: ListenerClock,
    _ outbound: Outbound, _ answering: any Answering
  ) throws {
    for address in addresses {
      if let port = address.port, !(0...65_535).contains(port) {
        throw ListenError(address, "a port must be from 0 to 65535, not \(port)")
      }
    }
    wanted = addresses
    self.clock = clock
    self.outbound = outbound
    shared = Worker.Shared(answering, configuration, clock)
    clock.onChange { [weak self, weak appointments = outbound.appointments] in
      self?.running?.clockChanged()
      appointments?.clockChanged()
    }
  }

  /// Binds all addresses and begins to serve; connections are accepted when the call returns.
  ///
  /// - Throws: An error if an address or a certificate cannot be used, if too few descriptors are
  ///   left, or if the listener was started before. It cannot be started again.
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
    outbound.servers.ownAddresses.set(group.addresses)
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

  /// Accepts no more connections and lets open responses finish within `timeouts.stop`.
  ///
  /// Open webhooks are canceled. The call returns at once; `waitUntilStopped()` waits for the end.
  /// Further calls do nothing.
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
    outbound.webhooks.stop()
  }

  /// Waits until the listener has stopped and the last response has been sent.
  ///
  /// The call returns at once if the listener was never started.
  /// Never call it from a stub's own code.
  public func waitUntilStopped() { ended.wait() }

  /// Waits until the listener has stopped, but no longer than `time`.
  ///
  /// - Returns: whether the listener has stopped.
  package func waitUntilStopped(for time: Duration) -> Bool {
    ended.wait(timeout: .now() + time.seconds) == .success
  }

  /// The faults of new connections, which happen before any request.
  ///
  /// A new value applies when the setter returns, or soon after if a stub's own code sets it. The
  /// counts and durations of its faults begin at that time, or at `start()`. If the connection
  /// fault or the TLS faults do not change, their counts continue. A listener that accepts
  /// connections again, after it has refused them, has the same ports.
  public var faults: ListenerFaults {
    get { shared.conditions.faults }
    set {
      shared.conditions.faults = newValue
      running?.applyConnectionFault()
    }
  }

  /// Sets the fault of new connections and restarts its count, even if the fault is not new.
  package func begin(_ fault: ConnectionFaultRule) {
    shared.conditions.begin(fault)
    running?.applyConnectionFault()
  }

  /// Sets the TLS faults and restarts their counts, even if the faults are the same as before.
  package func begin(_ faults: [TLSFaultRule]) { shared.conditions.begin(faults) }

  /// The fault of all new connections; `nil` for none.
  public var connectionFault: ConnectionFault? {
    get { faults.connection?.fault }
    set { faults.connection = newValue.map { ConnectionFaultRule($0) } }
  }

  /// The network limits that all connections share; `nil` for none.
  ///
  /// A new value creates a new network link, which open responses do not use.
  public var network: NetworkProfile? {
    get { shared.conditions.network }
    set {
      shared.conditions.network = newValue
      running?.applyNetwork()
    }
  }

  /// The network limits of each connection, in addition to ``network``; `nil` for none.
  ///
  /// The streams of an HTTP/2 connection share these limits. A connection keeps the limits that are
  /// set when it begins.
  public var connectionNetwork: NetworkProfile? {
    get { shared.conditions.connectionNetwork }
    set {
      shared.conditions.connectionNetwork = newValue
      running?.applyNetwork()
    }
  }

  /// Sets the upstream server of new pass-through requests; `nil` for none.
  ///
  /// - Returns: the previous server; releasing it cancels its open requests.
  package func exchange(upstream: Upstream?) -> Upstream? {
    outbound.servers.exchange(upstream)
  }

  /// The current upstream server of pass-through requests.
  package var upstream: UpstreamConfiguration? { outbound.servers.upstream?.configuration }

  /// The addresses on which the listener serves, with their actual ports; empty before `start()`.
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

  /// The number of open connections.
  package var connectionCount: Int { shared.connectionCount.load() }

  /// The port of the first address that has one; 0 before `start()` and if there are only Unix
  /// sockets.
  public var port: Int { addresses.lazy.compactMap(\.port).first ?? 0 }

  /// Problems that did not prevent the start, such as an expired certificate.
  public var warnings: [String] { group?.warnings ?? [] }

  /// The PEM file that clients need in order to trust the first TLS address;
  /// `nil` if there is none.
  public var certificateToTrust: String? { group?.certificateToTrust }

  /// The base URL of the first address, such as `http://127.0.0.1:8080`; empty before `start()`.
  public var url: String { addresses.first?.url ?? "" }
}

/// The error for a listener that is started twice.
package struct ListenerStateError: DescribedError, Sendable, Hashable {
  package var description: String {
    "this listener was started before; make a new one"
  }
}
