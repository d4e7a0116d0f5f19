import StubCore
import StubPlatform

/// The answer to nghttp2, which asks for the next DATA of a stream.
enum HTTP2Filling: Sendable, Hashable {
  case bytes(Int, isLast: Bool)
  /// The last bytes; the trailer fields after them end the stream.
  case lastBytes(Int, before: HTTP2Fields)
  /// There are no bytes now; `HTTP2Session.resume` makes nghttp2 ask again.
  case later
  /// The stream has been reset.
  case broken
}

/// The response on a stream: its head and DATA frames, made when nghttp2 asks for them.
struct HTTP2Response {
  private enum Phase {
    /// The head has not been sent.
    case waiting
    case sending
    /// A body in memory is being sent, and its first `sent` bytes have been.
    case sendingWhole(EncodedFields, sent: Int)
    case over
  }

  private let exchange: Exchange
  private let shared: HTTP2Stream.Shared
  private var phase = Phase.waiting
  private var trailers: HTTP2Fields?
  /// The ending to report when the last frame has been written.
  private var ending = ResponseEnding.completed
  /// Whether nghttp2 asks for no more DATA until `HTTP2Session.resume` is called.
  private var isDeferred = false
  /// Whether the server has ended the response; a reset by the client does not count.
  private(set) var isEnded = false
  /// Whether nothing more is sent on the stream, which stays open.
  private var isSilent = false
  /// The time of the next action; `nil` if the response waits for nothing.
  private(set) var deadline: Duration?

  init(_ exchange: Exchange, _ shared: HTTP2Stream.Shared) {
    self.exchange = exchange
    self.shared = shared
  }

  private var id: Int32 { Int32(exchange.number) }

  private var session: HTTP2Session { shared.session }

  /// Plays the plan until the head is sent or the plan has to wait.
  mutating func play() {
    while case .waiting = phase {
      switch exchange.next() {
      case .whole: sendWhole()
      case .head(let head, _, let isLast): send(head, isLast: isLast)
      case .wait(_, let time):
        deadline = time
        return
      case .end(let end):
        _ = finish(end)
        return
      case .body, .raw: break
      }
    }
  }

  /// Sends the head and the body of a plan without a wait between them.
  private mutating func sendWhole() {
    let plan = exchange.plan
    do {
      let answer = try plan.encodedFields { try EncodedFields(plan, context) }
      deadline = nil
      phase = .sendingWhole(answer, sent: 0)
      session.respond(id, answer, date: shared.worker.dateBytes)
      noteHead()
    } catch {
      exchange.play(replacementFor: error)
    }
  }

  /// Sends the head, after checking that the response can be sent.
  private mutating func send(_ head: ResponseHead, isLast: Bool) {
    do {
      let encoded = try HTTP2Head(head, context)
      try exchange.openBody()
      deadline = nil
      phase = .sending
      trailers = encoded.trailers
      let isOver = isLast && trailers == nil
      if isOver, case .end(let end) = exchange.next() { ending = end.reported }
      session.respond(id, encoded.fields, hasBody: !isOver)
      noteHead()
    } catch {
      exchange.play(replacementFor: error)
    }
  }

  private static let frameHead = 9  // the bytes of a frame's head (RFC 9113 §4.1)

  /// Notes that the head, which has at least one byte, is the next frame on the connection.
  private func noteHead() {
    let place = shared.transport.writtenCount
    exchange.tally.begin(at: place)
    exchange.tally.endHead(at: place + Self.frameHead + 1)
  }

  /// Notes that `count` bytes of the body are the next frame on the connection.
  private func noteBody(_ count: Int) {
    let transport = shared.transport
    exchange.tally.add(
      count, to: transport.writtenCount + Self.frameHead + count, sent: transport.sentCount)
  }

  private var context: EncodedHead.Context {
    let plan = exchange.plan
    var context = EncodedHead.Context(method: exchange.method)
    context.date = shared.worker.date
    context.bodyCount = plan.tail == nil ? plan.body.count : nil
    return context
  }

  /// Fills the buffer with the bytes that are due.
  ///
  /// A frame never has bytes of two steps of the plan.
  mutating func fill(_ room: UnsafeMutableBufferPointer<UInt8>) -> HTTP2Filling {
    switch phase {
    case .sendingWhole(let answer, let sent): fill(room, answer, from: sent)
    case .sending: fillAsPlanned(room)
    case .waiting, .over: .broken
    }
  }

  private mutating func fill(
    _ room: UnsafeMutableBufferPointer<UInt8>, _ answer: EncodedFields, from sent: Int
  ) -> HTTP2Filling {
    let count = min(room.count, answer.body.count - sent)
    _ = answer.body.dropFirst(sent).prefix(count).copyBytes(to: room)
    phase = .sendingWhole(answer, sent: sent + count)
    deadline = nil
    noteBody(count)
    return .bytes(count, isLast: sent + count == answer.body.count)
  }

  private mutating func fillAsPlanned(
    _ room: UnsafeMutableBufferPointer<UInt8>
  ) -> HTTP2Filling {
    while true {
      switch exchange.next(room: room.count) {
      case .body(let piece):
        do throws(BodyReadError) {
          try Self.read(piece, of: exchange, into: room)
        } catch {
          // A file that has changed since it was opened ends the response.
          return finish(.failing(.error(error)))
        }
        deadline = nil
        noteBody(piece.source.count)
        guard piece.isLast, case .end(let end) = exchange.next() else {
          return .bytes(piece.source.count, isLast: false)
        }
        return finish(end, after: piece.source.count)
      case .wait(_, let time):
        isDeferred = true
        deadline = time
        return .later
      case .end(let end): return finish(end)
      case .whole, .head, .raw: break
      }
    }
  }

  private static func read(
    _ piece: Player.Piece, of exchange: Exchange, into room: UnsafeMutableBufferPointer<UInt8>
  ) throws(BodyReadError) {
    switch piece.source {
    case .body(let range):
      try exchange.body?.read(range, into: UnsafeMutableRawBufferPointer(room))
    case .tail(let data): _ = data.copyBytes(to: room)
    }
  }

  // The end.

  /// Ends the response after the `count` bytes in the buffer.
  private mutating func finish(_ end: Player.End, after count: Int = 0) -> HTTP2Filling {
    deadline = nil
    ending = end.reported
    let cause = HTTP2Ending(end.cause)
    if cause != .complete { endEarly(ending, cause) }
    switch cause {
    case .complete:
      return trailers.map { .lastBytes(count, before: $0) } ?? .bytes(count, isLast: true)
    case .reset(let code):
      session.reset(id, code)
      return .broken
    case .goAway(let code):
      session.terminate(code)
      return .later
    case .stall:
      guard shared.worker.isStopping else {
        isSilent = true
        return .later
      }
      session.reset(id, .cancel)
      return .broken
    }
  }

  /// Ends the response before its last frame, because of a fault or an error.
  private mutating func endEarly(_ ending: ResponseEnding, _ cause: HTTP2Ending) {
    isEnded = true
    phase = .over
    shared.reports.add(exchange.end(ending, cause.fault))
  }

  /// Ends the stream of a response whose head cannot be sent, for example because it is too long.
  mutating func headNotSent() {
    guard !isEnded else { return }
    deadline = nil
    exchange.tally = SentTally()
    endEarly(.failed(.network(.cannotParseResponse)), .reset(.internalError))
    session.reset(id, .internalError)
  }

  /// Ends a stalled stream, which would otherwise keep the connection open.
  func shutDownGracefully() {
    if isSilent { session.reset(id, .cancel) }
  }

  /// Notes that the last frame has been written.
  mutating func end() {
    isEnded = true
    shared.reports.add(exchange.end(ending))
  }

  /// Stops the response because the stream has ended.
  mutating func cancel() {
    exchange.cancel(sent: shared.transport.sentCount, since: shared.transport.inputEnd)
    shared.reports.clientLeft(exchange.number)
    phase = .over
    deadline = nil
  }

  // Waiting.

  /// Handles a result from another thread.
  mutating func deliver(_ arrival: Exchange.Arrival) {
    if exchange.take(arrival) { continueSending() }
  }

  /// Continues after a change of the listener's clock.
  mutating func clockChanged() { continueSending() }

  private mutating func continueSending() {
    switch phase {
    case .waiting: play()
    case .sending where isDeferred:
      isDeferred = false
      deadline = nil
      session.resume(id)
    case .sending, .sendingWhole, .over: break
    }
  }

  mutating func deadlinePassed() {
    deadline = nil
    switch phase {
    case .waiting: play()
    case .sending where isDeferred: continueSending()
    case .sending, .sendingWhole: handleReadTimeout()
    case .over: break
    }
  }

  private mutating func handleReadTimeout() {
    // If windows allow more DATA, the client does not read the connection; `HTTP2Connection`
    // handles that.
    guard !session.hasSendWindow(id) else { return }
    endEarly(.cancelled, .reset(.cancel))
    session.reset(id, .cancel)
  }

  /// Starts the time limit for the client to make room, once all bytes that fit have been sent.
  mutating func watch(at now: Duration, isOutputFull: Bool) {
    guard !isEnded else { return }
    exchange.reportProgress(sent: shared.transport.sentCount)
    switch phase {
    case .sending where !isDeferred:
      // The time until the client makes room is lost for slow links, so that no burst follows.
      if !exchange.plan.links.isEmpty, isOutputFull || !session.hasSendWindow(id) {
        _ = exchange.next(room: 0)
      }
    case .sendingWhole: break
    case .waiting, .sending, .over: return
    }
    if deadline == nil { deadline = now + shared.worker.configuration.timeouts.stalledWrite }
  }
}
