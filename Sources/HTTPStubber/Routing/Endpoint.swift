import StubCore

#if canImport(FoundationNetworking)
import FoundationNetworking
#else
import Foundation
#endif

/// What answers the requests of a stubber.
///
/// The stubber holds it, and so does every request in flight. Where the platform allows it, its
/// configurations and sessions hold it too: the optimizer may end the life of a stubber right after its
/// last use, which is often the line that made the session. It holds no session, so there is no cycle.
final class Endpoint: Sendable {
  let stubs: StubSet
  let clock: any StubClock
  let webhooks: WebhookSender
  let slot: Slot
  let uses = Lock(StubberUse())
  let adviser = Lock<(@Sendable (String) -> Void)?>(nil)
  private let backing = Lock<URLSession?>(nil)

  /// What loads requests for real; `nil` for a session of each one's own.
  var backingSession: URLSession? {
    get { backing.withLock { $0 } }
    set { backing.withLock { $0 = newValue } }
  }

  init(stubs: StubSet, clock: any StubClock) {
    self.stubs = stubs
    self.clock = clock
    webhooks = WebhookSender(WebhookConfiguration(), clock: clock, load: WebhookRelay.load)
    slot = SlotRegistry.shared.makeSlot()
    SlotRegistry.shared.register(self)
  }

  deinit {
    SlotRegistry.shared.retire(slot)
    if let neglect = neglect(of: "a stubber") { advise(neglect) }
  }

  /// Tells the stubber's `onWarning` handler.
  func warn(_ text: String) { stubs.hooks.problem(text) }
}
