import StubCore

#if canImport(FoundationNetworking)
import Foundation
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

extension Endpoint {
  /// Whether the stubber takes a request on; nothing is counted and no stream is read.
  ///
  /// WebSockets are taken on, and then fail with an explanation; so are schemes of an app's own, such as
  /// `app:`, but not those that Foundation loads without HTTP. At this
  /// point the body of an upload cannot be seen. When a matcher asks for a body that cannot be seen and
  /// the request would pass through, it is taken on and decided when it starts, where it can still be
  /// sent on.
  ///
  /// In sessions of others, a scheme of an app's own may have a protocol of its own: there it is taken on only
  /// if a stub answers it.
  func admits(_ request: URLRequest, ofOtherSession isOfOther: Bool = false) -> Bool {
    guard request.isForStubs else {
      note(.hasOtherScheme)
      return false
    }
    if isOfOther, !request.isForHTTP, !request.isForWebSocket {
      return stubs.stub(answering: ReceivedRequest(request, body: RequestBody(request.httpBody)))
        != nil
    }
    if stubs.handlesEverything { return true }
    let unseen = UnseenBody()
    let body = request.httpBody.map { RequestBody($0) } ?? RequestBody { unseen.look() }
    if stubs.handles(ReceivedRequest(request, body: body)) { return true }
    return unseen.wasWanted && request.mayCarryBody
  }
}

extension Endpoint {
  /// Notes a request that has not been taken on, so that the session loads it itself.
  ///
  /// Its body is noted where it is on the request; nothing is read for that.
  func notePassed(_ request: URLRequest) {
    guard request.isForStubs else { return }
    stubs.notePassed(ReceivedRequest(request, body: RequestBody(request.httpBody)))
  }
}

extension URLProtocol {
  /// Whether a WebSocket is to be opened, to which no response can be given.
  ///
  /// Apple's loading system may show the request of such a task with the scheme `https`.
  var isWebSocket: Bool { task is URLSessionWebSocketTask || request.isForWebSocket }
}

extension URLRequest {
  fileprivate var isForHTTP: Bool {
    ["http", "https"].contains(url?.scheme?.lowercasedASCII())
  }

  /// Whether stubs may answer it: Foundation loads other schemes itself, and not over HTTP.
  fileprivate var isForStubs: Bool {
    guard let scheme = url?.scheme?.lowercasedASCII() else { return false }
    return !["about", "blob", "data", "file", "ftp", "javascript"].contains(scheme)
  }

  /// Whether the scheme is that of a WebSocket (RFC 6455 §3).
  fileprivate var isForWebSocket: Bool {
    ["ws", "wss"].contains(url?.scheme?.lowercasedASCII())
  }

  /// Whether a body may come with it that the request itself does not show.
  fileprivate var mayCarryBody: Bool {
    httpBodyStream != nil || !["GET", "HEAD"].contains(httpMethod ?? "GET")
  }
}

/// Stands in for a body that cannot be seen yet, and notes whether anybody wanted to see it.
private final class UnseenBody: Sendable {
  private let wanted = AtomicBool(false)

  var wasWanted: Bool { wanted.load() }

  func look() -> Data? {
    wanted.store(true)
    return nil
  }
}
