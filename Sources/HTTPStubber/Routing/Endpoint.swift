import StubCore
import Synchronization

/// What answers the requests of a stubber; it outlives the stubber while requests are in flight.
final class Endpoint: Sendable {
  let stubs: StubSet
  let clock: any StubClock

  init(stubs: StubSet, clock: any StubClock) {
    self.stubs = stubs
    self.clock = clock
  }

  /// Tells the stubber's `onWarning` handler.
  func warn(_ text: String) { stubs.hooks.problem(text) }
}

/// The way from a protocol class to what answers its requests.
final class Route: Sendable {
  let endpoint: Endpoint
  private let open: Atomic<Bool>

  init(to endpoint: Endpoint, isOpen: Bool = true) {
    self.endpoint = endpoint
    open = Atomic(isOpen)
  }

  /// Whether requests take this way; a closed one leaves them to the network.
  var isOpen: Bool {
    get { open.load(ordering: .acquiring) }
    set { open.store(newValue, ordering: .releasing) }
  }
}
