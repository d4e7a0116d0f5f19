import StubCore

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Parts of requests and responses, in all the forms that recording tools write them in.
extension ValueReader {
  /// A method in any letter case, or as a Ruby symbol such as `:get`.
  mutating func recordedMethod() -> HTTPMethod? {
    guard let text = text() else { return nil }
    let name = text.hasPrefix(":") ? String(text.dropFirst()) : text
    guard !name.isEmpty else { return mismatch(expected: "a method", remedy: "try GET") }
    return HTTPMethod(named: name)
  }

  /// A URL as text.
  mutating func recordedURL() -> String? {
    guard let text = text() else { return nil }
    guard !text.isEmpty else {
      return mismatch(expected: "a URL", remedy: "try https://example.com/")
    }
    return text
  }

  /// A status code, as a number or as text.
  mutating func recordedStatus() -> HTTPStatusCode? {
    guard let text = node.scalar?.text, let code = Int(text), (100...999).contains(code) else {
      return mismatch(expected: "a status code from 100 to 999", remedy: "try 200")
    }
    return HTTPStatusCode(rawValue: code)
  }

  /// A status such as `200 OK`, with or without `HTTP/1.1` before it.
  mutating func recordedStatusLine() -> RecordedStatus? {
    var rest = (node.scalar?.text ?? "")[...]
    var version: String?
    if rest.hasPrefix("HTTP/") {
      let first = rest.prefix { $0 != " " }
      version = RecordedStatus.version(String(first))
      rest = rest.dropFirst(first.count + 1)
    }
    let digits = rest.prefix { $0 != " " }
    guard let code = Int(digits), (100...999).contains(code) else {
      return mismatch(expected: "a status such as 200 OK", remedy: "try 200 OK")
    }
    return RecordedStatus(
      code: HTTPStatusCode(rawValue: code), reason: String(rest.dropFirst(digits.count + 1)),
      version: version)
  }

  /// Text that may be empty, which is the same as missing.
  mutating func recordedText() -> String? {
    guard let text = text(), !text.isEmpty else { return nil }
    return text
  }

  /// An HTTP version such as `1.1`, `HTTP/1.1`, `2.0`; empty is the same as missing.
  mutating func recordedVersion() -> String? {
    recordedText().flatMap { RecordedStatus.version($0) }
  }

  /// A time in one of the forms of ``RecordedDate``.
  mutating func recordedDate() -> Date? {
    guard let text = node.scalar?.text, let date = RecordedDate.read(text) else {
      return mismatch(
        expected: "a date and time",
        remedy: "try Tue, 01 Nov 2011 04:49:54 GMT, or 2011-11-01T04:49:54Z")
    }
    return date
  }
}

/// What the first line of a response says.
struct RecordedStatus {
  var code: HTTPStatusCode
  var reason: String?
  var version: String?

  init(code: HTTPStatusCode, reason: String? = nil, version: String? = nil) {
    self.code = code
    self.reason = reason?.isEmpty ?? true ? nil : reason
    self.version = version
  }

  /// A version as ``RecordedResponse/httpVersion`` has it: `HTTP/1.1` is `1.1`, `2.0` is `2`.
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

extension ValueReader {
  /// A status as a mapping with `code` and `message`.
  mutating func recordedStatusMapping() -> RecordedStatus? {
    let code = needed("code") { $0.recordedStatus() }
    let reason = recorded("message") { $0.recordedText() }
    return code.map { RecordedStatus(code: $0, reason: reason) }
  }

  /// The `status` of a response, or its `status_code` in older layouts.
  mutating func recordedStatusOfAnyLayout() -> RecordedStatus? {
    if node.hasValue("status_code") {
      return recorded("status_code") { $0.recordedStatus() }.map { RecordedStatus(code: $0) }
    }
    return needed("status", "status_code") { $0.recordedStatusMapping() }
  }
}
