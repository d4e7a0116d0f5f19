package import StubCore
package import StubDocuments

/// The parts of a response's first line.
package struct RecordedStatus {
  package var code: HTTPStatusCode
  package var reason: String?
  var version: String?

  init(code: HTTPStatusCode, reason: String? = nil, version: String? = nil) {
    self.code = code
    self.reason = reason?.isEmpty ?? true ? nil : reason
    self.version = version
  }

  /// Returns a version in the form of ``RecordedResponse/httpVersion``: `1.1` for `HTTP/1.1`, and
  /// `2` for `2.0`.
  static func version(_ text: String) -> String? {
    let number = text.uppercasedASCII().hasPrefix("HTTP/") ? String(text.dropFirst(5)) : text
    switch number {
    case "", "0.0": return nil
    case "2.0": return "2"
    case "3.0": return "3"
    default: return number
    }
  }
}

/// The reading of the status of a response, from all keys and in all forms that tools write.
extension RecordingReader {
  /// The keys of a status; keys with only the code come first.
  private static let statusKeys = [
    "status_code", "statusCode", "code", "reply", "status", "Status",
  ]

  /// Reads the status of a response.
  ///
  /// If several keys have a status, as in go-vcr, the first one is used. A missing reason or
  /// version is taken from another one.
  package func status(of response: Value) -> RecordedStatus? {
    var status: RecordedStatus?
    for key in Self.statusKeys where response[key]?.isWritten ?? false {
      guard let next = optional(response, key, anyStatus) else { return nil }
      guard let first = status else {
        status = next
        continue
      }
      status = RecordedStatus(
        code: first.code, reason: first.reason ?? next.reason,
        version: first.version ?? next.version)
    }
    for key in Self.statusKeys { ask(key, of: response) }
    return status ?? required(response, "status", "status_code", read: anyStatus)
  }

  /// Returns whether a response has a status under one of the keys.
  func hasStatus(_ response: Value) -> Bool {
    Self.statusKeys.contains { response.hasValue($0) }
  }

  /// Reads a status in any form.
  ///
  /// It is a code, a line such as `200 OK`, a mapping with a code and a reason, or, as in Erlang, a
  /// list of version, code and reason.
  private func anyStatus(_ value: Value) -> RecordedStatus? {
    if value.members != nil { return mappedStatus(value) }
    if let parts = value.elements { return listedStatus(value, Array(parts)) }
    let text = value.scalar?.text ?? ""
    if text.contains(" ") || text.hasPrefix("HTTP/") { return statusLine(value) }
    return statusCode(value).map { RecordedStatus(code: $0) }
  }

  private func mappedStatus(_ value: Value) -> RecordedStatus? {
    let keys = ["code", "status_code", "Code"]
    let code =
      keys.contains { value.hasValue($0) }
      ? optional(value, anyOf: keys, statusCode)
      : required(value, "code", read: statusCode)
    // In cassettes of R, the message is a sentence, and the reason is a separate member.
    let reason = optional(value, anyOf: ["reason", "message", "Message"]) { nonEmptyText($0) }
    let version = optional(value, "http_version") { self.version($0) }
    return code.map { RecordedStatus(code: $0, reason: reason, version: version) }
  }

  private func listedStatus(_ value: Value, _ parts: [Value]) -> RecordedStatus? {
    guard parts.count == 3, let code = parts[1].scalar.flatMap({ Int($0.text) }),
      (100...999).contains(code)
    else {
      return values.mismatch(
        value, expected: "a status code from 100 to 999", remedy: "use [\"HTTP/1.1\", 200, \"OK\"]")
    }
    return RecordedStatus(
      code: HTTPStatusCode(rawValue: code), reason: parts[2].givenText,
      version: parts[0].scalar.flatMap { RecordedStatus.version($0.text) })
  }

  /// Reads a status code, as a number or as text.
  package func statusCode(_ value: Value) -> HTTPStatusCode? {
    guard let text = value.scalar?.text, let code = Int(text), (100...999).contains(code) else {
      return values.mismatch(value, expected: "a status code from 100 to 999", remedy: "use 200")
    }
    return HTTPStatusCode(rawValue: code)
  }

  /// Reads a status such as `200 OK`, with or without `HTTP/1.1` before it.
  func statusLine(_ value: Value) -> RecordedStatus? {
    var rest = (value.scalar?.text ?? "")[...]
    var version: String?
    if rest.hasPrefix("HTTP/") {
      let first = rest.prefix { $0 != " " }
      version = RecordedStatus.version(String(first))
      rest = rest.dropFirst(first.count + 1)
    }
    let digits = rest.prefix { $0 != " " }
    guard let code = Int(digits), (100...999).contains(code) else {
      return values.mismatch(value, expected: "a status line", remedy: "use 200 OK")
    }
    return RecordedStatus(
      code: HTTPStatusCode(rawValue: code), reason: String(rest.dropFirst(digits.count + 1)),
      version: version)
  }
}

extension Value {
  /// Whether the value is neither null nor an empty text.
  fileprivate var isWritten: Bool { scalar.map { !$0.isEmpty && !isNull } ?? true }
}
