import StubCore

#if canImport(FoundationNetworking)
import Foundation
import FoundationNetworking
#else
import Foundation
#endif

/// The part of a stubber that answers requests.
///
/// The stubber and every request in progress keep it. If the platform allows it, configurations and
/// sessions also keep it, because the optimizer may release a stubber after its last use. That is
/// often the line that made the session. It does not keep a session, so there is no cycle.
final class Endpoint: Sendable {
  let stubs: StubSet
  let clock: any StubClock
  let webhooks: WebhookSender
  let slot: Slot
  let uses = Lock(StubberUse())
  let adviser = Lock<(@Sendable (String) -> Void)?>(nil)
  private let backing = Lock<URLSession?>(nil)

  /// The session that sends requests to the network; `nil` for a separate session for each request.
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

  /// Calls the stubber's `onWarning` handler.
  func warn(_ text: String) { stubs.hooks.problem(text) }
}

extension Endpoint {
  /// Returns whether the stubber takes a request; nothing is counted and no stream is read.
  ///
  /// WebSockets are taken, and then fail with an explanation. Custom schemes of an app, such as
  /// `app:`, are taken, but not the schemes that Foundation loads without HTTP. The body of an
  /// upload is not available at this point. If a matcher needs it and the request would pass
  /// through, the request is taken and decided when it starts, when it can still be sent to the
  /// network.
  ///
  /// In sessions without a stubber, a custom scheme may have its own protocol class. There it is
  /// taken only if a stub answers it.
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
  /// Notes a request that was not taken, so that the session loads it itself.
  ///
  /// Its body is noted if it is in the request; streams are not read.
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

  /// Whether stubs may answer the request; Foundation loads the other schemes itself, without HTTP.
  fileprivate var isForStubs: Bool {
    guard let scheme = url?.scheme?.lowercasedASCII() else { return false }
    return !["about", "blob", "data", "file", "ftp", "javascript"].contains(scheme)
  }

  /// Whether the scheme is that of a WebSocket (RFC 6455 §3).
  fileprivate var isForWebSocket: Bool {
    ["ws", "wss"].contains(url?.scheme?.lowercasedASCII())
  }

  /// Whether the request may have a body that is not in the request itself.
  fileprivate var mayCarryBody: Bool {
    httpBodyStream != nil || !["GET", "HEAD"].contains(httpMethod ?? "GET")
  }
}

/// A placeholder for a body that is not available yet, which notes whether anything reads it.
private final class UnseenBody: Sendable {
  private let wanted = AtomicBool(false)

  var wasWanted: Bool { wanted.load() }

  func look() -> Data? {
    wanted.store(true)
    return nil
  }
}
