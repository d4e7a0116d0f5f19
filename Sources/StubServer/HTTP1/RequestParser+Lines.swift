import StubCore

extension RequestParser {
  /// Handles one line, given without its line end.
  mutating func handle(_ line: Span<UInt8>) throws(RequestError) -> Event? {
    switch stage {
    case .requestLine: return try handleRequestLine(line)
    case .fields: return try handleField(line)
    case .chunkSize: return try handleChunkSize(line)
    case .chunkEnd: return try handleChunkEnd(line)
    case .trailers: return try handleTrailer(line)
    case .body, .chunk, .failed: return nil
    }
  }

  private mutating func handleRequestLine(_ line: Span<UInt8>) throws(RequestError) -> Event? {
    if line.count == 0 {
      guard lineNumber <= Self.toleratedEmptyLines else {
        throw RequestError(
          400, "the request starts with \(lineNumber) empty lines",
          try: "start with a line such as `GET /path HTTP/1.1`", at: place(1))
      }
      return nil
    }
    requestLine = try RequestLine.read(line, number: lineNumber)
    stage = .fields
    return nil
  }

  private mutating func handleField(_ line: Span<UInt8>) throws(RequestError) -> Event? {
    if line.count == 0 { return try endHead() }
    let field = try checkedField(line)
    try facts.note(line, field, number: lineNumber, &lastHost)
    fields.append(line.extracting(0..<field.nameEnd), line.extracting(field.value))
    return nil
  }

  private mutating func checkedField(_ line: Span<UInt8>) throws(RequestError) -> FieldLine {
    fieldCount += 1
    guard fieldCount <= limits.headerCount else {
      throw RequestError.tooManyFields(limits, at: place(1))
    }
    return try FieldLine(line, number: lineNumber)
  }

  private mutating func endHead() throws(RequestError) -> Event? {
    let isHTTP10 = requestLine.isHTTP10
    try facts.checkHost(isHTTP10: isHTTP10, place: place(1))
    switch try facts.body(isHTTP10: isHTTP10, place: place(1)) {
    case .none:
      return finish()
    case .length(let length):
      try checkBody(length)
      body.expect(length)
      stage = .body(remaining: length)
    case .chunked:
      stage = .chunkSize
    }
    // RFC 9110 §10.1.1: an HTTP/1.0 client does not know the interim response.
    return facts.expectsContinue && !isHTTP10 ? .expectsContinue : nil
  }

  private func checkBody(_ length: Int) throws(RequestError) {
    guard length <= limits.bodySize else { throw RequestError.largeBody(limits, at: place(1)) }
  }

  private mutating func handleChunkSize(_ line: Span<UInt8>) throws(RequestError) -> Event? {
    let size = try ChunkLine(line, number: lineNumber).size
    guard size > 0 else {
      stage = .trailers
      return nil
    }
    let (length, overflow) = body.count.addingReportingOverflow(size)
    try checkBody(overflow ? .max : length)
    stage = .chunk(remaining: size)
    return nil
  }

  private mutating func handleChunkEnd(_ line: Span<UInt8>) throws(RequestError) -> Event? {
    guard line.count == 0 else { throw wrongChunkEnd }
    stage = .chunkSize
    return nil
  }

  /// Checks a trailer line and discards it: no matcher reads trailers.
  private mutating func handleTrailer(_ line: Span<UInt8>) throws(RequestError) -> Event? {
    if line.count == 0 { return finish() }
    _ = try checkedField(line)
    return nil
  }

  /// Returns the request and resets the parser for the next one.
  mutating func finish() -> Event {
    defer { reset() }
    return .request(
      IncomingRequest(
        request: request(with: isWithinBody ? body.content : .none),
        keepsAlive: facts.keepsAlive(isHTTP10: requestLine.isHTTP10),
        offersUpgrade: facts.offersUpgrade))
  }

  /// Returns the request whose head has arrived, with `body`.
  func request(with body: RequestBody) -> ReceivedRequest {
    var request = ReceivedRequest(
      method: requestLine.method,
      target: requestLine.target.url(
        at: facts.namesHost ? lastHost : tunnel?.authority, scheme: scheme, ownPort: localPort),
      headers: headers, body: body,
      httpVersion: requestLine.isHTTP10 ? "1.0" : "1.1", clientAddress: clientAddress,
      clientCertificateSubject: clientCertificateSubject, isFromListener: isListening)
    if let tunnel {
      request.noteProxy(user: tunnel.user)
    } else if requestLine.target.authority != nil {
      request.isForProxy = true
    }
    return request
  }
}

extension RequestParser.Event {
  /// The number of body bytes in the request of the event; `nil` while a request is being read.
  var bodyCount: Int? {
    switch self {
    case .request(let incoming): incoming.request.bodyCount
    case .needsInput, .expectsContinue: nil
    case .failure: 0
    }
  }
}

extension RequestParser {
  /// Returns the head of the request in the event, or of the request that is being read.
  func head(after event: Event) -> ReceivedRequest {
    if case .request(let incoming) = event { incoming.request } else { request(with: .none) }
  }
}
