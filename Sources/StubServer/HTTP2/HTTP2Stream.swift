import StubCore

/// One request and its answer, independent of the others on its connection.
final class HTTP2Stream {
  enum Activity {
    case receiving
    /// A stub's own code is making the answer.
    case deciding(Task<Void, Never>)
    /// The response waits for a gate; the number is there to stop waiting by.
    case held(HTTP2Playback, HTTPStubGate, Int)
    /// The head is not due yet.
    case waiting(HTTP2Playback)
    case sending(HTTP2Playback)
    /// A body that is in memory, of which this many bytes are out.
    case sendingWhole(EncodedFields, sent: Int)
    case over
  }

  let id: Int32
  unowned let connection: HTTP2Connection
  var draft: HTTP2RequestDraft
  var activity = Activity.receiving
  var hasWholeRequest = false
  /// What has come of the request's body before the lines would have brought it.
  var upload = HTTP2Upload()
  /// What the head of the response being made must know.
  var context = EncodedHead.Context()
  /// The exchange that is going on, until its end has been noted.
  var report: Connection.Report?
  /// Whether nghttp2 waits to be told of more DATA.
  var isDeferred = false
  /// Whether the server ends the stream early on purpose.
  var isEndedOnPurpose = false
  /// Made when there is something to wait for: most answers go out at once.
  private var timer: DeadlineTimer?

  init(_ id: Int32, on connection: HTTP2Connection) {
    self.id = id
    self.connection = connection
    draft = HTTP2RequestDraft(limits: connection.worker.configuration.limits)
    draft.host = connection.lastHost
  }

  var timeouts: ListenerTimeouts { connection.worker.configuration.timeouts }

  func headEnded(isWholeRequest: Bool) {
    draft.endHead()
    hasWholeRequest = isWholeRequest
    if let problem = connection.connection.refusal ?? draft.problem {
      refuse(problem)
    } else if isWholeRequest || draft.method == .connect {
      answer()
    } else {
      if draft.expectsContinue { connection.session.invite(id) }
      waitForBody()
    }
  }

  func requestEnded() {
    hasWholeRequest = true
    guard case .receiving = activity, upload.isEmpty else { return }
    answer()
  }

  /// Answers the request, which is whole.
  func answer() {
    do throws(RequestError) {
      let request = try draft.request(
        scheme: connection.scheme, localPort: connection.localPort)
      connection.lastHost = draft.host
      answer(request)
    } catch {
      refuse(error)
    }
  }

  /// Answers with the error; what is left of the request is overlooked.
  func refuse(_ error: RequestError) {
    dropUpload()
    context = EncodedHead.Context(method: draft.method)
    start(.refusing(error))
  }

  /// Asks the stubs and begins to play their answer.
  func answer(_ request: ReceivedRequest) {
    context = EncodedHead.Context(method: request.method)
    var request = request
    if let subject = connection.connection.socket?.clientCertificateSubject {
      request.clientCertificateSubject = subject
    }
    let answer = connection.worker.answer(request, through: connection.connection.link)
    stopWaiting()
    report = Connection.Report(finish: answer.finish)
    switch answer.answer {
    case .ready(let plan): start(plan)
    case .pending(let work):
      let (id, connectionID) = (id, connection.id)
      let mailbox = connection.worker.mailbox
      activity = .deciding(
        Task {
          let plan = await work()
          mailbox.post { $0.connection(connectionID)?.http2?.resume(id, with: plan) }
        })
    }
  }

  func wait(until deadline: Duration) {
    if timer == nil {
      timer = DeadlineTimer(on: connection.worker.loop)
      timer?.onDeadline = { [unowned self] in deadlinePassed() }
    }
    timer?.set(deadline)
  }

  func stopWaiting() { timer?.clear() }

  private func deadlinePassed() {
    let connection = connection
    switch activity {
    case .receiving where !upload.isEmpty: uploadCame()
    case .receiving:
      refuse(
        RequestError(
          408, expected: "more of the body within \(timeouts.body)", found: "nothing for too long",
          try: "send the request without pauses, or raise the timeout `body`"))
    case .waiting(let playback): play(playback)
    case .sending where isDeferred: goOn()
    case .sending, .sendingWhole: readingTookTooLong()
    case .deciding, .held, .over: return
    }
    connection.pump()
  }

  /// Goes on with a body that had nothing to send for a while.
  func goOn() {
    guard case .sending(let playback) = activity, isDeferred else { return }
    isDeferred = false
    expectProgress()
    if !playback.plan.links.isEmpty { connection.watchRoom(on: id) }
    connection.session.resume(id)
  }

  /// Sets the time by which the client must have made room for more.
  func expectProgress() { wait(until: MonotonicClock.now + timeouts.stalledWrite) }

  /// The same if the head is out and the body is not, with nothing set yet.
  func expectProgressWhileSending() {
    switch activity {
    case .sending where timer?.deadline == nil && !isDeferred,
      .sendingWhole where timer?.deadline == nil:
      expectProgress()
    default: break
    }
  }

  private func readingTookTooLong() {
    // While the client lets more be sent, it is the whole connection that has stalled.
    guard !connection.session.mayFill(id) else { return expectProgress() }
    isEndedOnPurpose = true
    report?.ending = .cancelled
    connection.session.reset(id, .cancel)
  }

  /// Stops whatever goes on, as the stream is no more.
  func close() {
    if case .deciding(let task) = activity { task.cancel() }
    if case .held(_, let gate, let number) = activity { gate.stopWaiting(number) }
    activity = .over
    connection.session.consume(upload.drop())
    stopWaiting()
  }
}
