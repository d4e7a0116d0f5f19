import StubCore

/// Parses requests from a stream of bytes, strictly by RFC 9112;
/// the bytes may arrive in pieces of any size.
///
/// The parser does not read from a socket, wait or write. After a failure, the next bytes cannot be
/// understood, so every further call returns the same failure.
package struct RequestParser: Sendable {
  package enum Event: Sendable, Hashable {
    /// All bytes are consumed and no request is complete.
    case needsInput
    /// The client waits for `100 Continue` before it sends the body.
    case expectsContinue
    case request(IncomingRequest)
    /// The case is `indirect`, so that the other events stay small.
    indirect case failure(RequestError)
  }

  enum Stage: Sendable, Hashable {
    case requestLine
    case fields
    case body(remaining: Int)
    case chunkSize
    case chunk(remaining: Int)
    case chunkEnd
    case trailers
    case failed
  }

  /// The number of empty lines before a request line that are ignored (RFC 9112 §2.2).
  static let toleratedEmptyLines = 8
  private static let lineEnd = Array("\r\n".utf8)

  let limits: ListenerLimits
  /// The port of the listener, which URLs of stubs may omit.
  let localPort: Int?
  /// The scheme of requests without a whole URL; `nil` if it is unknown.
  let scheme: String?
  /// Whether the requests are marked as received by a listener.
  let isListening: Bool
  /// The subject of the client's certificate; `nil` if the client has sent none.
  var clientCertificateSubject: String?
  var clientAddress: String?
  /// The tunnel in which the requests arrive; `nil` for none.
  var tunnel: Tunnel?
  var stage = Stage.requestLine
  private var failure: RequestError?
  /// The bytes of a line whose end has not arrived.
  private var partialLine: [UInt8] = []
  var lineNumber = 1
  /// The line of the request being read; until it is complete, the line of the previous request.
  var requestLine = RequestLine()
  var fields = WireFields()
  var fieldCount = 0
  private var knownFields = KnownFields()
  /// Whether this request's header fields equal `knownFields`.
  private var hasKnownFields = false
  /// The parsed value of the last `Host` field; most clients send the same value again.
  var lastHost: KnownHost?
  /// The size in bytes of the head's field lines so far, including line ends.
  private var headSize = 0
  var facts = HeadFacts()
  var body = IncomingBody()

  package init(
    limits: ListenerLimits = ListenerLimits(), localPort: Int? = nil, scheme: String? = nil,
    isListening: Bool = false
  ) {
    self.limits = limits
    self.isListening = isListening
    self.localPort = localPort
    self.scheme = scheme
  }

  /// Whether a part of a request has arrived, but not all of it.
  package var isWithinRequest: Bool {
    stage != .requestLine || !partialLine.isEmpty
  }

  /// Whether the head is complete and the body is incomplete.
  package var isWithinBody: Bool {
    switch stage {
    case .body, .chunkSize, .chunk, .chunkEnd, .trailers: true
    case .requestLine, .fields, .failed: false
    }
  }

  /// The size that the body has at least; `isWhole` says whether this is its final size.
  var expectedBody: (count: Int, isWhole: Bool) {
    switch stage {
    case .body(let remaining): (body.count + remaining, true)
    case .chunk(let remaining): (body.count + remaining, false)
    case .requestLine, .fields, .chunkSize, .chunkEnd, .trailers, .failed: (body.count, false)
    }
  }

  /// Parses from `index` up to the next event, and moves `index` past the parsed bytes.
  package mutating func next(in input: Span<UInt8>, at index: inout Int) -> Event {
    // The start of the head's fields, if all fields so far are in this input.
    var fieldsStart: Int?
    do throws(RequestError) {
      while true {
        if stage == .failed, let failure { return .failure(failure) }
        let event: Event?
        switch stage {
        case .body(let remaining):
          event = readBody(input, &index, remaining)
        case .chunk(let remaining):
          event = readChunk(input, &index, remaining)
        case .fields:
          event = try readFields(input, &index, &fieldsStart)
        default:
          event = try readLine(input, &index)
        }
        if let event { return event }
      }
    } catch {
      stage = .failed
      failure = error
      return .failure(error)
    }
  }

  private mutating func readBody(
    _ input: Span<UInt8>, _ index: inout Int, _ remaining: Int
  ) -> Event? {
    let count = take(remaining, of: input, &index)
    stage = .body(remaining: remaining - count)
    return remaining == count ? finish() : .needsInput
  }

  private mutating func readChunk(
    _ input: Span<UInt8>, _ index: inout Int, _ remaining: Int
  ) -> Event? {
    let count = take(remaining, of: input, &index)
    stage = remaining == count ? .chunkEnd : .chunk(remaining: remaining - count)
    return remaining == count ? nil : .needsInput
  }

  /// Adds up to `most` bytes of the input to the body.
  private mutating func take(_ most: Int, of input: Span<UInt8>, _ index: inout Int) -> Int {
    let count = min(most, input.count - index)
    body.append(input.extracting(index..<index + count))
    index += count
    return count
  }

  /// Reads all fields at once if they equal those of the previous request; otherwise reads one
  /// line.
  private mutating func readFields(
    _ input: Span<UInt8>, _ index: inout Int, _ start: inout Int?
  ) throws(RequestError) -> Event? {
    if fieldCount == 0, partialLine.isEmpty {
      if let length = knownFields.length(in: input, at: index) {
        index += length
        return try endKnownFields(length)
      }
      start = index
    }
    if let start {
      if input.continues(with: Self.lineEnd, at: index) {
        hasKnownFields = knownFields.keep(
          input.extracting(start..<index + Self.lineEnd.count), count: fieldCount, fields, facts)
      }
    } else {
      knownFields.forget()
    }
    return try readLine(input, &index)
  }

  /// Ends the head, whose fields equal the fields of the connection's previous request.
  ///
  /// `length` is the number of their bytes, including the empty line.
  private mutating func endKnownFields(_ length: Int) throws(RequestError) -> Event? {
    hasKnownFields = true
    facts = knownFields.facts
    fieldCount = knownFields.count
    lineNumber += fieldCount
    headSize = length - Self.lineEnd.count
    return try Self.lineEnd.withSpan { line throws(RequestError) in
      try endLine(line.extracting(0..<1))
    }
  }

  /// The fields of the request, without spare memory.
  var headers: HTTPHeaders {
    hasKnownFields ? knownFields.headers : HTTPHeaders(fields.trimmed())
  }

  /// Reads one line, or stores the part that has arrived.
  private mutating func readLine(
    _ input: Span<UInt8>, _ index: inout Int
  ) throws(RequestError) -> Event? {
    if stage == .requestLine, partialLine.isEmpty, index < input.count {
      try checkFirst(input[index])
    }
    let end = input.firstIndex(of: UInt8(ascii: "\n"), from: index)
    let piece = input.extracting(index..<(end ?? input.count))
    if partialLine.count + piece.count > lineLimit { throw tooLong(piece) }
    guard let end else {
      piece.withUnsafeBufferPointer { partialLine.append(contentsOf: $0) }
      index = input.count
      return .needsInput
    }
    index = end + 1
    if partialLine.isEmpty { return try endLine(piece) }
    var whole: [UInt8] = []
    swap(&whole, &partialLine)
    piece.withUnsafeBufferPointer { whole.append(contentsOf: $0) }
    return try whole.withSpan { line throws(RequestError) in try endLine(line) }
  }

  private mutating func endLine(_ line: Span<UInt8>) throws(RequestError) -> Event? {
    guard line.count > 0, line[line.count - 1] == UInt8(ascii: "\r") else {
      throw RequestError(
        400, "the line ends with a bare line feed", try: "end each line with CR LF",
        at: place(line.count + 1))
    }
    if stage == .fields || stage == .trailers { headSize += line.count + 1 }
    let event = try handle(line.extracting(0..<line.count - 1))
    switch event {
    case nil, .expectsContinue: lineNumber += 1
    case .needsInput, .request, .failure: break
    }
    return event
  }

  /// The number of bytes that a line may have before its line feed at this stage.
  private var lineLimit: Int {
    switch stage {
    case .requestLine: limits.requestLineLength
    case .fields, .trailers: max(0, limits.headSize - headSize)
    case .chunkSize: limits.chunkLineLength
    case .chunkEnd, .body, .chunk, .failed: 1
    }
  }

  /// Returns the error for a line that is too long; `piece` is its latest part.
  ///
  /// Only bytes within the limit decide which error it is.
  private func tooLong(_ piece: Span<UInt8>) -> RequestError {
    let limit = lineLimit
    switch stage {
    case .requestLine:
      var spaces = partialLine.prefix(limit).count { $0 == 0x20 }
      for index in 0..<min(piece.count, max(0, limit - partialLine.count))
      where piece[index] == 0x20 { spaces += 1 }
      return RequestError(
        spaces == 1 ? 414 : 400, "the request line has more than \(limit) bytes",
        try: "shorten the URL, or raise the limit `requestLineLength` (--max-request-line)",
        at: place(limit + 1))
    case .fields, .trailers:
      return .largeHead(limits, at: place(limit + 1))
    case .chunkSize:
      return RequestError(
        400, "the line of the chunk size has more than \(limit) bytes",
        try: "leave out chunk extensions", at: place(limit + 1))
    case .chunkEnd, .body, .chunk, .failed:
      return wrongChunkEnd
    }
  }

  /// The error for a chunk that has more bytes than its size says.
  var wrongChunkEnd: RequestError {
    RequestError(
      400, "the bytes of the chunk are not followed by CR LF",
      try: "make each chunk as long as its size says", at: place(1))
  }

  func place(_ byte: Int) -> RequestError.Place { .init(line: lineNumber, byte: byte) }

  /// Refuses bytes that are not HTTP at their first byte, because they may have no line end.
  private func checkFirst(_ byte: UInt8) throws(RequestError) {
    if ByteClass.isToken(byte) || byte == UInt8(ascii: "\r") || byte == UInt8(ascii: "\n") {
      return
    }
    let isTLS = byte == 0x16
    throw RequestError(
      400,
      "the request starts with \(isTLS ? "a TLS handshake" : ByteClass.name(byte)), not with a method",
      try: isTLS
        ? "use http:// instead of https:// for this port"
        : "start with a line such as `GET /path HTTP/1.1`",
      at: place(1))
  }

  /// Resets the parser for the next request on the same connection.
  mutating func reset() {
    stage = .requestLine
    lineNumber = 1
    fields.removeAll()
    fieldCount = 0
    hasKnownFields = false
    headSize = 0
    facts = HeadFacts()
    if body.count > 0 { body = IncomingBody() }
  }
}
