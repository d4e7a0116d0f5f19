import StubCore

/// What a connection does once it speaks HTTP/2: many streams, each with its own request and answer.
///
/// Confined to its worker's thread. Everything that nghttp2 tells comes from within `pump()`.
final class HTTP2Connection {
  /// Bytes that are taken before what they lead to is sent: a stream that has to be reset is closed
  /// only then, and until then others are refused that should count as too many.
  private static let bytesBetweenSending = 4 * 1_024

  unowned let connection: Connection
  let worker: Worker
  let session: HTTP2Session
  var streams: [Int32: HTTP2Stream] = [:]
  private var guardian: HTTP2FloodGuard
  private var isPumping = false
  /// When the client's SETTINGS must be here; `nil` once they are.
  var greetingDeadline: Duration?
  /// The stream whose fields are coming in, and when they must be complete.
  var openHead: (stream: Int32, deadline: Duration)?
  /// When a connection without streams is closed; `nil` while there are any.
  var idleDeadline: Duration?
  /// When streams are no longer taken, as the listener stops.
  var lastCallDeadline: Duration?
  private(set) var reports = HTTP2Reports()
  /// Streams whose answers have begun since output was last sent.
  private var begun: [Int32] = []
  /// Streams with something to send through links, which lose their time while there is no room.
  private var paced: Set<Int32> = []
  /// What was read of the last authority: a client hardly ever changes it.
  var lastHost: KnownHost?

  /// Fails when there is no memory.
  init?(_ connection: Connection) {
    let limits = connection.worker.configuration.limits
    guard let session = HTTP2Session(limits) else { return nil }
    guardian = HTTP2FloodGuard(limits)
    self.session = session
    self.connection = connection
    worker = connection.worker
    session.attach(to: self)
    session.begin(limits, uploadWindow: connection.uploadWindow)
    let now = MonotonicClock.now
    greetingDeadline = now + worker.configuration.timeouts.head
    idleDeadline = now + worker.configuration.timeouts.idle
  }

  var id: Int { connection.id }

  var localPort: Int? { connection.parser.localPort }

  /// Not known in clear text, where a proxy may stand in front.
  var scheme: String? { connection.parser.isSecure ? "https" : nil }

  var isOutputFull: Bool { (connection.socket?.outputCount ?? 0) >= Playback.outputLimit }

  /// Takes what has come and sends what is due, as far as the client reads it.
  func pump() {
    guard !isPumping else { return }
    isPumping = true
    while let socket = connection.socket {
      send(socket)
      guard socket.inputCount > 0, !isOutputFull else { break }
      var problem: HTTP2ErrorCode?
      socket.consume(atMost: Self.bytesBetweenSending) { bytes in
        problem = session.receive(bytes)
        return bytes.count
      }
      if let problem { session.terminate(problem) }
    }
    isPumping = false
    watchBegun()
    if !paced.isEmpty { paced = paced.filter { streams[$0]?.noteRoom() ?? false } }
    guard connection.http2 === self else { return }
    reportSent()
    if session.isOver {
      finish()
    } else if connection.hasEndOfInput {
      // Nobody reads on with one half of an HTTP/2 connection: the client is gone.
      connection.close()
    } else {
      setTimer()
    }
  }

  private func send(_ socket: SocketBuffer) {
    while !isOutputFull {
      let isMore = session.send { bytes in
        socket.write(bytes)
        reports.wrote(bytes.count)
      }
      guard isMore else { return }
    }
  }

  /// Watches whether the client takes what is sent on the stream, if it does not do so at once.
  func expectProgress(on stream: Int32) { begun.append(stream) }

  /// Watches whether there is room for what goes through links on the stream.
  func watchRoom(on stream: Int32) { paced.insert(stream) }

  private func watchBegun() {
    guard !begun.isEmpty else { return }
    for id in begun { streams[id]?.expectProgressWhileSending() }
    begun.removeAll(keepingCapacity: true)
  }

  private func setTimer() {
    var first = Duration?.none
    func note(_ deadline: Duration?) {
      if let deadline { first = min(first ?? deadline, deadline) }
    }
    note(greetingDeadline)
    note(openHead?.deadline)
    note(idleDeadline)
    note(lastCallDeadline)
    note(readDeadline)
    if let first { connection.timer.set(first) } else { connection.timer.clear() }
  }

  /// By when the client must have read more; `nil` while nothing waits for it.
  var readDeadline: Duration? {
    guard let socket = connection.socket, socket.outputCount > 0 else { return nil }
    return (socket.restsSince ?? MonotonicClock.now) + worker.configuration.timeouts.stalledWrite
  }

  func settingsArrived() { greetingDeadline = nil }

  func idleFrameArrived() {
    if !guardian.allowsIdleFrame(at: MonotonicClock.now) { session.terminate(.enhanceYourCalm) }
  }

  func requestBegan(_ id: Int32) {
    openHead = (id, MonotonicClock.now + worker.configuration.timeouts.head)
    open(id)
  }

  @discardableResult
  func open(_ id: Int32) -> HTTP2Stream {
    let stream = HTTP2Stream(id, on: self)
    streams[id] = stream
    idleDeadline = nil
    session.shareFairly(id)
    return stream
  }

  func fieldArrived(_ name: Span<UInt8>, _ value: Span<UInt8>, on id: Int32) {
    // Fields behind the body are dropped: no matcher asks for trailers.
    guard openHead?.stream == id else { return }
    streams[id]?.draft.append(name, value)
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

  func fill(_ room: UnsafeMutableBufferPointer<UInt8>, of id: Int32) -> HTTP2Stream.Filling {
    streams[id]?.fill(room) ?? .broken
  }

  /// The last frame of a response is on its way; a client still sending is told not to.
  func responseEnded(_ id: Int32) {
    guard let stream = streams[id] else { return }
    stream.isEndedOnPurpose = true
    note(stream)
    if !stream.hasWholeRequest { session.reset(id, .noError) }
  }

  func streamClosed(_ id: Int32) {
    if openHead?.stream == id { openHead = nil }
    guard let stream = streams.removeValue(forKey: id) else { return }
    if streams.isEmpty {
      idleDeadline = MonotonicClock.now + worker.configuration.timeouts.idle
    }
    stream.close()
    if connection.refusal != nil { session.terminate(.noError) }
    if stream.isEndedOnPurpose {
      note(stream)
    } else {
      stream.report?.finish(.cancelled)
      stream.report = nil
      if !guardian.allowsReset(at: MonotonicClock.now) { session.terminate(.enhanceYourCalm) }
    }
  }

  /// Reports the exchanges whose bytes have left the server.
  func reportSent() {
    guard let socket = connection.socket else { return }
    for report in reports.takeSent(unsent: socket.outputCount) { report.finish(report.ending) }
  }

  func takeReports() -> [Connection.Report] { reports.takeAll() }

  /// Notes the end of the stream's exchange, to be reported when all that was sent before is out.
  func note(_ stream: HTTP2Stream) {
    guard let report = stream.report else { return }
    stream.report = nil
    reports.add(report)
  }
}
