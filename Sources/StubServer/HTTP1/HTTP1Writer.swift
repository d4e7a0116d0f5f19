import StubCore
import StubPlatform

/// Writes one response as HTTP/1: its head, its body with the framing, and its end.
struct HTTP1Writer {
  /// The size in bytes from which the system sends a part of a file directly.
  ///
  /// Smaller parts are read, and sent in one piece with the head.
  private static let leastFilePart = 64 * 1_024

  /// The properties of the request and the connection that the head depends on.
  private let context: EncodedHead.Context
  private var head: EncodedHead?
  private var headSent = 0
  /// Whether another response may follow.
  private(set) var keepsAlive = false
  /// Whether the system sends parts of the body directly from a file.
  private(set) var sendsFile = false

  init(_ context: EncodedHead.Context) { self.context = context }

  /// Writes the head and the body together.
  ///
  /// If they cannot be sent, the exchange plays an error response.
  mutating func writeWhole(of exchange: Exchange, to transport: Transport, _ worker: Worker) {
    let plan = exchange.plan
    let mayGoOn = context.keepsAlive && !worker.isStopping
    let answer: EncodedResponse
    do {
      answer = try plan.encodedAnswer(isHTTP10: context.isHTTP10, keepsAlive: mayGoOn) {
        try EncodedResponse(plan, context.of(worker))
      }
    } catch {
      return exchange.play(replacementFor: error)
    }
    keepsAlive = answer.keepsAlive
    answer.withBytes(date: worker.dateBytes) { transport.write($0) }
    var count = answer.bytes.count
    if answer.endsBeforeBody, case .data(let body) = plan.body {
      transport.write(body)
      count += body.count
    }
    exchange.tally.addWhole(count, body: plan.bodyCount, to: transport.writtenCount)
  }

  /// Checks whether a response can be sent, and writes the first `end` bytes of its head.
  ///
  /// If it cannot be sent, the exchange plays an error response.
  mutating func write(
    _ head: ResponseHead, upTo end: Int, of exchange: Exchange, to transport: Transport,
    _ worker: Worker
  ) {
    do {
      write(try self.head ?? encode(head, exchange, worker), upTo: end, of: exchange, to: transport)
    } catch {
      exchange.play(replacementFor: error)
    }
  }

  private mutating func write(
    _ encoded: EncodedHead, upTo end: Int, of exchange: Exchange, to transport: Transport
  ) {
    head = encoded
    let range = headSent..<max(headSent, min(end, encoded.bytes.count))
    exchange.tally.begin(at: transport.writtenCount)
    encoded.bytes.withSpan { transport.write($0.extracting(range)) }
    headSent = range.upperBound
    if headSent == encoded.bytes.count { exchange.tally.endHead(at: transport.writtenCount) }
  }

  private mutating func encode(
    _ head: ResponseHead, _ exchange: Exchange, _ worker: Worker
  ) throws -> EncodedHead {
    let plan = exchange.plan
    var context = context.of(worker)
    context.bodyCount = plan.tail == nil ? plan.body.count : nil
    // After a faulty response, a client must not take its remaining bytes for the next response.
    if plan.fault != nil { context.keepsAlive = false }
    let encoded = try EncodedHead(head, context)
    try exchange.openBody()
    keepsAlive = encoded.keepsAlive
    return encoded
  }

  /// Writes a piece of the body; each step of the plan is one chunk if the body is chunked.
  mutating func write(
    _ piece: Player.Piece, of exchange: Exchange, to transport: Transport
  ) throws(BodyReadError) {
    guard let framing = head?.framing, framing != .none else { return }
    if framing == .chunked, let count = piece.opens {
      transport.write("\(String(count, radix: 16))\r\n")
    }
    switch piece.source {
    case .tail(let data): transport.write(data)
    case .body(let range):
      if framing == .plain, exchange.plan.links.isEmpty, range.count >= Self.leastFilePart,
        transport.sendsFiles, let part = try exchange.body?.filePart(range)
      {
        sendsFile = true
        transport.write(part)
      } else {
        try exchange.body?.withBytes(range) { transport.write($0) }
      }
    }
    exchange.tally.add(
      piece.source.count, to: transport.writtenCount, sent: transport.sentCount)
    if framing == .chunked, piece.closes { transport.write("\r\n") }
  }

  /// Writes bytes that need not be HTTP, without any framing.
  func write(raw bytes: Data, of exchange: Exchange, to transport: Transport) {
    exchange.tally.begin(at: transport.writtenCount)
    transport.write(bytes)
  }

  /// Writes the bytes that end the response, if its framing needs any.
  mutating func writeEnd(_ end: Player.End, to transport: Transport) {
    switch end.cause {
    case .complete: if let head, head.framing == .chunked { transport.write(head.chunksEnd) }
    case .failed(let failure):
      if headSent == 0, let bytes = failure.wireBytes { transport.write(bytes) }
    case .fault: break
    }
  }
}

extension EncodedHead.Context {
  /// Returns the context with the current values of `worker`.
  fileprivate func of(_ worker: Worker) -> Self {
    var context = self
    context.date = worker.date
    if worker.isStopping { context.keepsAlive = false }
    return context
  }
}
