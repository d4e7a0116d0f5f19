import StubCore

/// A request that is being received on a stream: fields first, then the body.
///
/// nghttp2 has already checked the rules of RFC 9113 §8.2 and §8.3.
struct HTTP2RequestDraft: Sendable {
  /// The number of bytes that each field counts in addition to its name and value (RFC 9113
  /// §6.5.2).
  private static let fieldOverhead = 32

  private let limits: ListenerLimits
  /// The first error; parts of the request after it are discarded.
  private(set) var problem: RequestError?
  /// Whether a field makes the request malformed (RFC 9113 §8.1.1).
  private(set) var isMalformed = false
  private(set) var method = HTTPMethod.get
  private(set) var expectsContinue = false
  private var path: [UInt8] = []
  private var authority: [UInt8]?
  private var isSchemeSecure = false
  private var fields = WireFields()
  private var size = 0
  private var hasCookie = false
  private var hasHost = false
  /// Whether there is an `Expect` or `Content-Length` field, which is checked before the body
  /// arrives.
  private var hasChecked = false
  private(set) var body: IncomingBody?
  private var contentLength: Int?
  /// The parsed authority of this request; until it is known, the previous request's authority.
  var host: KnownHost?

  init(limits: ListenerLimits) { self.limits = limits }

  mutating func append(_ name: Span<UInt8>, _ value: Span<UInt8>) {
    guard problem == nil else { return }
    size += name.count + value.count + Self.fieldOverhead
    guard size <= limits.headSize else {
      return fail(.largeHead(limits))
    }
    if name.count > 0, name[0] == UInt8(ascii: ":") {
      appendPseudoField(name, value)
    } else {
      appendField(name, value)
    }
  }

  private mutating func appendPseudoField(_ name: Span<UInt8>, _ value: Span<UInt8>) {
    if name.equalsIgnoringCase(":method") {
      method = HTTPMethod(rawValue: value.text)
    } else if name.equalsIgnoringCase(":authority") {
      authority = value.withUnsafeBufferPointer { Array($0) }
    } else if name.equalsIgnoringCase(":scheme") {
      isSchemeSecure = value.equalsIgnoringCase("https")
    } else if name.equalsIgnoringCase(":path") {
      guard value.count <= limits.requestLineLength else {
        return fail(
          RequestError(
            414, "the path has more than \(limits.requestLineLength) bytes",
            try: "shorten the URL, or raise the limit `requestLineLength` (--max-request-line)"))
      }
      path = value.withUnsafeBufferPointer { Array($0) }
    }
  }

  private mutating func appendField(_ name: Span<UInt8>, _ value: Span<UInt8>) {
    let isCookie = name.equalsIgnoringCase("cookie")
    // Cookies may be in several fields; stubs see one field (RFC 9113 §8.2.3).
    if isCookie, hasCookie { return fields.extend(.cookie, by: "; ", value) }
    guard fields.count < limits.headerCount else { return fail(.tooManyFields(limits)) }
    switch name.count {
    case 4: hasHost = hasHost || name.equalsIgnoringCase("host")
    case 6:
      hasCookie = hasCookie || isCookie
      hasChecked = hasChecked || name.equalsIgnoringCase("expect")
    case 14: hasChecked = hasChecked || name.equalsIgnoringCase("content-length")
    default: break
    }
    fields.append(name, value)
  }

  /// Notes a field that makes the request malformed in HTTP/2.
  mutating func refuseField(_ name: Span<UInt8>) {
    isMalformed = true
    fail(
      RequestError(
        400, "the field \(RequestError.quoted(name.text)) is not valid in HTTP/2",
        try: "write its name in lower case and its value without control characters, "
          + "or leave it out"))
  }

  /// Checks the head before the body arrives.
  mutating func endHead() {
    guard problem == nil else { return }
    if hasHost { checkHost() }
    guard problem == nil, hasChecked else { return }
    for field in HTTPHeaders(fields).fields {
      if field.name == .expect {
        expectsContinue = field.value.equalsIgnoringASCIICase("100-continue")
        if !expectsContinue { fail(.unknownExpectation(field.value)) }
      } else if field.name == .contentLength, let length = Int(field.value) {
        checkBody(length)
        contentLength = length
      }
    }
  }

  /// Refuses a `Host` that names another server than the authority does (RFC 9113 §8.3.1).
  private mutating func checkHost() {
    guard let authority, let field = HTTPHeaders(fields)[.host] else { return }
    let host = Array(field.utf8)
    guard host != authority else { return }
    let sent = (host.withSpan { KnownHost($0) }, authority.withSpan { KnownHost($0) })
    if let host = sent.0, let authority = sent.1,
      host.isSame(as: authority, defaultPort: isSchemeSecure ? 443 : 80)
    {
      return
    }
    isMalformed = true
    let name = RequestError.quoted(authority.withSpan { $0.text })
    fail(
      RequestError(
        400, "the request is for \(name), but has the field `host` \(RequestError.quoted(field))",
        try: "leave out the field `host`"))
  }

  mutating func append(body piece: Span<UInt8>) {
    guard problem == nil else { return }
    checkBody((body?.count ?? 0) + piece.count)
    guard problem == nil else {
      body = nil
      return
    }
    if body == nil { body = IncomingBody() }
    body?.append(piece)
  }

  /// Releases the body and its memory.
  mutating func dropBody() { body = nil }

  /// Reserves memory for `more` bytes of the body.
  ///
  /// `needed` is called at most once, and returns how many bytes of the body are needed.
  mutating func room(
    for more: Int, in memory: BodyMemory, wake: @escaping @Sendable () -> Void,
    needed: (inout Self) throws(RequestError) -> Int
  ) -> IncomingBody.Room {
    var body = body.take() ?? IncomingBody()
    let count = body.count + more
    let isWhole = contentLength.map { $0 >= count } ?? false
    let total = isWhole ? contentLength ?? count : count
    // An invalid request is refused when it has arrived completely.
    if body.asksNeed(upTo: total) { body.keep((try? needed(&self)) ?? 0) }
    let room = body.room(upTo: total, isWhole: isWhole, in: memory, wake: wake)
    self.body = body
    return room
  }

  private mutating func checkBody(_ length: Int) {
    if length > limits.bodySize { fail(.largeBody(limits)) }
  }

  private mutating func fail(_ error: RequestError) {
    if problem == nil { problem = error }
  }

  /// Returns the request as stubs see it.
  ///
  /// Its `Host` contains the authority, as in HTTP/1.1.
  mutating func request(from peer: Peer) throws(RequestError) -> ReceivedRequest {
    let isTunnel = method == .connect
    let line = isTunnel ? authority ?? [] : path
    guard !line.isEmpty else {
      throw RequestError(
        400, "the request has no \(isTunnel ? "`:authority`" : "`:path`")",
        try: isTunnel
          ? "name the host and its port, such as `example.com:443`"
          : "send `/` for the root of a site")
    }
    let target: RequestLine.Target
    do throws(RequestError) {
      target = try line.withSpan { line throws(RequestError) in
        try RequestLine.Target.read(line, 0..<line.count, method: method, number: 1)
      }
    } catch {
      var error = error
      error.place = nil
      throw error
    }
    let headers = authority.flatMap { hasHost ? nil : fields.preceded(by: "Host", $0) } ?? fields
    try readHost()
    var request = ReceivedRequest(
      method: method,
      target: target.url(
        at: host ?? peer.tunnel?.authority, scheme: peer.scheme, ownPort: peer.ownPort),
      headers: HTTPHeaders(headers),
      body: body?.content ?? .none, httpVersion: "2",
      clientCertificateSubject: nil, isFromListener: true)
    if let tunnel = peer.tunnel { request.noteProxy(user: tunnel.user) }
    return request
  }

  /// Parses the authority, or the `Host` field if there is none, unless it equals `host`.
  private mutating func readHost() throws(RequestError) {
    let field = hasHost ? HTTPHeaders(fields).values(of: .host).first : nil
    guard let bytes = authority ?? field.map({ Array($0.utf8) }) else {
      host = nil
      return
    }
    if bytes.withSpan({ host?.isWritten($0) }) != true {
      host = bytes.withSpan { KnownHost($0) }
      guard host != nil else {
        throw RequestError.invalidHost(bytes.withSpan { $0.text }, in: "the authority")
      }
    }
    if host?.field.host.isEmpty == true { host = nil }
  }
}
