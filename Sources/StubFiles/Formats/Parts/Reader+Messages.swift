import StubCore
import StubPlatform

extension String {
  /// Whether the text has ASCII control characters, which are not allowed in URLs (RFC 3986 §2).
  var hasControlCharacters: Bool { utf8.contains { $0 < 0x20 || $0 == 0x7F } }
}

/// Reads parts of requests and responses, in all forms that recording tools write.
extension Reader {
  /// Reads a method in any letter case, or as a Ruby symbol such as `:get`.
  func recordedMethod(_ value: Value) -> HTTPMethod? {
    guard let text = text(value) else { return nil }
    let name = text.hasPrefix(":") ? String(text.dropFirst()) : text
    return isMethod(name, value) ? HTTPMethod(named: name) : nil
  }

  /// Whether the text is a valid method (RFC 9110 §9.1); reports it if not.
  func isMethod(_ name: String, _ value: Value) -> Bool {
    if name.isToken { return true }
    report(value, found: value.summary, expected: "a method", remedy: "use GET")
    return false
  }

  /// Reads a method from a tool that writes all methods in lower case.
  func recordedLowercaseMethod(_ value: Value) -> HTTPMethod? {
    recordedMethod(value).map { method in
      let hasCapital = method.rawValue.utf8.contains { UInt8(ascii: "A")...UInt8(ascii: "Z") ~= $0 }
      return hasCapital ? method : HTTPMethod(rawValue: method.rawValue.uppercasedASCII())
    }
  }

  /// Reads a URL as text.
  func recordedURL(_ value: Value) -> String? {
    guard let text = text(value) else { return nil }
    guard !text.isEmpty else {
      return mismatch(value, expected: "a URL", remedy: "use https://example.com/")
    }
    guard !text.hasControlCharacters else {
      return mismatch(
        value, expected: "a URL without control characters", remedy: "use https://example.com/")
    }
    return text
  }

  /// Reads text; an empty text counts as missing.
  func recordedText(_ value: Value) -> String? {
    guard let text = text(value), !text.isEmpty else { return nil }
    return text
  }

  /// Reads an HTTP version such as `1.1`, `HTTP/1.1` or `2.0`; an empty text counts as missing.
  func recordedVersion(_ value: Value) -> String? {
    recordedText(value).flatMap { RecordedStatus.version($0) }
  }

  /// Reads a time in one of the forms of ``RecordedDate``.
  func recordedDate(_ value: Value) -> Date? {
    guard let text = value.scalar?.text, let date = RecordedDate.read(text) else {
      return mismatch(
        value, expected: "a date and time",
        remedy: "use Tue, 01 Nov 2011 04:49:54 GMT, or 2011-11-01T04:49:54Z")
    }
    return date
  }
}

/// The state of reading one message, which is a request or a response of a recording.
///
/// Tools write bodies under different keys. So that no body is lost silently, keys are reported if
/// they are neither read nor known to be irrelevant.
struct MessageReading {
  enum Role {
    case request
    case response
  }

  /// The keys that do not affect playback in the current format.
  var ignoredKeys: Set<String> = []
  /// The document that contains the message.
  var document: Value?
  private(set) var role = Role.response
  /// The offset of the mapping whose keys are tracked.
  private var offset = -1
  /// The keys that the reader has looked for, whether they exist or not.
  private(set) var askedKeys: [String] = []

  /// Notes that the reader knows a key, even if the mapping does not have it.
  mutating func ask(_ key: String, of mapping: Value) {
    if mapping.offset == offset { askedKeys.append(key) }
  }

  /// Returns the state for reading a message, or a body in a message: a body has no `role`, and
  /// keeps the role of its message.
  fileprivate func of(_ mapping: Value, _ role: Role?) -> MessageReading {
    var reading = self
    reading.role = role ?? self.role
    reading.offset = mapping.offset
    reading.askedKeys = []
    return reading
  }

  fileprivate func isKnown(_ key: String) -> Bool {
    askedKeys.contains(key) || ignoredKeys.contains(key)
      || (key.hasPrefix("_") && ignoredKeys.contains(Self.privateKeys))
  }

  /// The entry of ``ignoredKeys`` that means all keys that begin with `_`.
  static let privateKeys = "_"
}

extension Reader {
  /// Reads a mapping with a message or a body, and warns about keys that were not read.
  func message<Result>(
    _ value: Value, _ role: MessageReading.Role? = nil, _ read: (Value) -> Result?
  ) -> Result? {
    let outer = findings.message
    findings.message = outer.of(value, role)
    defer { findings.message = outer }
    let result = read(value)
    // If reading failed, the error is already reported.
    if result != nil { warnOfUnreadKeys(in: value) }
    return result
  }

  private func warnOfUnreadKeys(in value: Value) {
    for member in value.members ?? []
    where !findings.message.isKnown(member.key) && member.value.saysSomething {
      let found = "unknown key \(Quotation.of(member.key)) is ignored"
      findings.addOnce(found, at: member.position) { found in
        FileDiagnostic(
          .warning, at: member.position, pointer: member.value.pointer, found: found,
          remedy: .nearest(to: member.key, among: findings.message.askedKeys)
            ?? "rename it if it contains the body")
      }
    }
  }
}
