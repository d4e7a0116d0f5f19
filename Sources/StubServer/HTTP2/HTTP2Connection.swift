import StubCore

/// A connection that speaks HTTP/2: many streams, each with one request and its response.
///
/// Its functions return effects for its `Connection`. nghttp2 calls back only within `proceed()`.
final class HTTP2Connection {
  /// The most bytes to receive before frames are sent, because a reset stream counts as open until
  /// its RST_STREAM frame is sent.
  private static let bytesBetweenSending = 4 * 1_024
  /// The factor by which a head may exceed its size limit before the connection ends.
  private static let mostRefusedHeads = 4

  private let transport: Transport
  private let session: HTTP2Session
  /// The state that the streams share.
  private let shared: HTTP2Stream.Shared
  private var streams: [Int32: HTTP2Stream] = [:]
  private var states = HTTP2StreamStates()
  private var guardian: HTTP2FloodGuard
  private var heads = HTTP2FrameHeads()
  /// The deadline for the client's SETTINGS; `nil` once they have arrived.
  private var greetingDeadline: Duration?
  /// The stream whose fields are being received, and their deadline.
  private var openHead: (stream: Int32, deadline: Duration)?
  /// The bytes of the fields since the last HEADERS frame began.
  private var fieldBytes = 0
  /// The time when a connection without streams is closed; `nil` while there are streams.
  private var idleDeadline: Duration?
  /// The time from which a stopping listener refuses new streams.
  private var lastCallDeadline: Duration?

  /// Creates the connection; `nil` if there is no memory.
  ///
  /// With a `refusal`, every request is answered with this error.
  init?(
    _ transport: Transport, _ peer: Peer, worker: Worker, reports: EndReports,
    refusal: RequestError?
  ) {
    let limits = worker.configuration.limits
    guard let session = HTTP2Session(limits) else { return nil }
    guardian = HTTP2FloodGuard(limits)
    self.transport = transport
    self.session = session
    shared = HTTP2Stream.Shared(
      session, transport, peer, worker, reports, refusal: refusal)
    let now = MonotonicClock.now
    greetingDeadline = now + worker.configuration.timeouts.head
    idleDeadline = now + worker.configuration.timeouts.idle
    session.attach(to: self)
    session.begin(limits, uploadWindow: shared.uploadWindow)
  }

  private var timeouts: ListenerTimeouts { shared.worker.configuration.timeouts }

  private var isOutputFull: Bool { transport.outputCount >= transport.outputLimit }

  /// Answers the HTTP/1.1 request that asked for HTTP/2, as stream 1.
  ///
  /// - Returns: `false`, without effects, if the client's offer is invalid.
  func upgrade(_ offer: HTTP2Upgrade, _ request: ReceivedRequest) -> Bool {
    guard session.upgrade(offer.settings, isHead: request.method == .head) else { return false }
    transport.write(HTTP2Upgrade.agreement)
    open(1).answer(upgraded: request)
    return true
  }

  /// Handles the received bytes, and sends the frames that are due if the client reads.
  func proceed() -> Connection.Effect {
    while true {
      send()
      guard transport.inputCount > 0, !isOutputFull else { break }
      var problem: HTTP2ErrorCode?
      transport.consume(atMost: Self.bytesBetweenSending) { bytes in
        problem = receive(bytes)
        return bytes.count
      }
      if let problem { session.terminate(problem) }
    }
    // Streams that ended without another byte are complete when the bytes written so far have left.
    shared.reports.note(written: transport.writtenCount)
    let streamDeadline = watchStreams()
    if session.isOver {
      abandon()
      return .end(.orderly)
    }
    // An HTTP/2 client that has closed its sending side has left.
    if transport.hasEndOfInput { return .close }
    return .wait(until: firstDeadline(streamDeadline))
  }

  /// Parses received bytes, and checks in their order the PRIORITY and DATA frames that nghttp2
  /// would ignore.
  private func receive(_ bytes: Span<UInt8>) -> HTTP2ErrorCode? {
    var (start, end) = (0, 0)
    while let head = heads.next(in: bytes, at: &end) {
      // Earlier bytes may change the head's stream, so nghttp2 handles them before the check.
      if let problem = session.receive(bytes.extracting(start..<end - 1)) { return problem }
      start = end - 1
      if let problem = error(for: head) { return problem }
    }
    return session.receive(bytes.extracting(start..<bytes.count))
  }

  /// Returns the error of a frame that must end the connection (RFC 9113 §5.1, §6.3), or `nil`.
  private func error(for head: HTTP2FrameHeads.Head) -> HTTP2ErrorCode? {
    switch head.kind {
    case HTTP2FrameHeads.Head.priority:
      head.stream == 0 || head.dependency == head.stream ? .protocolError : nil
    case HTTP2FrameHeads.Head.data where streams[head.stream] == nil:
      states.errorForData(on: head.stream)
    default: nil
    }
  }

  /// Returns the first deadline of the connection and its streams.
  private func firstDeadline(_ ofStream: Duration?) -> Duration? {
    var first = ofStream
    func note(_ deadline: Duration?) {
      if let deadline { first = min(first ?? deadline, deadline) }
    }
    note(greetingDeadline)
    note(openHead?.deadline)
    note(idleDeadline)
    note(lastCallDeadline)
    note(readDeadline)
    return first
  }

  private func send() {
    while !isOutputFull {
      let isMore = session.send { bytes in
        transport.write(bytes)
        shared.reports.note(written: transport.writtenCount)
      }
      guard isMore else { return }
    }
  }

  /// Makes the streams report their progress, and returns the earliest of their deadlines.
  private func watchStreams() -> Duration? {
    guard !streams.isEmpty else { return nil }
    let now = MonotonicClock.now
    let isOutputFull = isOutputFull
    var first: Duration?
    for stream in streams.values {
      stream.response?.watch(at: now, isOutputFull: isOutputFull)
      if let deadline = stream.deadline { first = min(first ?? deadline, deadline) }
    }
    return first
  }

  /// The deadline by which the client must read more; `nil` if no output waits.
  private var readDeadline: Duration? {
    guard transport.outputCount > 0 else { return nil }
    return (transport.blockedSince ?? MonotonicClock.now) + timeouts.stalledWrite
  }

  func deadlinePassed() -> Connection.Effect {
    let now = MonotonicClock.now
    func hasPassed(_ deadline: Duration?) -> Bool { deadline.map { $0 <= now } ?? false }
    if hasPassed(readDeadline) { return .close }
    if hasPassed(greetingDeadline) {
      session.terminate(.settingsTimeout)
    } else if hasPassed(openHead?.deadline) {
      session.terminate(.enhanceYourCalm)
    } else if hasPassed(idleDeadline) {
      session.terminate(.noError)
    } else if hasPassed(lastCallDeadline) {
      lastCallDeadline = nil
      session.refuseStreams()
    }
    let due = streams.values.filter { hasPassed($0.deadline) }
    for stream in due.sorted(by: { $0.deadline ?? now < $1.deadline ?? now })
    where hasPassed(stream.deadline) {
      stream.deadlinePassed()
      // The frames of this stream are sent before the next stream acts.
      send()
    }
    return proceed()
  }

  /// Handles a result that does not come from the client; returns `nil` if nothing waited for it.
  func take(_ news: Connection.InternalEvent) -> Connection.Effect? {
    switch news {
    case .arrival(let arrival, let number):
      guard let stream = streams[Int32(number)] else { return nil }
      stream.response?.deliver(arrival)
    case .memory: for stream in streams.values { stream.memoryGranted() }
    case .clock: for stream in streams.values { stream.clockChanged() }
    }
    return proceed()
  }

  /// Lets open streams complete, and then closes the connection.
  func shutDownGracefully() -> Connection.Effect {
    session.announceEnd()
    for stream in streams.values { stream.response?.shutDownGracefully() }
    lastCallDeadline = MonotonicClock.now + Connection.lastWait
    return proceed()
  }

  /// Stops every stream.
  func abandon() {
    for stream in streams.values { stream.close() }
    streams = [:]
  }

  @discardableResult
  private func open(_ id: Int32) -> HTTP2Stream {
    let stream = HTTP2Stream(id, shared)
    streams[id] = stream
    idleDeadline = nil
    session.follow(uploadWindow: shared.uploadWindow)
    session.shareFairly(id)
    return stream
  }

  // Callbacks of nghttp2.

  func settingsBegan() { session.settingsBegan(streams: streams.keys) }

  func settingsArrived() {
    greetingDeadline = nil
    if session.hasTooLargeWindow { session.terminate(.flowControlError) }
  }

  func idleFrameArrived() {
    if !guardian.allowsIdleFrame(at: MonotonicClock.now) { session.terminate(.enhanceYourCalm) }
  }

  /// Ends the connection if fields are not allowed on stream `id`, such as on a closed stream.
  func fieldsBegan(on id: Int32) {
    fieldBytes = 0
    if streams[id] == nil, let error = states.errorForFields(on: id) { session.terminate(error) }
  }

  func resetBegan(on id: Int32) { streams[id]?.isReset = true }

  func requestBegan(_ id: Int32) {
    states.open(id)
    openHead = (id, MonotonicClock.now + timeouts.head)
    open(id)
  }

  /// Adds a field to the head that is being received.
  ///
  /// - Returns: `false` if the connection must end.
  func fieldArrived(_ name: Span<UInt8>, _ value: Span<UInt8>, on id: Int32) -> Bool {
    fieldBytes += name.count + value.count
    // A head slightly above the limit gets an error response. But one byte can stand for a field of
    // 4 KB (RFC 7541 §6.1), so a few bytes from a client can cause much work here.
    guard fieldBytes / Self.mostRefusedHeads <= shared.worker.configuration.limits.headSize else {
      session.terminate(.enhanceYourCalm)
      return false
    }
    // Fields after the body are discarded: no matcher reads trailers.
    if openHead?.stream == id { streams[id]?.draft.append(name, value) }
    return true
  }

  func invalidFieldArrived(_ name: Span<UInt8>, on id: Int32) {
    guard openHead?.stream == id else { return }
    streams[id]?.draft.refuseField(name)
  }

  func headEnded(_ id: Int32, isWholeRequest: Bool) {
    openHead = nil
    streams[id]?.headEnded(isWholeRequest: isWholeRequest)
  }

  func bodyArrived(_ bytes: Span<UInt8>, on id: Int32) {
    if let stream = streams[id] {
      stream.bodyArrived(bytes)
    } else {
      session.consume(id, bytes.count)
    }
  }

  func requestEnded(_ id: Int32) { streams[id]?.requestEnded() }

  func fill(_ room: UnsafeMutableBufferPointer<UInt8>, of id: Int32) -> HTTP2Filling {
    streams[id]?.response?.fill(room) ?? .broken
  }

  func responseEnded(_ id: Int32) { streams[id]?.responseEnded() }

  func headNotSent(_ id: Int32) { streams[id]?.response?.headNotSent() }

  func streamClosed(_ id: Int32) {
    if openHead?.stream == id { openHead = nil }
    guard let stream = streams.removeValue(forKey: id) else { return }
    if stream.isEndedByClient { states.close(id) }
    if streams.isEmpty { idleDeadline = MonotonicClock.now + timeouts.idle }
    if shared.refusal != nil { session.terminate(.noError) }
    stream.close()
    if !stream.isEndedHere, !guardian.allowsReset(at: MonotonicClock.now) {
      session.terminate(.enhanceYourCalm)
    }
  }
}
