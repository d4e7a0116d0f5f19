import StubPlatform

extension ResponsePlan {
  /// Adds `Content-Length`, and removes parts that a response to this request cannot have.
  ///
  /// A length or a transfer coding that the stub sets stays, even if it is wrong. A response to
  /// HEAD gets the length of the planned body, if there is one. Without a body it gets no length,
  /// because clients would take it for the length of the response to GET (RFC 9110 §9.3.2).
  package mutating func completeFraming(for request: ReceivedRequest) {
    guard var head else { return }
    if head.status.forbidsContent {
      body = .empty
    } else if head.hasTrailers {
      head.announceTrailers()
    } else if !head.headers.contains(.contentLength), !head.headers.contains(.transferEncoding),
      request.method != .head || body.count > 0
    {
      head.headers[.contentLength] = String(body.count)
    }
    if request.method == .head { body = .empty }
    self.head = head
  }
}

extension ResponseHead {
  /// Adds the fields that announce trailers, unless the stub has set them.
  fileprivate mutating func announceTrailers() {
    if !headers.contains(.transferEncoding) { headers[.transferEncoding] = "chunked" }
    if !headers.contains(.trailer) {
      let names = trailers.fields.map(\.name)
      let distinct = names.indices.filter { !names[..<$0].contains(names[$0]) }
      headers[.trailer] = distinct.map { names[$0].rawName }.joined(separator: ", ")
    }
  }
}

extension ResponsePlan {
  /// Cuts the body of a 200 to the single range that a GET requests (RFC 9110 §14), or makes the
  /// response a 416.
  ///
  /// Requests for several ranges, for invalid ranges or in other units get the whole body, as the
  /// RFC allows.
  mutating func cutToRange(of request: ReceivedRequest) {
    guard var head, head.status == .ok else { return }
    if !head.headers.contains(.acceptRanges) { head.headers[.acceptRanges] = "bytes" }
    self.head = head
    guard request.method == .get, let field = request.headers[.range],
      request.headers[.ifRange].map({ matchesValidator($0) }) ?? true,
      let wanted = ByteRange(field)
    else { return }
    if let range = wanted.resolved(in: body.count) {
      head.status = .partialContent
      head.reason = nil
      head.headers[.contentRange] =
        "bytes \(range.lowerBound)-\(range.upperBound - 1)/\(body.count)"
      body = body.slice(range)
    } else {
      head.status = .rangeNotSatisfiable
      head.reason = nil
      head.headers[.contentRange] = "bytes */\(body.count)"
      body = .empty
    }
    head.headers.remove(.contentLength)
    self.head = head
  }

  /// Returns whether `If-Range` names the version of this response (RFC 9110 §13.1.5).
  private func matchesValidator(_ validator: String) -> Bool {
    guard let headers = head?.headers else { return false }
    return headers[.eTag] == validator || headers[.lastModified] == validator
  }
}

/// A range of a `Range: bytes=…` field.
private struct ByteRange {
  let first: Int?
  let last: Int?

  init?(_ field: String) {
    guard field.hasPrefix("bytes=") else { return nil }
    let ends = field.dropFirst(6).split(separator: "-", omittingEmptySubsequences: false)
    guard ends.count == 2, !field.contains(",") else { return nil }
    first = Int(ends[0])
    last = Int(ends[1])
    let malformed = (first == nil && !ends[0].isEmpty) || (last == nil && !ends[1].isEmpty)
    if malformed || (first == nil && last == nil) { return nil }
    if let first, let last, last < first { return nil }
  }

  /// Returns the range in a body of `count` bytes; `nil` if the body has no such bytes.
  func resolved(in count: Int) -> Range<Int>? {
    guard let first else {
      let suffix = min(last ?? 0, count)
      return suffix > 0 ? count - suffix..<count : nil
    }
    guard first < count else { return nil }
    return first..<min((last ?? count - 1), count - 1) + 1
  }
}

extension ResponsePlan {
  /// Creates the plan for an error that a responder threw.
  ///
  /// A `ResponderError` becomes a 500 with its text, and any other error a failure.
  init(thrown error: any Error, by stub: HTTPStub, for request: ReceivedRequest) {
    guard let fault = error as? ResponderError else {
      self = .failing(.error(error))
      return
    }
    // Clients must not see absolute paths.
    let origin = HTTPStub.Origin(
      file: FileFolder.shown(stub.origin.file), line: stub.origin.line)
    let title = HTTPStub.title(stub.name, origin)
    self = .text("\(title) cannot answer: \(fault)\n", status: .internalServerError)
    completeFraming(for: request)
  }

  /// Returns the plan; if its head cannot be sent, a 500 with the reason.
  fileprivate func checked(by stub: HTTPStub, for request: ReceivedRequest) -> ResponsePlan {
    guard let problem = head?.problem else { return self }
    return ResponsePlan(thrown: ResponderError(problem), by: stub, for: request)
  }

  /// Returns a plain-text response.
  package static func text(_ text: String, status: HTTPStatusCode) -> ResponsePlan {
    .text(utf8: Array(text.utf8), status: status)
  }

  /// Returns a plain-text response with a text in UTF-8.
  package static func text(utf8 bytes: [UInt8], status: HTTPStatusCode) -> ResponsePlan {
    ResponsePlan(
      head: ResponseHead(
        status: status,
        headers: [
          .contentType: HTTPContentType.text.rawValue, .contentLength: String(bytes.count),
        ]),
      body: .data(Data(bytes)))
  }
}

extension Answer {
  /// Returns the answer; if the head of its response cannot be sent, a 500 with the reason.
  ///
  /// All hosts send this 500, and the journal and the log show it.
  func checked(by stub: HTTPStub, for request: ReceivedRequest) -> Answer {
    switch self {
    case .ready(let plan): .ready(plan.checked(by: stub, for: request))
    case .pending(let make): .pending { await make().checked(by: stub, for: request) }
    }
  }
}
