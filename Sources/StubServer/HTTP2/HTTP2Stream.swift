import StubCore

/// One request and its answer, independent of the others on its connection.
final class HTTP2Stream {
  /// What the streams of a connection share.
  final class Shared {
    let session: HTTP2Session
    let transport: Transport
    let peer: Peer
    let worker: Worker
    let reports: EndReports
    /// The answer to every request; `nil` to serve them.
    let refusal: RequestError?
    /// What was read of the last authority: a client hardly ever changes it.
    var lastHost: KnownHost?

    init(
      _ session: HTTP2Session, _ transport: Transport, _ peer: Peer, _ worker: Worker,
      _ reports: EndReports, refusal: RequestError?
    ) {
      self.session = session
      self.transport = transport
      self.peer = peer
      self.worker = worker
      self.reports = reports
      self.refusal = refusal
    }

    /// Bytes of a request body that may have come before the lines would have brought them.
    var uploadWindow: Int? { UploadWindow.size(of: worker.uploadLinks(through: peer.link)) }
  }

  private let id: Int32
  private let shared: Shared
  var draft: HTTP2RequestDraft
  private var hasWholeRequest = false
  /// Whether the client has reset it.
  var isReset = false
  /// What has come of the request's body before the links would have brought it.
  private var upload = PacedUpload()
  /// Until when the body may wait for memory; `nil` while it does not.
  private var memoryDeadline: Duration?
  /// When the whole body must be here; `nil` before its head is.
  private var wholeBodyDeadline: Duration?
  /// When the next piece of the body is due or overdue; `nil` while none is waited for.
  private var bodyDeadline: Duration?
  /// The answer; `nil` while the request is coming in.
  private var response: HTTP2Response?

  init(_ id: Int32, _ shared: Shared) {
    self.id = id
    self.shared = shared
    draft = HTTP2RequestDraft(limits: shared.worker.configuration.limits)
    draft.host = shared.lastHost
  }

  private var session: HTTP2Session { shared.session }

  private var timeouts: ListenerTimeouts { shared.worker.configuration.timeouts }

  /// When something is due or overdue; `nil` while nothing is waited for.
  var deadline: Duration? { response == nil ? bodyDeadline : response?.deadline }

  /// Whether the client has nothing more to say on it.
  var isEndedByClient: Bool { isReset || hasWholeRequest }

  /// Whether the response has ended, in whatever way, and was not broken off by the client.
  var isEndedHere: Bool { response?.isEnded ?? false }

  // The request.

  func headEnded(isWholeRequest: Bool) {
    draft.endHead()
    hasWholeRequest = isWholeRequest
    if let problem = shared.refusal ?? draft.problem {
      refuse(problem)
    } else if isWholeRequest || draft.method == .connect {
      answer()
    } else if case .refused(let error) = room(for: 0) {
      refuse(error)
    } else {
      if draft.expectsContinue { session.invite(id) }
      waitForBody()
    }
  }

  /// Takes a part of the body; it counts as come once the links to the server have brought it.
  func bodyArrived(_ bytes: Span<UInt8>) {
    guard response == nil else { return session.consume(id, bytes.count) }
    let room = upload.isEmpty ? room(for: bytes.count) : .later
    if room == .free, uploadLinks.isEmpty {
      session.consume(id, bytes.count)
      draft.append(body: bytes)
      if let problem = draft.problem ?? slowness { refuse(problem) } else { waitForBody() }
      return
    }
    // What waits here must not hold up the other streams.
    session.consume(bytes.count)
    let isWaiting = !upload.isEmpty
    upload.append(bytes) { uploadLinks }
    if !isWaiting { uploadCame() }
  }

  /// Whether there is memory for so many more bytes of the body.
  private func room(for count: Int) -> IncomingBody.Room {
    let (worker, peer) = (shared.worker, shared.peer)
    return draft.room(for: count, in: worker.bodyMemory, wake: worker.memoryWaker(of: peer.id)) {
      draft throws(RequestError) in
      worker.neededBodyCount(
        of: try draft.request(isSecure: peer.isSecure, localPort: peer.localPort))
    }
  }

  /// The request without its body, which is coming.
  private lazy var head =
    (try? draft.request(
      isSecure: shared.peer.isSecure, localPort: shared.peer.localPort))?.with(body: .none)

  /// The links that the body comes through.
  private var uploadLinks: [NetworkLink] {
    let (worker, link) = (shared.worker, shared.peer.link)
    let links = worker.uploadLinks(through: link)
    return links.isEmpty && !worker.hasSessions ? [] : worker.uploadLinks(of: head, through: link)
  }

  /// Goes on with what the links have brought by now, and waits for the rest.
  private func uploadCame() {
    while response == nil, !upload.isEmpty {
      switch room(for: upload.count) {
      case .free: memoryDeadline = nil
      case .later:
        let deadline = memoryDeadline ?? MonotonicClock.now + timeouts.body
        (memoryDeadline, bodyDeadline) = (deadline, deadline)
        return
      case .refused(let error): return refuse(error)
      }
      let slice = upload.take(at: shared.worker.clock.now) { draft.append(body: $0) }
      guard let slice else { return }
      guard slice.count > 0 else {
        bodyDeadline = shared.worker.clock.deadline(of: slice.time)
        return
      }
      // The client may send as much again only now, so that it notices how slow the link is.
      session.consumeOnStream(id, slice.count)
      if let problem = draft.problem { return refuse(problem) }
    }
    guard response == nil else { return }
    if hasWholeRequest { answer() } else { waitForBody() }
  }

  private func waitForBody() {
    let now = MonotonicClock.now
    // Links of the stubs' own may be as slow as they like.
    guard uploadLinks.isEmpty else {
      bodyDeadline = now + timeouts.body
      return
    }
    let whole = wholeBodyDeadline ?? now + timeouts.wholeBody
    wholeBodyDeadline = whole
    bodyDeadline = min(now + timeouts.body, whole)
  }

  /// What to say of a body that takes too long, however steadily it comes.
  private var slowness: RequestError? {
    wholeBodyDeadline.flatMap { $0 <= MonotonicClock.now ? .slowBody(timeouts) : nil }
  }

  func requestEnded() {
    hasWholeRequest = true
    guard response == nil, upload.isEmpty else { return }
    answer()
  }

  // The answer.

  /// Answers the request, which is whole.
  private func answer() {
    do throws(RequestError) {
      let peer = shared.peer
      let request = try draft.request(isSecure: peer.isSecure, localPort: peer.localPort)
      shared.lastHost = draft.host
      draft.dropBody()
      answer(request)
    } catch {
      refuse(error)
    }
  }

  /// Answers a request that came whole in HTTP/1.1.
  func answer(upgraded request: ReceivedRequest) {
    hasWholeRequest = true
    answer(request)
  }

  private func answer(_ request: ReceivedRequest) {
    var request = request
    if let address = shared.peer.address { request.clientAddress = address }
    if let subject = shared.peer.certificateSubject { request.clientCertificateSubject = subject }
    begin(
      Exchange(
        request, number: Int(id), on: .http2, from: shared.peer, worker: shared.worker))
  }

  /// Answers with the error; what is left of the request is overlooked.
  private func refuse(_ error: RequestError) {
    session.consumeOnStream(id, upload.drop())
    draft.dropBody()
    begin(
      Exchange(
        refusing: error, to: draft.method, number: Int(id), on: .http2, from: shared.peer,
        worker: shared.worker))
  }

  private func begin(_ exchange: Exchange) {
    response = HTTP2Response(exchange, shared)
    response?.play()
  }

  /// Puts the bytes of the body that are due into the room.
  func fill(_ room: UnsafeMutableBufferPointer<UInt8>) -> HTTP2Filling {
    response?.fill(room) ?? .broken
  }

  /// Goes on with what has come.
  func deliver(_ arrival: Exchange.Arrival) { response?.deliver(arrival) }

  /// Goes on with a body for which there is memory now.
  func memoryCame() {
    if memoryDeadline != nil { uploadCame() }
  }

  /// Goes on as the listener's clock says now.
  func clockChanged() {
    if response != nil {
      response?.clockChanged()
    } else if !upload.isEmpty {
      uploadCame()
    }
  }

  func deadlinePassed() {
    if response != nil {
      response?.deadlinePassed()
    } else if let memoryDeadline, memoryDeadline <= MonotonicClock.now {
      refuse(shared.worker.bodyMemory.exhausted)
    } else if !upload.isEmpty {
      uploadCame()
    } else {
      refuse(slowness ?? .stalledBody(timeouts))
    }
  }

  /// Notes that all has been sent that can be sent now.
  func watch(at now: Duration, isOutputFull: Bool) {
    response?.watch(at: now, isOutputFull: isOutputFull)
  }

  /// The last frame of a response is being sent; a client that is still sending is told to stop, and one
  /// that has sent a malformed request is told so.
  func responseEnded() {
    response?.end()
    if draft.isMalformed {
      session.reset(id, .protocolError)
    } else if !hasWholeRequest {
      session.reset(id, .noError)
    }
  }

  /// nghttp2 has given up the head of the response.
  func headNotSent() { response?.headNotSent() }

  /// Lets the answer come to its end, and ends the stream if it has none.
  func finishUp() { response?.finishUp() }

  /// Stops everything, because the stream has ended.
  func close() {
    response?.cancel()
    bodyDeadline = nil
    _ = upload.drop()
  }
}
