import StubCore

/// Builds the head of a response from the lines that libcurl reports.
struct ResponseHeadReader: Sendable {
  /// The latest head, apart from informational responses; `nil` until it is complete.
  private(set) var head: ResponseHead?
  private(set) var httpVersion: String?
  private var status: HTTPStatusCode?
  private var reason: String?
  private var fields: [HTTPHeaders.Field] = []
  /// The received parts that the response leaves out: `103 Early Hints` and trailers.
  private(set) var leftOut: [String] = []
  /// Whether the server has switched to another protocol (RFC 9110 §15.2.2).
  ///
  /// A switch is an error: `Upgrade` is not forwarded, so no request has offered it.
  private(set) var hasSwitched = false
  /// The reason why the head must not be forwarded; `nil` if it is valid.
  ///
  /// Clients could find another end of the response than libcurl.
  private(set) var problem: String?

  /// The reason to abandon the response; `nil` to continue.
  var refusal: String? {
    if hasSwitched { return "it switched to another protocol (101), which no request asks it for" }
    return problem.map { "it sent \($0)" }
  }

  /// Parses a line, including its line end.
  mutating func take(_ bytes: UnsafeRawBufferPointer) {
    var line = bytes[...]
    while let last = line.last, last == UInt8(ascii: "\n") || last == UInt8(ascii: "\r") {
      line = line.dropLast()
    }
    if line.starts(with: "HTTP/".utf8) {
      start(String(decoding: line, as: UTF8.self))
    } else if line.isEmpty {
      finish()
    } else if status != nil {
      field(line)
    } else if head != nil, let name = line.split(separator: UInt8(ascii: ":")).first {
      // This line is a trailer, after the body.
      leftOut.append("trailer \(String(decoding: name, as: UTF8.self))")
    }
  }

  private mutating func start(_ line: String) {
    let words = line.split(separator: " ", maxSplits: 2, omittingEmptySubsequences: false)
    httpVersion = String(words[0].dropFirst(5))
    status = words.count > 1 ? Int(words[1]).map(HTTPStatusCode.init(rawValue:)) : nil
    // HTTP/2 and later have no reason phrases.
    let hasReason = httpVersion?.hasPrefix("1.") == true && words.count > 2
    reason = hasReason ? String(words[2]) : nil
    // Clients ignore the phrase anyway (RFC 9112 §4).
    if reason?.utf8.contains(where: { $0 < 0x20 && $0 != 0x09 || $0 == 0x7F }) == true {
      reason = nil
    }
    fields = []
    head = nil
  }

  private mutating func field(_ line: Slice<UnsafeRawBufferPointer>) {
    if line.first == UInt8(ascii: " ") || line.first == UInt8(ascii: "\t") {
      // A folded line continues the field before it (RFC 9112 §5.2).
      guard let last = fields.popLast() else { return }
      let bytes = last.valueBytes + [UInt8(ascii: " ")] + line.trimmingBlanks
      return fields.append(HTTPHeaders.Field(name: last.name, bytes: bytes))
    }
    guard let colon = line.firstIndex(of: UInt8(ascii: ":")) else { return }
    // Blanks before the colon are removed (RFC 9112 §5.1).
    let name = line[..<colon].trimmingBlanks
    let field = HTTPHeaders.Field(
      name: HTTPHeaderName(String(decoding: name, as: UTF8.self)),
      bytes: line[(colon + 1)...].trimmingBlanks)
    if name.endIndex < colon, field.name == .contentLength || field.name == .transferEncoding {
      problem = problem ?? "\(field.name.rawName) with a space before its colon"
    }
    fields.append(field)
  }

  private mutating func finish() {
    guard let status, status.rawValue >= 200 else {
      hasSwitched = hasSwitched || status == .switchingProtocols
      if let status, status != .continue { leftOut.append("\(status) \(status.reasonPhrase)") }
      self.status = nil
      return
    }
    problem =
      problem ?? MessageFraming.problem(in: HTTPHeaders(fields), httpVersion: httpVersion ?? "")
    guard problem == nil else { return }
    let isUsual = reason == nil || reason == status.reasonPhrase
    head = ResponseHead(
      status: status, reason: isUsual ? nil : reason, headers: HTTPHeaders(fields))
    self.status = nil
  }
}

extension Slice<UnsafeRawBufferPointer> {
  /// The bytes without spaces and tabs at both ends.
  fileprivate var trimmingBlanks: Self {
    let isBlank: (UInt8) -> Bool = { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }
    guard let first = firstIndex(where: { !isBlank($0) }),
      let last = lastIndex(where: { !isBlank($0) })
    else { return self[endIndex...] }
    return self[first...last]
  }
}

extension ResponseHead {
  /// Whether the response is an event stream (HTML Standard §9.2), which may never end.
  var isEventStream: Bool {
    headers[.contentType]?.lowercasedASCII().hasPrefix("text/event-stream") ?? false
  }
}
