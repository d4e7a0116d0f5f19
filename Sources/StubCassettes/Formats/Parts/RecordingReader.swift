import StubCore
package import StubDocuments

/// A reader of the recordings in one document, whose mappings may have keys that other tools added.
///
/// A format is a type that holds this reader and adds the peculiarities of its tool. Tools write
/// bodies under different keys. So that no body is lost silently, the keys of a message are
/// reported if they are neither read nor known to be irrelevant.
package final class RecordingReader {
  package enum Role {
    case request
    case response
  }

  /// The reader of values of the expected types, which collects the findings.
  package let values: Reader
  /// The document with the recordings; `nil` for a text that is not in a document.
  package let document: Value?
  /// The keys that do not affect playback, as in ``RecordingFormat/ignoredKeys``.
  private let ignoredKeys: Set<String>
  /// The message, or the body in a message, that is being read.
  private var current = Message()

  package init(_ values: Reader, document: Value? = nil, ignoring ignoredKeys: Set<String> = []) {
    (self.values, self.document, self.ignoredKeys) = (values, document, ignoredKeys)
  }

  /// Whether the values that are being read belong to a request.
  var isInRequest: Bool { current.role == .request }

  /// Reads a mapping with a message or a body, and warns about keys that were not read.
  ///
  /// A body has no `role` of its own, but that of its message.
  package func message<Result>(
    _ value: Value, _ role: Role? = nil, _ read: (Value) -> Result?
  ) -> Result? {
    let outer = current
    current = Message(role: role ?? outer.role, offset: value.offset)
    defer { current = outer }
    let result = read(value)
    // If reading failed, the error is already reported.
    if result != nil { warnOfUnreadKeys(in: value) }
    return result
  }

  /// Notes that the format knows the key `key`, even if the mapping does not have it.
  func ask(_ key: String, of mapping: Value) {
    if mapping.offset == current.offset { current.askedKeys.append(key) }
  }

  /// Reads the value of the key `key`; `nil` if it is missing or null.
  package func optional<Result>(
    _ value: Value, _ key: String, _ read: (Value) -> Result?
  ) -> Result? {
    ask(key, of: value)
    return value[given: key].flatMap(read)
  }

  /// Reads the value of the first key that exists and is not null.
  package func optional<Result>(
    _ value: Value, anyOf keys: [String], _ read: (Value) -> Result?
  ) -> Result? {
    for key in keys { ask(key, of: value) }
    return value.first(of: keys).flatMap(read)
  }

  /// Reads the value of the first key that exists; if none has a value, reports an error.
  package func required<Result>(
    _ value: Value, _ keys: String..., read: (Value) -> Result?
  ) -> Result? {
    for key in keys { ask(key, of: value) }
    if let found = value.first(of: keys) { return read(found) }
    guard let members = value.members else {
      // One report covers all keys that the value should have.
      if values.findings.lastPosition == value.position { return nil }
      return values.mismatch(
        value, expected: "a mapping with \(Quotation.of(keys[0]))",
        remedy: "remove it")
    }
    if let null = keys.first(where: { value[$0] != nil }) {
      values.report(
        value, found: "\(Quotation.of(null)) has no value",
        remedy: "add one, or remove the recording")
    } else {
      values.report(
        value, found: "missing \(keys.map(Quotation.of).joined(separator: " or "))",
        remedy: NearestName.to(keys[0], among: members.map(\.key))
          .map { .advice("rename \(Quotation.of($0))") } ?? "add it, or remove the recording")
    }
    return nil
  }

  private func warnOfUnreadKeys(in value: Value) {
    for member in value.members ?? [] where !isKnown(member.key) && member.value.isMeaningful {
      let found = "unknown key \(Quotation.of(member.key)) is ignored"
      values.findings.addOnce(found, at: member.position) { found in
        FileDiagnostic(
          .warning, at: member.position, pointer: member.value.pointer, found: found,
          remedy: .nearest(to: member.key, among: current.askedKeys)
            ?? "rename it if it contains the body")
      }
    }
  }

  private func isKnown(_ key: String) -> Bool {
    current.askedKeys.contains(key) || ignoredKeys.contains(key)
      || (key.hasPrefix("_") && ignoredKeys.contains(RecordingFormat.privateKeys))
  }
}

/// The mapping with unknown keys that is being read: a request, a response, or the body in one of
/// them.
private struct Message {
  var role = RecordingReader.Role.response
  /// The offset of the mapping in its document; -1 if none is being read.
  var offset = -1
  /// The keys that the format has looked for, whether or not they exist.
  var askedKeys: [String] = []
}

extension Value {
  /// The file and the line from which an interaction was read.
  var recordedOrigin: HTTPStub.Origin {
    HTTPStub.Origin(file: position.file, line: position.line)
  }

  /// Returns whether this is a mapping that has the key `key`, with a value other than null.
  func hasValue(_ key: String) -> Bool { self[given: key] != nil }

  /// The text of a single value other than null; otherwise `nil`.
  package var givenText: String? { scalar.flatMap { $0.kind == .null ? nil : $0.text } }

  /// Returns the value of the first of the keys whose value is not null.
  fileprivate func first(of keys: [String]) -> Value? {
    for key in keys {
      if let value = self[given: key] { return value }
    }
    return nil
  }
}
