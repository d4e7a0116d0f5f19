import StubCore

/// A connection that speaks HTTP/2: many streams, each with its own request and answer.
///
/// It reads and writes, and tells the connection what is to happen next. Everything that nghttp2
/// tells comes from within `proceed()`.
final class HTTP2Connection {
  /// Bytes that are taken before what they lead to is sent: a stream that has to be reset is closed
  /// only then, and until then others are refused that should count as too many.
  private static let bytesBetweenSending = 4 * 1_024
  /// How many times as large as allowed a head may be before it ends the connection.
  private static let mostRefusedHeads = 4

  private let transport: Transport
  private let session: HTTP2Session
  /// What the streams share.
  private let shared: HTTP2Stream.Shared
  private var streams: [Int32: HTTP2Stream] = [:]
  private var states = HTTP2StreamStates()
  private var guardian: HTTP2FloodGuard
  private var heads = HTTP2FrameHeads()
  /// When the client's SETTINGS must be here; `nil` once they are.
  private var greetingDeadline: Duration?
  /// The stream whose fields are coming in, and when they must be complete.
  private var openHead: (stream: Int32, deadline: Duration)?
  /// The bytes of the fields that came since the last HEADERS frame began.
  private var fieldBytes = 0
  /// When a connection without streams is closed; `nil` while there are any.
  private var idleDeadline: Duration?
  /// When streams are no longer taken, as the listener stops.
  private var lastCallDeadline: Duration?

  /// With a refusal, that is the answer to every request.
  ///
  /// Fails if there is no memory.
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

  /// Takes stream 1 from the HTTP/1.1 request that asked for HTTP/2.
  ///
  /// - Returns: whether the offer made sense; if not, nothing has happened.
  func upgrade(_ offer: HTTP2Upgrade, _ request: ReceivedRequest) -> Bool {
    guard session.upgrade(offer.settings, isHead: request.method == .head) else { return false }
    transport.write(HTTP2Upgrade.agreement)
    open(1).answer(upgraded: request)
    return true
  }

  /// Takes what has come and sends what is due, as far as the client reads it.
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
    // What has ended without another byte is out with those before it.
    shared.reports.note(written: transport.writtenCount)
    let streamDeadline = watchStreams()
    if session.isOver {
      abandon()
      return .end(.orderly)
    }
    // An HTTP/2 client that closes its half of a connection has gone.
    if transport.hasEndOfInput { return .close }
    return .wait(until: firstDeadline(streamDeadline))
  }

  /// Takes bytes of the client, frames that nghttp2 would overlook in turn with the others.
  private func receive(_ bytes: Span<UInt8>) -> HTTP2ErrorCode? {
    var (start, end) = (0, 0)
    while let head = heads.next(in: bytes, at: &end) {
      // What came before it decides on its stream; of the frame itself nothing happens yet.
      if let problem = session.receive(bytes.extracting(start..<end - 1)) { return problem }
      start = end - 1
      if let problem = error(for: head) { return problem }
    }
    return session.receive(bytes.extracting(start..<bytes.count))
  }

  /// What ends the connection when that frame comes (RFC 9113 §5.1, §6.3); `nil` for nothing.
  private func error(for head: HTTP2FrameHeads.Head) -> HTTP2ErrorCode? {
    switch head.kind {
    case HTTP2FrameHeads.Head.priority:
      head.stream == 0 || head.dependency == head.stream ? .protocolError : nil
    case HTTP2FrameHeads.Head.data where streams[head.stream] == nil:
      states.errorForData(on: head.stream)
    default: nil
    }
  }

  /// When something is due or overdue, of a stream or of the connection.
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

  /// Lets the streams note how far they have come; returns the first of their deadlines.
  private func watchStreams() -> Duration? {
    guard !streams.isEmpty else { return nil }
    let now = MonotonicClock.now
    let isOutputFull = isOutputFull
    var first: Duration?
    for stream in streams.values {
      stream.watch(at: now, isOutputFull: isOutputFull)
      if let deadline = stream.deadline { first = min(first ?? deadline, deadline) }
    }
    return first
  }

  /// By when the client must have read more; `nil` while nothing waits for it.
  private var readDeadline: Duration? {
    guard transport.outputCount > 0 else { return nil }
    return (transport.restsSince ?? MonotonicClock.now) + timeouts.stalledWrite
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
      // What is due first goes out whole before the next begins.
      send()
    }
    return proceed()
  }

  /// Goes on with what has come from elsewhere; `nil` if it was not waited for.
  func take(_ news: Connection.News) -> Connection.Effect? {
    switch news {
    case .arrival(let arrival, let number):
      guard let stream = streams[Int32(number)] else { return nil }
      stream.deliver(arrival)
    case .memory: for stream in streams.values { stream.memoryCame() }
    case .clock: for stream in streams.values { stream.clockChanged() }
    }
    return proceed()
  }

  /// Lets streams that have begun come to their end, and closes the connection then.
  func finishUp() -> Connection.Effect {
    session.announceEnd()
    for stream in streams.values { stream.finishUp() }
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

  /// Ends the connection if the client may not open that stream.
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

  /// Takes a field.
  ///
  /// - Returns: whether the connection may go on.
  func fieldArrived(_ name: Span<UInt8>, _ value: Span<UInt8>, on id: Int32) -> Bool {
    fieldBytes += name.count + value.count
    // Some more than is allowed is answered. But a byte can stand for a field of 4 KB (RFC 7541 §6.1), so that
    // little of a client can be much work here.
    guard fieldBytes / Self.mostRefusedHeads <= shared.worker.configuration.limits.headSize else {
      session.terminate(.enhanceYourCalm)
      return false
    }
    // Fields behind the body are dropped: no matcher asks for trailers.
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
    streams[id]?.fill(room) ?? .broken
  }

  func responseEnded(_ id: Int32) { streams[id]?.responseEnded() }

  func headNotSent(_ id: Int32) { streams[id]?.headNotSent() }

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
