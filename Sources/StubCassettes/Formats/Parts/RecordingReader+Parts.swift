package import StubCore
package import StubDocuments
package import StubPlatform

extension String {
  /// Whether the text has ASCII control characters, which URLs must not contain (RFC 3986 §2).
  var hasControlCharacters: Bool { utf8.contains { $0 < 0x20 || $0 == 0x7F } }
}

/// The reading of parts of requests and responses, in all forms that recording tools write.
extension RecordingReader {
  /// Reads a method in any letter case, or as a Ruby symbol such as `:get`.
  package func method(_ value: Value) -> HTTPMethod? {
    guard let text = values.text(value) else { return nil }
    let name = text.hasPrefix(":") ? String(text.dropFirst()) : text
    return isMethod(name, value) ? HTTPMethod(named: name) : nil
  }

  /// Returns whether the text is a valid method (RFC 9110 §9.1); if not, reports it.
  package func isMethod(_ name: String, _ value: Value) -> Bool {
    if name.isToken { return true }
    values.report(value, found: value.summary, expected: "a method", remedy: "use GET")
    return false
  }

  /// Reads a method from a tool that writes all methods in lower case.
  func lowercaseMethod(_ value: Value) -> HTTPMethod? {
    method(value).map { method in
      let hasCapital = method.rawValue.utf8.contains { UInt8(ascii: "A")...UInt8(ascii: "Z") ~= $0 }
      return hasCapital ? method : HTTPMethod(rawValue: method.rawValue.uppercasedASCII())
    }
  }

  /// Reads a URL as text.
  package func url(_ value: Value) -> String? {
    guard let text = values.text(value) else { return nil }
    guard !text.isEmpty else {
      return values.mismatch(value, expected: "a URL", remedy: "use https://example.com/")
    }
    guard !text.hasControlCharacters else {
      return values.mismatch(
        value, expected: "a URL without control characters", remedy: "use https://example.com/")
    }
    return text
  }

  /// Reads text; an empty text counts as missing.
  func nonEmptyText(_ value: Value) -> String? {
    guard let text = values.text(value), !text.isEmpty else { return nil }
    return text
  }

  /// Reads an HTTP version such as `1.1`, `HTTP/1.1` or `2.0`; an empty text counts as missing.
  func version(_ value: Value) -> String? {
    nonEmptyText(value).flatMap { RecordedStatus.version($0) }
  }

  /// Reads a time in one of the forms of ``RecordedDate``.
  func date(_ value: Value) -> Date? {
    guard let text = value.scalar?.text, let date = RecordedDate.read(text) else {
      return values.mismatch(
        value, expected: "a date and time",
        remedy: "use Tue, 01 Nov 2011 04:49:54 GMT, or 2011-11-01T04:49:54Z")
    }
    return date
  }

  /// Reads a time in seconds since 1970, in the years 1 to 9999.
  package func epoch(_ value: Value) -> Date? {
    guard let seconds = values.number(value) else { return nil }
    return date(value, seconds: seconds)
  }

  /// Reads a time as a text, or as the number of seconds or milliseconds since 1970.
  ///
  /// A number counts seconds; if these would be after the year 5138, it counts milliseconds.
  func dateOrEpoch(_ value: Value) -> Date? {
    switch value.scalar?.kind {
    case .integer?, .real?:
      guard let time = values.number(value) else { return nil }
      return date(value, seconds: abs(time) < 1e11 ? time : time / 1_000)
    default: return date(value)
    }
  }

  private func date(_ value: Value, seconds: Double) -> Date? {
    guard (-62_135_596_800..<253_402_300_800).contains(seconds) else {
      return values.mismatch(
        value, expected: "seconds since 1970 in the years 1 to 9999", remedy: "use 1318123194")
    }
    return Date(timeIntervalSince1970: seconds)
  }
}
