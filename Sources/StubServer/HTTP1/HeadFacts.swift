import StubCore

/// The facts about framing and connection from a request's header fields (RFC 9112 §6).
struct HeadFacts: Sendable {
  enum Body: Sendable, Hashable {
    case none
    case length(Int)
    case chunked
  }

  private var hasHost = false
  /// Whether there is a `Host` field that is not empty.
  private(set) var namesHost = false
  private var contentLength: Int?
  /// The transfer codings in order, in lower case; `nil` if there is no such field.
  private var codings: [String]?
  private(set) var wantsClose = false
  private(set) var wantsKeepAlive = false
  private(set) var expectsContinue = false
  private(set) var offersUpgrade = false

  /// Notes a field about framing, host or connection, and ignores other fields.
  mutating func note(
    _ line: Span<UInt8>, _ field: FieldLine, number: Int, _ lastHost: inout KnownHost?
  ) throws(RequestError) {
    let name = line.extracting(0..<field.nameEnd)
    let value = line.extracting(field.value)
    let place = RequestError.Place(line: number, byte: field.value.lowerBound + 1)
    switch name.count {
    case 4 where name.equalsIgnoringCase("host"): try noteHost(value, at: place, &lastHost)
    case 7 where name.equalsIgnoringCase("upgrade"): offersUpgrade = true
    case 6 where name.equalsIgnoringCase("expect"): try noteExpectation(value, at: place)
    case 10 where name.equalsIgnoringCase("connection"): noteConnection(value)
    case 14 where name.equalsIgnoringCase("content-length"): try noteLength(value, at: place)
    case 17 where name.equalsIgnoringCase("transfer-encoding"):
      codings = (codings ?? []) + Self.list(value)
    default: break
    }
  }

  private mutating func noteHost(
    _ value: Span<UInt8>, at place: RequestError.Place, _ lastHost: inout KnownHost?
  ) throws(RequestError) {
    guard !hasHost else {
      throw RequestError(
        400, "the request has two Host fields", try: "send Host once", at: place)
    }
    if lastHost?.isWritten(value) != true { lastHost = KnownHost(value) }
    guard let known = lastHost else {
      throw RequestError.invalidHost(value.text, in: "the Host field", at: place)
    }
    hasHost = true
    namesHost = !known.field.host.isEmpty
  }

  private mutating func noteExpectation(
    _ value: Span<UInt8>, at place: RequestError.Place
  ) throws(RequestError) {
    guard value.equalsIgnoringCase("100-continue") else {
      throw RequestError.unknownExpectation(value.text, at: place)
    }
    expectsContinue = true
  }

  private mutating func noteConnection(_ value: Span<UInt8>) {
    // The most common value needs no list.
    if value.equalsIgnoringCase("keep-alive") {
      wantsKeepAlive = true
      return
    }
    for option in Self.list(value) {
      if option == "close" { wantsClose = true }
      if option == "keep-alive" { wantsKeepAlive = true }
    }
  }

  private mutating func noteLength(
    _ value: Span<UInt8>, at place: RequestError.Place
  ) throws(RequestError) {
    guard contentLength == nil else {
      throw RequestError(
        400, "the request has two Content-Length fields",
        try: "send Content-Length once: several allow request smuggling", at: place)
    }
    var length = 0
    for index in 0..<value.count {
      let digit = Int(value[index]) - Int(UInt8(ascii: "0"))
      let (tens, overflow) = length.multipliedReportingOverflow(by: 10)
      let (sum, carry) = tens.addingReportingOverflow(digit)
      guard (0...9).contains(digit), !overflow, !carry else {
        throw Self.badLength(value, at: place)
      }
      length = sum
    }
    guard value.count > 0 else { throw Self.badLength(value, at: place) }
    contentLength = length
  }

  private static func badLength(
    _ value: Span<UInt8>, at place: RequestError.Place
  ) -> RequestError {
    RequestError(
      400, "Content-Length must be a number below 2^63, not \(RequestError.quoted(value.text))",
      try: "send the size of the body in digits only", at: place)
  }

  /// Returns the framing of the body, once all fields have been noted.
  func body(isHTTP10: Bool, place: RequestError.Place) throws(RequestError) -> Body {
    guard let codings else { return contentLength.map { $0 == 0 ? .none : .length($0) } ?? .none }
    guard contentLength == nil else {
      throw RequestError(
        400, "the request has both Content-Length and Transfer-Encoding",
        try: "leave one out: both together allow request smuggling", at: place)
    }
    guard !isHTTP10 else {
      throw RequestError(
        400, "the request has Transfer-Encoding, which HTTP/1.0 does not know",
        try: "send HTTP/1.1, or Content-Length", at: place)
    }
    guard codings.count == 1, codings[0] == "chunked" else {
      throw Self.unknown(codings, at: place)
    }
    return .chunked
  }

  private static func unknown(_ codings: [String], at place: RequestError.Place) -> RequestError {
    let hasEnd = codings.last == "chunked" && !codings.dropLast().contains("chunked")
    let sent = RequestError.quoted(codings.joined(separator: ", "))
    return RequestError(
      hasEnd ? 501 : 400, "Transfer-Encoding must be only `chunked`, not \(sent)",
      try: hasEnd
        ? "name the compression in Content-Encoding"
        : "send Content-Length, or the body has no end", at: place)
  }

  /// Checks that an HTTP/1.1 request names its host (RFC 9112 §3.2).
  func checkHost(isHTTP10: Bool, place: RequestError.Place) throws(RequestError) {
    guard hasHost || isHTTP10 else {
      throw RequestError(
        400, "the request has no Host field, which HTTP/1.1 requires",
        try: "add `Host: name`", at: place)
    }
  }

  func keepsAlive(isHTTP10: Bool) -> Bool { !wantsClose && (!isHTTP10 || wantsKeepAlive) }

  /// Returns the elements of a comma-separated list, trimmed and in lower case, including empty
  /// ones.
  private static func list(_ value: Span<UInt8>) -> [String] {
    var elements: [String] = []
    var start = 0
    while true {
      let end = value.firstIndex(of: UInt8(ascii: ","), from: start) ?? value.count
      elements.append(value.extracting(value.trimmedRange(start..<end)).text.lowercasedASCII())
      guard end < value.count else { return elements }
      start = end + 1
    }
  }
}
