import StubCore

/// The network links and the faults of a listener, which can change while it serves.
final class ListenerConditions: Sendable {
  private struct State {
    var link: NetworkLink?
    var connectionNetwork: NetworkProfile?
    var faults: ActiveFaults
    var stubObserver: Observer<Void>?
  }

  private let state: Lock<State>
  /// Whether there is a network link.
  ///
  /// Every request checks this, and most listeners have none.
  private let hasLink: AtomicBool
  private let answering: any Answering
  private let random: SeededRandom
  /// The clock for the durations of faults.
  let clock: ListenerClock

  init(
    _ configuration: ListenerConfiguration, _ answering: any Answering, _ clock: ListenerClock
  ) {
    state = Lock(
      State(
        link: configuration.network.map(NetworkLink.init),
        connectionNetwork: configuration.connectionNetwork,
        faults: ActiveFaults(configuration.faults, at: clock.now)))
    hasLink = AtomicBool(configuration.network != nil)
    self.answering = answering
    random = answering.random
    self.clock = clock
  }

  /// The faults of connections and of TLS.
  ///
  /// If the connection fault or the TLS faults do not change, their counts continue.
  var faults: ListenerFaults {
    get { state.withLock { $0.faults.faults } }
    set {
      let now = clock.now
      state.withLock { $0.faults.set(newValue, at: now) }
    }
  }

  /// Starts the counts of all faults, because the listener serves from now on.
  func begin() {
    let now = clock.now
    state.withLock { $0.faults = ActiveFaults($0.faults.faults, at: now) }
  }

  /// Sets the connection fault and starts its count.
  func begin(_ fault: ConnectionFaultRule) {
    let now = clock.now
    state.withLock { $0.faults.begin(fault, at: now) }
  }

  /// Sets the TLS faults and starts their counts.
  func begin(_ faults: [TLSFaultRule]) {
    let now = clock.now
    state.withLock { $0.faults.begin(faults, at: now) }
  }

  /// Whether connections are refused now, and the end of the refusal on the monotonic clock.
  ///
  /// The end is `nil` if it is not known.
  var refusal: (isOn: Bool, end: Duration?) {
    let now = clock.now
    let refusal = state.withLock { $0.faults.refusal(at: now) }
    return (refusal.isOn, refusal.end.flatMap(clock.deadline))
  }

  /// Returns the fault of the next connection; each call counts as a connection.
  func nextConnectionFault() -> ConnectionFault? {
    let now = clock.now
    let random = answering.random
    return state.withLock { $0.faults.nextConnectionFault(at: now, random) }
  }

  /// Returns the fault of the next TLS client that asks for server `name`; each call counts as a
  /// client.
  func nextTLSFault(forServerName name: String?) -> TLSFault? {
    let now = clock.now
    let random = answering.random
    return state.withLock { $0.faults.nextTLSFault(name, at: now, random) }
  }

  var link: NetworkLink? {
    hasLink.load() ? state.withLock { $0.link } : nil
  }

  var network: NetworkProfile? {
    get { link?.profile }
    set {
      let link = newValue.map(NetworkLink.init)
      state.withLock {
        $0.link = link
        hasLink.store(link != nil)
      }
    }
  }

  var connectionNetwork: NetworkProfile? {
    get { state.withLock { $0.connectionNetwork } }
    set { state.withLock { $0.connectionNetwork = newValue } }
  }

  /// Calls `change` at once if the stub set has a network link, and whenever it gets another one.
  func followStubs(_ change: @escaping @Sendable () -> Void) {
    guard let stubs = answering.stubs else { return }
    let last = Lock<NetworkLink?>(nil)
    let observer = Observer<Void> { [weak stubs] _ in
      let link = stubs?.link
      let isOther = last.withLock { last in
        defer { last = link }
        return last != link
      }
      if isOther { change() }
    }
    state.withLock { $0.stubObserver = observer }
    stubs.add(observer)
    observer.tell(())
  }

  func stopFollowingStubs() {
    let observer = state.withLock { $0.stubObserver.take() }
    if let observer { answering.stubs?.remove(observer) }
  }

  /// Returns the network links of a connection: that of the listener, and its own link `own`.
  ///
  /// A link that is not set is left out.
  func links(with own: NetworkLink?) -> [NetworkLink] {
    let link = link
    if link == nil, own == nil { return [] }
    return [link, own].compactMap(\.self)
  }

  /// Returns the links that delay the body of a request on a connection with the link `own`.
  ///
  /// Without a head, these are the links for requests outside of sessions.
  func uploadLinks(
    of head: ReceivedRequest? = nil, through own: NetworkLink?
  ) -> [NetworkLink] {
    let links = answering.bodyLinks(of: head, through: links(with: own))
    return links.isEmpty ? links : links.filter { $0.limits(.upload) }
  }
}

/// The faults of a listener, each with the count of clients since it was set.
struct ActiveFaults: Sendable {
  private(set) var faults: ListenerFaults
  private var connection: OccurrenceCounter?
  private var tls: [OccurrenceCounter]

  /// Starts the counts at the time `now`.
  init(_ faults: ListenerFaults, at now: Duration) {
    self.faults = faults
    connection = faults.connection.map { OccurrenceCounter($0.occurrence, start: now) }
    tls = faults.tls.map { OccurrenceCounter($0.occurrence, start: now) }
  }

  /// Sets the faults; the counts of unchanged faults continue.
  mutating func set(_ new: ListenerFaults, at now: Duration) {
    if new.connection != faults.connection { begin(new.connection, at: now) }
    if new.tls != faults.tls { begin(new.tls, at: now) }
  }

  /// Sets the connection fault and starts its count at the time `now`.
  mutating func begin(_ fault: ConnectionFaultRule?, at now: Duration) {
    faults.connection = fault
    connection = fault.map { OccurrenceCounter($0.occurrence, start: now) }
  }

  /// Sets the TLS faults and starts their counts at the time `now`.
  mutating func begin(_ faults: [TLSFaultRule], at now: Duration) {
    self.faults.tls = faults
    tls = faults.map { OccurrenceCounter($0.occurrence, start: now) }
  }

  /// Returns whether connections are refused at the time `now`, and the time at which they are no
  /// longer refused.
  ///
  /// The time is `nil` if it is not known.
  func refusal(at now: Duration) -> (isOn: Bool, end: Duration?) {
    guard faults.connection?.fault == .refuse, let connection, connection.isActive(at: now) else {
      return (false, nil)
    }
    return (true, connection.end)
  }

  mutating func nextConnectionFault(at now: Duration, _ random: SeededRandom) -> ConnectionFault? {
    guard let rule = faults.connection, rule.fault != .refuse,
      connection?.meetsNext(at: now, random: random) == true
    else { return nil }
    return rule.fault
  }

  mutating func nextTLSFault(
    _ serverName: String?, at now: Duration, _ random: SeededRandom
  ) -> TLSFault? {
    for (place, rule) in faults.tls.enumerated() where rule.isAbout(serverName: serverName) {
      if tls[place].meetsNext(at: now, random: random) { return rule.fault }
    }
    return nil
  }
}
