import StubCore

/// What requests and responses of a HAR have in common.
extension ValueReader {
  /// The header fields of a message.
  ///
  /// Of HTTP/2's pseudo-header fields (RFC 9113 §8.3) `:authority` is the `Host`; the others say
  /// what the message says elsewhere. Some browsers write repeated fields as one of several lines.
  mutating func harHeaders() -> HTTPHeaders {
    let written = recorded("headers") { $0.recordedHeaders() } ?? HTTPHeaders()
    if written.fields.allSatisfy(\.isPlain) { return written }
    var headers = HTTPHeaders()
    for field in written.fields {
      guard field.isPseudo else {
        if field.isPlain {
          headers.append(field.name, field.value)
          continue
        }
        for line in field.value.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
        {
          headers.append(field.name, String(line))
        }
        continue
      }
      let isAuthority = field.name == ":authority"
      if isAuthority, !headers.contains(.host) { headers.append(.host, field.value) }
    }
    return headers
  }

  /// The version of HTTP, in any of the names that tools have for it.
  mutating func harVersion() -> String? {
    let text = node["httpVersion"]?.scalar?.text.lowercasedASCII() ?? ""
    let name = text.hasPrefix("http/") ? String(text.dropFirst(5)) : text
    switch name {
    case "0.9", "1.0", "1.1": return name
    case "h2", "h2c", "2", "2.0": return "2"
    case "3", "3.0": return "3"
    default: return name.hasPrefix("h3") || name.contains("quic") ? "3" : nil
    }
  }

  /// Cookies, each with what it may be used for.
  mutating func harCookies() -> [HARCookie]? {
    list { cookie in
      guard let name = cookie.node["name"]?.givenText else { return nil }
      let node = cookie.node
      return HARCookie(
        name: name, value: node["value"]?.givenText ?? "",
        path: node["path"]?.givenText, domain: node["domain"]?.givenText,
        isSecure: node["secure"]?.scalar?.kind == .bool(true),
        isHTTPOnly: node["httpOnly"]?.scalar?.kind == .bool(true))
    }
  }

  /// How long the response took, as the client saw it.
  ///
  /// From `timings`, of which -1 and missing parts count as nothing, or else from `time`; unknown
  /// when both say -1, as Playwright writes it.
  mutating func harTiming() -> RecordedTiming? {
    let timing = recorded("timings") { timings -> RecordedTiming? in
      let known = ["wait", "receive"].compactMap { timings.node[$0]?.givenText }
        .filter { !$0.hasPrefix("-") }
      guard !known.isEmpty else { return nil }
      // The time for TLS is part of that for the connection.
      let wait = ["blocked", "dns", "connect", "send", "wait"].reduce(Duration.zero) { sum, key in
        sum + (timings.recorded(key) { $0.harMilliseconds() } ?? .zero)
      }
      return RecordedTiming(
        wait: min(wait, .longestDelay),
        receive: timings.recorded("receive") { $0.harMilliseconds() } ?? .zero)
    }
    return timing ?? recorded("time") { $0.harMilliseconds() }.map { RecordedTiming(wait: $0) }
  }

  /// Milliseconds, with a fraction or without; nothing for less than 0, which stands for unknown.
  private mutating func harMilliseconds() -> Duration? {
    guard let text = node.scalar?.text, let value = Double(text), value.isFinite else {
      return mismatch(expected: "a number of milliseconds", remedy: "try 12.5")
    }
    guard value >= 0 else { return nil }
    return min(.nanoseconds(Int64((min(value, 1e12) * 1e6).rounded())), .longestDelay)
  }
}

/// A cookie of a HAR.
struct HARCookie {
  let name: String
  let value: String
  let path: String?
  let domain: String?
  let isSecure: Bool
  let isHTTPOnly: Bool

  /// The cookie as a server sets it, for the session: when it was to expire is past at playback.
  var field: String {
    var text = "\(name)=\(value)"
    if let path, !path.isEmpty { text += "; Path=\(path)" }
    if let domain, !domain.isEmpty { text += "; Domain=\(domain)" }
    if isSecure { text += "; Secure" }
    if isHTTPOnly { text += "; HttpOnly" }
    return text
  }
}

extension HTTPHeaders.Field {
  /// Whether it is one of HTTP/2's own, such as `:path`.
  fileprivate var isPseudo: Bool { name.rawName.utf8.first == UInt8(ascii: ":") }

  /// Whether it can be taken as it is written.
  fileprivate var isPlain: Bool {
    !isPseudo && value.utf8.allSatisfy { $0 >= 0x20 && $0 < 0x80 }
  }
}
