import StubCore

#if canImport(FoundationNetworking)
import Foundation
import FoundationNetworking
#else
import Foundation
#endif

/// The part of a stubber that answers requests.
///
/// The stubber and every request in progress keep it. Where the platform allows this,
/// configurations and sessions also keep it, because the optimizer may release a stubber after its
/// last use, which is often the line that creates the session. The endpoint does not keep a
/// session, so there is no cycle.
final class Endpoint: Sendable {
  let stubs: StubSet
  let clock: any StubClock
  let webhooks: WebhookSender
  let slot: Slot
  let uses = Lock(StubberUse())
  let adviser = Lock<(@Sendable (String) -> Void)?>(nil)
  private let backing = Lock<URLSession?>(nil)

  /// The session that sends requests to the network; `nil` for a new session for each request.
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
    if let noRequestsReason = noRequestsReason(of: "a stubber") { advise(noRequestsReason) }
  }

  /// Passes a warning to the closure that `onWarning` has set.
  func warn(_ text: String) { stubs.hooks.problem(text) }
}

extension Endpoint {
  /// Returns whether the stubber takes a request; this counts nothing and reads no stream.
  ///
  /// WebSockets are taken, and then fail with an explanation. Custom schemes of an app, such as
  /// `app:`, are taken, but schemes that Foundation loads without HTTP are not. The body of an
  /// upload is not known at this time. If a matcher needs it, and the request would otherwise pass
  /// through, the request is taken. It is then decided on when it starts, and can still be sent to
  /// the network.
  ///
  /// In sessions without a stubber, another protocol class may handle a custom scheme. So in these,
  /// a request with such a scheme is taken only if a stub answers it.
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
    let unseen = BodyPlaceholder()
    let body = request.httpBody.map { RequestBody($0) } ?? RequestBody { unseen.look() }
    if stubs.handles(ReceivedRequest(request, body: body)) { return true }
    return unseen.wasRequested && request.mayCarryBody
  }
}

extension Endpoint {
  /// Notes a request that was not taken, and that the session itself loads.
  ///
  /// The body is included if it is in the request; streams are not read.
  func notePassed(_ request: URLRequest) {
    guard request.isForStubs else { return }
    stubs.notePassed(ReceivedRequest(request, body: RequestBody(request.httpBody)))
  }
}

extension URLProtocol {
  /// Whether the task opens a WebSocket, for which no response is possible.
  ///
  /// Apple's loading system may show the request of such a task with the scheme `https`.
  var isWebSocket: Bool { task is URLSessionWebSocketTask || request.isForWebSocket }
}

extension URLRequest {
  fileprivate var isForHTTP: Bool {
    ["http", "https"].contains(url?.scheme?.lowercasedASCII())
  }

  /// Whether stubs may answer the request; Foundation itself loads requests with some schemes
  /// without HTTP.
  fileprivate var isForStubs: Bool {
    guard let scheme = url?.scheme?.lowercasedASCII() else { return false }
    return !["about", "blob", "data", "file", "ftp", "javascript"].contains(scheme)
  }

  /// Whether the request has the scheme of a WebSocket (RFC 6455 §3).
  fileprivate var isForWebSocket: Bool {
    ["ws", "wss"].contains(url?.scheme?.lowercasedASCII())
  }

  /// Whether the request may have a body that it does not itself contain, such as a stream or an
  /// upload.
  fileprivate var mayCarryBody: Bool {
    httpBodyStream != nil || !["GET", "HEAD"].contains(httpMethod ?? "GET")
  }
}

/// A placeholder for a body that is not known yet, which notes whether the body is asked for.
private final class BodyPlaceholder: Sendable {
  private let wanted = AtomicBool(false)

  var wasRequested: Bool { wanted.load() }

  func look() -> Data? {
    wanted.store(true)
    return nil
  }
}
