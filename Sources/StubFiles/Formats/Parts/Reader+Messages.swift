import StubCore

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

extension String {
  /// Whether it has characters of ASCII that no URL has (RFC 3986 §2).
  var hasControlCharacters: Bool { utf8.contains { $0 < 0x20 || $0 == 0x7F } }
}

/// Parts of requests and responses, in all the forms that recording tools write them in.
extension Reader {
  /// A method in any letter case, or as a Ruby symbol such as `:get`.
  func recordedMethod(_ value: Value) -> HTTPMethod? {
    guard let text = text(value) else { return nil }
    let name = text.hasPrefix(":") ? String(text.dropFirst()) : text
    return isMethod(name, value) ? HTTPMethod(named: name) : nil
  }

  /// Whether a text can be a method (RFC 9110 §9.1); reported if not.
  func isMethod(_ name: String, _ value: Value) -> Bool {
    if name.isToken { return true }
    report(value, found: value.summary, expected: "a method", remedy: "use GET")
    return false
  }

  /// A method as tools record it that write all methods in lower case.
  func recordedLowercaseMethod(_ value: Value) -> HTTPMethod? {
    recordedMethod(value).map { method in
      let hasCapital = method.rawValue.utf8.contains { UInt8(ascii: "A")...UInt8(ascii: "Z") ~= $0 }
      return hasCapital ? method : HTTPMethod(rawValue: method.rawValue.uppercasedASCII())
    }
  }

  /// A URL as text.
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

  /// A status code, as a number or as text.
  func recordedStatus(_ value: Value) -> HTTPStatusCode? {
    guard let text = value.scalar?.text, let code = Int(text), (100...999).contains(code) else {
      return mismatch(value, expected: "a status code from 100 to 999", remedy: "use 200")
    }
    return HTTPStatusCode(rawValue: code)
  }

  /// A status such as `200 OK`, with or without `HTTP/1.1` before it.
  func recordedStatusLine(_ value: Value) -> RecordedStatus? {
    var rest = (value.scalar?.text ?? "")[...]
    var version: String?
    if rest.hasPrefix("HTTP/") {
      let first = rest.prefix { $0 != " " }
      version = RecordedStatus.version(String(first))
      rest = rest.dropFirst(first.count + 1)
    }
    let digits = rest.prefix { $0 != " " }
    guard let code = Int(digits), (100...999).contains(code) else {
      return mismatch(value, expected: "a status line", remedy: "use 200 OK")
    }
    return RecordedStatus(
      code: HTTPStatusCode(rawValue: code), reason: String(rest.dropFirst(digits.count + 1)),
      version: version)
  }

  /// Text that may be empty, which is the same as missing.
  func recordedText(_ value: Value) -> String? {
    guard let text = text(value), !text.isEmpty else { return nil }
    return text
  }

  /// An HTTP version such as `1.1`, `HTTP/1.1`, `2.0`; empty is the same as missing.
  func recordedVersion(_ value: Value) -> String? {
    recordedText(value).flatMap { RecordedStatus.version($0) }
  }

  /// A time in one of the forms of ``RecordedDate``.
  func recordedDate(_ value: Value) -> Date? {
    guard let text = value.scalar?.text, let date = RecordedDate.read(text) else {
      return mismatch(
        value, expected: "a date and time",
        remedy: "use Tue, 01 Nov 2011 04:49:54 GMT, or 2011-11-01T04:49:54Z")
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

extension Reader {
  /// A status as a mapping with `code` and `message`.
  func recordedStatusMapping(_ value: Value) -> RecordedStatus? {
    let code = needed(value, "code") { recordedStatus($0) }
    let reason = recorded(value, "message") { recordedText($0) }
    return code.map { RecordedStatus(code: $0, reason: reason) }
  }

  /// The `status` of a response, or its `status_code` in older layouts.
  func recordedStatusOfAnyLayout(_ value: Value) -> RecordedStatus? {
    if value.hasValue("status_code") {
      return recorded(value, anyOf: ["status_code", "status"], recordedStatus)
        .map { RecordedStatus(code: $0) }
    }
    return needed(value, "status", "status_code") { recordedStatusMapping($0) }
  }
}

extension Reader {
  /// Header fields in any of the forms that recording tools write them in.
  ///
  /// A mapping from names to a value or a list of them; or a list of lines such as `Accept: */*`, of
  /// pairs of a name and a value or values, or of mappings with `name` and `value`.
  func recordedHeaders(_ value: Value) -> HTTPHeaders? {
    var headers = HTTPHeaders()
    if let members = value.members {
      for member in members { appendHeader(member.value, member.key, to: &headers) }
      return headers
    }
    guard let elements = value.elements else {
      return mismatch(
        value, expected: "headers as a mapping or a list", remedy: "use { Accept: [\"*/*\"] }")
    }
    // A Python set is written as the one argument of its constructor.
    if elements.count == 1, let inner = elements[0].elements,
      inner.allSatisfy({ $0.elements != nil })
    {
      return list(value) { recordedHeaders($0) }?.first
    }
    for element in elements {
      if let field = element.headerField {
        headers.append(field.name, field.value)
        continue
      }
      appendHeaderLine(element, to: &headers)
    }
    return headers
  }

  /// Adds the field, once for each value.
  private func appendHeader(_ value: Value, _ name: String, to headers: inout HTTPHeaders) {
    if case .null? = value.scalar?.kind { return headers.append(HTTPHeaderName(name), "") }
    for value in oneOrMore(value, { recordedHeaderValue($0) }) ?? [] {
      headers.append(HTTPHeaderName(name), value)
    }
  }

  /// A field's value; binary data that is UTF-8 is text.
  private func recordedHeaderValue(_ value: Value) -> String? {
    switch value.scalar?.kind {
    case .null?: return ""
    case .bytes(let bytes)?:
      if let text = String(checkingUTF8: bytes) { return text }
      return mismatch(value, expected: "text in UTF-8", remedy: "use text in quotes")
    case nil:
      return mismatch(value, expected: "a header value", remedy: "use text in quotes")
    default: return value.scalar?.text
    }
  }

  /// Adds the field of one element of a list.
  private func appendHeaderLine(_ value: Value, to headers: inout HTTPHeaders) {
    if let pair = value.elements, pair.count == 2, let name = pair[0].givenText {
      return appendHeader(pair[1], name, to: &headers)
    }
    if let name = value["name"]?.givenText {
      guard let field = value[given: "value"] else {
        return headers.append(HTTPHeaderName(name), "")
      }
      return appendHeader(field, name, to: &headers)
    }
    guard let line = value.scalar?.text, let colon = line.utf8.firstIndex(of: UInt8(ascii: ":"))
    else {
      return report(
        value, found: value.summary, expected: "a header field",
        remedy: "use a line such as \"Accept: */*\"")
    }
    let value = line[line.utf8.index(after: colon)...].drop { $0.isWhitespace }
    let blanks = value.reversed().prefix { $0.isWhitespace }.count
    headers.append(HTTPHeaderName(String(line[..<colon])), String(value.dropLast(blanks)))
  }
}

extension Value {
  /// The field of a mapping with `name` and `value` that are texts, as nearly all are.
  fileprivate var headerField: HTTPHeaders.Field? {
    guard let name = self["name"]?.scalar, let value = self["value"]?.scalar,
      name.kind == .string, value.kind == .string
    else { return nil }
    return HTTPHeaders.Field(name: HTTPHeaderName(name.text), value: value.text)
  }
}

/// What is known of the message of a recording while it is read.
///
/// Dialects keep bodies under keys of their own. So that no body is lost in silence, keys that are
/// neither asked for nor known to change nothing are reported.
struct MessageReading {
  enum Role {
    case request
    case response
  }

  /// The keys that change no answer in the format that is being read.
  var ignoredKeys: Set<String> = []
  /// The document that the message is in.
  var document: Value?
  private(set) var role = Role.response
  /// Where the mapping begins whose keys are counted.
  private var offset = -1
  /// The keys that were asked for.
  private(set) var askedKeys: [String] = []

  /// Notes that a key is known to the reader, whether or not the mapping has it.
  mutating func ask(_ key: String, of mapping: Value) {
    if mapping.offset == offset { askedKeys.append(key) }
  }

  /// The reading of a message, or of a body in it, which has its role.
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

  /// The entry of ``ignoredKeys`` that stands for all keys that begin with `_`.
  static let privateKeys = "_"
}

extension Reader {
  /// Reads a mapping that holds a message or a body, and warns of keys that were not read.
  func message<Result>(
    _ value: Value, _ role: MessageReading.Role? = nil, _ read: (Value) -> Result?
  ) -> Result? {
    let outer = findings.message
    findings.message = outer.of(value, role)
    defer { findings.message = outer }
    let result = read(value)
    // What could not be read was reported.
    if result != nil { warnOfUnreadKeys(in: value) }
    return result
  }

  private func warnOfUnreadKeys(in value: Value) {
    for member in value.members ?? []
    where !findings.message.isKnown(member.key) && member.value.saysSomething {
      findings.addOnce("unknown key \(Quotation.of(member.key)) is ignored") { found in
        let nearest = NearestName.to(member.key, among: findings.message.askedKeys)
        return FileDiagnostic(
          .warning, at: member.position, pointer: member.value.pointer, found: found,
          remedy: nearest.map { "did you mean \(Quotation.of($0))?" }
            ?? "rename it if it contains the body")
      }
    }
  }
}
