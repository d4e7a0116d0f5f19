import StubCore
import StubPlatform

extension RecordedResponse {
  /// The reason phrase for tools that always write one; empty for HTTP/2 and later, which have
  /// none.
  var writtenReason: String {
    reason ?? (httpVersion == "2" || httpVersion == "3" ? "" : status.reasonPhrase)
  }
}

extension Loss {
  /// For formats whose tools always write a reason phrase, and read an empty one as the usual
  /// phrase.
  static let emptyReasons = Loss("empty reason phrases", ofResponse: \.reason) {
    if $0 == "" { $0 = nil }
  }
}

extension Value {
  /// The file and line from which an interaction was read.
  var recordedOrigin: HTTPStub.Origin {
    HTTPStub.Origin(file: position.file, line: position.line)
  }
}

extension JSONValue {
  /// Returns an object of the members that have a value.
  static func object(_ members: [(String, JSONValue?)]) -> JSONValue {
    .object(JSONObject(members.compactMap { name, value in value.map { (name, $0) } }))
  }

  static func number(_ value: Int) -> JSONValue { .number(JSONNumber(value)) }
}

/// Reads mappings to which other tools add keys, so unknown keys are not errors.
extension Reader {
  /// Reads the value of a key; `nil` if it is missing or null.
  func recorded<Result>(
    _ value: Value, _ key: String, _ read: (Value) -> Result?
  ) -> Result? {
    findings.message.ask(key, of: value)
    return value[given: key].flatMap(read)
  }

  /// Reads the value of the first key that exists and is not null.
  func recorded<Result>(
    _ value: Value, anyOf keys: [String], _ read: (Value) -> Result?
  ) -> Result? {
    for key in keys { findings.message.ask(key, of: value) }
    return value.first(of: keys).flatMap(read)
  }

  /// Reads the value of the first existing key; reports an error if none has a value.
  func needed<Result>(
    _ value: Value, _ keys: String..., read: (Value) -> Result?
  ) -> Result? {
    for key in keys { findings.message.ask(key, of: value) }
    if let found = value.first(of: keys) { return read(found) }
    guard let members = value.members else {
      // One report covers all keys that the value should have.
      if findings.lastPosition == value.position { return nil }
      return mismatch(
        value, expected: "a mapping with \(Quotation.of(keys[0]))",
        remedy: "remove it")
    }
    if let null = keys.first(where: { value[$0] != nil }) {
      report(
        value, found: "\(Quotation.of(null)) has no value",
        remedy: "add one, or remove the recording")
    } else {
      report(
        value, found: "missing \(keys.map(Quotation.of).joined(separator: " or "))",
        remedy: NearestName.to(keys[0], among: members.map(\.key))
          .map { .advice("rename \(Quotation.of($0))") } ?? "add it, or remove the recording")
    }
    return nil
  }
}

extension Value {
  /// Whether this is a mapping that has the key with a value other than null.
  func hasValue(_ key: String) -> Bool { self[given: key] != nil }

  /// The text of a single value; `nil` for null.
  var givenText: String? { scalar.flatMap { $0.kind == .null ? nil : $0.text } }

  /// Returns the value of the first key whose value is not null.
  fileprivate func first(of keys: [String]) -> Value? {
    for key in keys {
      if let value = self[given: key] { return value }
    }
    return nil
  }
}

extension Reader {
  /// Reads a time in seconds since 1970, in the years 1 to 9999.
  func recordedEpoch(_ value: Value) -> Date? {
    guard let seconds = number(value) else { return nil }
    return date(value, seconds: seconds)
  }

  /// Reads a time as a text or as the number of seconds or milliseconds since 1970.
  ///
  /// A number means seconds or, if that would be after the year 5138, milliseconds.
  func recordedDateOrNumber(_ value: Value) -> Date? {
    switch value.scalar?.kind {
    case .integer?, .real?:
      guard let time = number(value) else { return nil }
      return date(value, seconds: abs(time) < 1e11 ? time : time / 1_000)
    default: return recordedDate(value)
    }
  }

  private func date(_ value: Value, seconds: Double) -> Date? {
    guard (-62_135_596_800..<253_402_300_800).contains(seconds) else {
      return mismatch(
        value, expected: "seconds since 1970 in the years 1 to 9999", remedy: "use 1318123194")
    }
    return Date(timeIntervalSince1970: seconds)
  }
}
