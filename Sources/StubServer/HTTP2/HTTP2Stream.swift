import StubCore

/// One request and its response on an HTTP/2 connection, independent of its other streams.
final class HTTP2Stream {
  /// The state that the streams of a connection share.
  final class Shared {
    let session: HTTP2Session
    let transport: Transport
    let peer: Peer
    let worker: Worker
    let reports: EndReports
    /// The error that answers every request; `nil` to serve requests.
    let refusal: RequestError?
    /// The parsed value of the last authority; most clients send the same value again.
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

    /// The number of body bytes that may arrive before slow links would have delivered them; `nil`
    /// if no link is slow.
    var uploadWindow: Int? {
      UploadWindow.size(of: worker.conditions.uploadLinks(through: peer.link))
    }
  }

  private let id: Int32
  private let shared: Shared
  var draft: HTTP2RequestDraft
  private var hasWholeRequest = false
  /// Whether the client has reset the stream.
  var isReset = false
  /// The bytes of the request's body that slow links have not delivered yet.
  private var upload = PacedUpload()
  /// The time when a body that waits for memory is refused; `nil` if it does not wait.
  private var memoryDeadline: Duration?
  /// The deadline for the whole body; `nil` before its head has arrived.
  private var wholeBodyDeadline: Duration?
  /// The time of the next action for the body: its next bytes, or an error;
  /// `nil` if none is expected.
  private var bodyDeadline: Duration?
  /// The response; `nil` while the request is being received.
  var response: HTTP2Response?

  init(_ id: Int32, _ shared: Shared) {
    self.id = id
    self.shared = shared
    draft = HTTP2RequestDraft(limits: shared.worker.configuration.limits)
    draft.host = shared.lastHost
  }

  private var session: HTTP2Session { shared.session }

  private var timeouts: ListenerTimeouts { shared.worker.configuration.timeouts }

  /// The time of the next action; `nil` if the stream waits for nothing.
  var deadline: Duration? { response == nil ? bodyDeadline : response?.deadline }

  /// Whether the client has ended its side of the stream.
  var isEndedByClient: Bool { isReset || hasWholeRequest }

  /// Whether the server has ended the response; a reset by the client does not count.
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

  /// Handles a part of the body, which counts as received only when slow links would have delivered
  /// it.
  func bodyArrived(_ bytes: Span<UInt8>) {
    guard response == nil else { return session.consume(id, bytes.count) }
    let room = upload.isEmpty ? room(for: bytes.count) : .later
    if room == .free, uploadLinks.isEmpty {
      session.consume(id, bytes.count)
      draft.append(body: bytes)
      if let problem = draft.problem ?? slowness { refuse(problem) } else { waitForBody() }
      return
    }
    // Bytes that wait for links or memory must not block the other streams.
    session.consume(bytes.count)
    let isWaiting = !upload.isEmpty
    upload.append(bytes) { uploadLinks }
    if !isWaiting { continueUpload() }
  }

  /// Reserves memory for `count` more bytes of the body.
  private func room(for count: Int) -> IncomingBody.Room {
    let (worker, peer) = (shared.worker, shared.peer)
    return draft.room(for: count, in: worker.bodyMemory, wake: worker.memoryWaker(of: peer.id)) {
      draft throws(RequestError) in
      worker.answering.neededBodyCount(
        of: try draft.request(from: peer))
    }
  }

  /// The request without its body, which is still being received.
  private lazy var head =
    (try? draft.request(from: shared.peer))?.with(body: .none)

  /// The links that delay the request's body.
  private var uploadLinks: [NetworkLink] {
    let (worker, link) = (shared.worker, shared.peer.link)
    let links = worker.conditions.uploadLinks(through: link)
    return links.isEmpty && !worker.answering.hasSessions
      ? [] : worker.conditions.uploadLinks(of: head, through: link)
  }

  /// Handles the bytes that the links have delivered so far; the others wait.
  private func continueUpload() {
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
      // The stream's window opens only now, so that the client notices how slow the link is.
      session.consumeOnStream(id, slice.count)
      if let problem = draft.problem { return refuse(problem) }
    }
    guard response == nil else { return }
    if hasWholeRequest { answer() } else { waitForBody() }
  }

  private func waitForBody() {
    let now = MonotonicClock.now
    // Slow links may delay a body without a limit of time.
    guard uploadLinks.isEmpty else {
      bodyDeadline = now + timeouts.body
      return
    }
    let whole = wholeBodyDeadline ?? now + timeouts.wholeBody
    wholeBodyDeadline = whole
    bodyDeadline = min(now + timeouts.body, whole)
  }

  /// The error for a body that takes too long, even if it arrives steadily; `nil` before its
  /// deadline.
  private var slowness: RequestError? {
    wholeBodyDeadline.flatMap { $0 <= MonotonicClock.now ? .slowBody(timeouts) : nil }
  }

  func requestEnded() {
    hasWholeRequest = true
    guard response == nil, upload.isEmpty else { return }
    answer()
  }

  // The answer.

  /// Answers the request, which has arrived completely.
  private func answer() {
    do throws(RequestError) {
      let request = try draft.request(from: shared.peer)
      shared.lastHost = draft.host
      draft.dropBody()
      answer(request)
    } catch {
      refuse(error)
    }
  }

  /// Answers a complete request that arrived in HTTP/1.1.
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

  /// Answers with the error and ignores the rest of the request.
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

  /// Continues to receive the body when there is memory for it.
  func memoryGranted() {
    if memoryDeadline != nil { continueUpload() }
  }

  /// Continues after a change of the listener's clock.
  func clockChanged() {
    if response != nil {
      response?.clockChanged()
    } else if !upload.isEmpty {
      continueUpload()
    }
  }

  func deadlinePassed() {
    if response != nil {
      response?.deadlinePassed()
    } else if let memoryDeadline, memoryDeadline <= MonotonicClock.now {
      refuse(shared.worker.bodyMemory.exhausted)
    } else if !upload.isEmpty {
      continueUpload()
    } else {
      refuse(slowness ?? .stalledBody(timeouts))
    }
  }

  /// Ends the response, whose last frame is being sent.
  ///
  /// A client that is still sending is asked to stop. A malformed request resets the stream.
  func responseEnded() {
    response?.end()
    if draft.isMalformed {
      session.reset(id, .protocolError)
    } else if !hasWholeRequest {
      session.reset(id, .noError)
    }
  }

  /// Cancels the response and discards waiting bytes, because the stream has ended.
  func close() {
    response?.cancel()
    bodyDeadline = nil
    _ = upload.drop()
  }
}
