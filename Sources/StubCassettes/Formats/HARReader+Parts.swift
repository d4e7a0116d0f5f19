import StubCore
import StubDocuments

/// The reading of members that requests and responses of a HAR have in common.
extension HARReader {
  /// Reads the header fields of a message.
  ///
  /// HTTP/2's pseudo-header field `:authority` (RFC 9113 §8.3) becomes `Host`; other pseudo-header
  /// fields are ignored, because they repeat other members. A field of several lines, which some
  /// browsers write, becomes several fields.
  func headers(_ value: Value) -> HTTPHeaders {
    let written = reader.optional(value, "headers") { reader.headers($0) } ?? HTTPHeaders()
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

  /// Reads a number of bytes; `nil` if it is missing or not a whole number.
  func byteCount(of value: Value, _ key: String) -> Int? {
    value[key]?.givenText.flatMap { Int($0) }
  }

  /// Reads the version of HTTP, in any form that tools write; `nil` if it is unknown.
  func version(_ value: Value) -> String? {
    let text = value["httpVersion"]?.scalar?.text.lowercasedASCII() ?? ""
    let name = text.hasPrefix("http/") ? String(text.dropFirst(5)) : text
    switch name {
    case "0.9", "1.0", "1.1": return name
    case "h2", "h2c", "2", "2.0": return "2"
    case "3", "3.0": return "3"
    default: return name.hasPrefix("h3") || name.contains("quic") ? "3" : nil
    }
  }

  /// Reads cookies with their attributes.
  func cookies(_ value: Value) -> [HARCookie]? {
    reader.values.list(value) { cookie in
      guard let name = cookie["name"]?.givenText else { return nil }
      let value = cookie
      return HARCookie(
        name: name, value: value["value"]?.givenText ?? "",
        path: value["path"]?.givenText, domain: value["domain"]?.givenText,
        isSecure: value["secure"]?.scalar?.kind == .bool(true),
        isHTTPOnly: value["httpOnly"]?.scalar?.kind == .bool(true))
    }
  }

  /// Reads the times of the response, as the client measured them.
  ///
  /// They are computed from `timings`, where -1 and missing parts count as 0, or else from `time`.
  /// They are unknown if both are -1, as in files of Playwright.
  func timing(_ value: Value) -> RecordedTiming? {
    let timing = reader.optional(value, "timings") { timings -> RecordedTiming? in
      let known = ["wait", "receive"].compactMap { timings[$0]?.givenText }
        .filter { !$0.hasPrefix("-") && $0 != "null" }
      guard !known.isEmpty else { return nil }
      // The time for TLS is included in the time for connecting.
      let wait = ["blocked", "dns", "connect", "send", "wait"].reduce(Duration.zero) { sum, key in
        sum + (reader.optional(timings, key) { milliseconds($0) } ?? .zero)
      }
      return RecordedTiming(
        wait: min(wait, .longestDelay),
        receive: reader.optional(timings, "receive") { milliseconds($0) } ?? .zero)
    }
    return timing
      ?? reader.optional(value, "time") { milliseconds($0) }.map { RecordedTiming(wait: $0) }
  }

  /// Reads milliseconds, with or without a fraction; `nil` for a negative number, which means an
  /// unknown time.
  private func milliseconds(_ value: Value) -> Duration? {
    guard let text = value.scalar?.text, let value = Double(text), value.isFinite else {
      return reader.values.mismatch(value, expected: "a number of milliseconds", remedy: "use 12.5")
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

  /// The cookie as the value of `Set-Cookie`, without its expiry date, which would be in the past
  /// at playback.
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
  /// Whether the field is a pseudo-header field of HTTP/2, such as `:path`.
  fileprivate var isPseudo: Bool { name.rawName.utf8.first == UInt8(ascii: ":") }

  /// Whether the field can be used without changes.
  fileprivate var isPlain: Bool {
    !isPseudo && value.utf8.allSatisfy { $0 >= 0x20 && $0 < 0x80 }
  }
}
