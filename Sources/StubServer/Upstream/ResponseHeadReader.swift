import StubCore

/// Puts a response's head together from its lines, as libcurl hands them out.
struct ResponseHeadReader: Sendable {
  /// The last head, without any informational one before it; `nil` as long as it is not whole.
  private(set) var head: ResponseHead?
  private(set) var httpVersion: String?
  private var status: HTTPStatusCode?
  private var reason: String?
  private var fields: [HTTPHeaders.Field] = []
  /// What has come that is not part of the response as it is passed on: `103 Early Hints`, trailers.
  private(set) var leftOut: [String] = []
  /// Whether another protocol follows (RFC 9110 §15.2.2), for which no request has asked, as `Upgrade` is not
  /// passed on.
  private(set) var hasSwitched = false
  /// Why the head may not be passed on: another program could find another end of the response; `nil` for a
  /// sound head.
  private(set) var problem: String?

  /// Why the response is given up; `nil` to go on.
  var refusal: String? {
    if hasSwitched { return "it switched to another protocol (101), which no request asks it for" }
    return problem.map { "it sent \($0)" }
  }

  /// Takes a line with its end.
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
      // Lines behind the body.
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
    // Clients are to overlook it anyway (RFC 9112 §4).
    if reason?.utf8.contains(where: { $0 < 0x20 && $0 != 0x09 || $0 == 0x7F }) == true {
      reason = nil
    }
    fields = []
    head = nil
  }

  private mutating func field(_ line: Slice<UnsafeRawBufferPointer>) {
    if line.first == UInt8(ascii: " ") || line.first == UInt8(ascii: "\t") {
      // A folded line goes on with the field before it (RFC 9112 §5.2).
      guard let last = fields.popLast() else { return }
      let bytes = last.valueBytes + [UInt8(ascii: " ")] + line.trimmingBlanks
      return fields.append(HTTPHeaders.Field(name: last.name, bytes: bytes))
    }
    guard let colon = line.firstIndex(of: UInt8(ascii: ":")) else { return }
    // Blanks before the colon are taken out (RFC 9112 §5.1).
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
  /// Whether the response is one of events (HTML Standard §9.2), which has no end of its own.
  var isEventStream: Bool {
    headers[.contentType]?.lowercasedASCII().hasPrefix("text/event-stream") ?? false
  }
}
