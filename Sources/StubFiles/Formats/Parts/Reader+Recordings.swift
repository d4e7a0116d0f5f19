import StubCore

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

extension Reader {
  /// A recording as nearly all tools write it: `request`, and `response`, which is read with it.
  func track(
    _ element: Value, request: (Value) -> RecordedRequest?,
    response: (Value, RecordedRequest) -> RecordedResponse?
  ) -> Cassette.Track? {
    outcome(element, request: request) { response($0, $1).map { .response($0) } }
  }

  /// The same of a tool that records errors too.
  func outcome(
    _ element: Value, request: (Value) -> RecordedRequest?,
    response: (Value, RecordedRequest) -> RecordedOutcome?
  ) -> Cassette.Track? {
    guard let request = needed(element, "request", read: request) else { return nil }
    return needed(element, "response") { response($0, request) }
      .map { Cassette.Track(request, $0, origin: element.trackOrigin) }
  }

  /// A request as nearly all tools write it: `method`, the URL by that key, `headers` and `body`.
  func recordedRequest(
    _ value: Value, url key: String, body: (Value, HTTPHeaders?) -> Data?
  ) -> RecordedRequest? {
    let method = needed(value, "method", read: recordedMethod)
    let url = needed(value, key, read: recordedURL)
    let headers = recorded(value, "headers", recordedHeaders)
    let body = recorded(value, "body") { body($0, headers) }
    guard let method, let url else { return nil }
    return RecordedRequest(reading: method, url, headers: headers, body: body)
  }
}

extension RecordedRequest {
  /// A request as read; an empty body is none, for few formats tell the two apart.
  init(
    reading method: HTTPMethod, _ url: String, httpVersion: String? = nil,
    headers: HTTPHeaders?, body: Data?
  ) {
    self.init(
      method, url, httpVersion: httpVersion, headers: headers ?? HTTPHeaders(),
      body: body?.isEmpty ?? true ? nil : body)
  }
}

extension RecordedResponse {
  /// A response as read; its URL is kept only where it is not the request's.
  init(
    reading status: RecordedStatus, headers: HTTPHeaders?, body: Data?, url: String? = nil,
    of request: RecordedRequest
  ) {
    self.init(
      status.code, reason: status.reason, httpVersion: status.version,
      headers: headers ?? HTTPHeaders(), body: body ?? Data(),
      url: url == request.url ? nil : url)
  }

  /// The reason phrase as tools write it that always write one; HTTP/2 and later have none.
  var writtenReason: String {
    reason ?? (httpVersion == "2" || httpVersion == "3" ? "" : status.reasonPhrase)
  }
}

extension Value {
  /// Where a track was read from.
  var trackOrigin: HTTPStub.Origin {
    HTTPStub.Origin(file: position.file, line: position.line)
  }
}

extension JSONValue {
  /// An object of those members that have a value.
  static func object(_ members: [(String, JSONValue?)]) -> JSONValue {
    .object(JSONObject(members.compactMap { name, value in value.map { (name, $0) } }))
  }

  static func number(_ value: Int) -> JSONValue { .number(JSONNumber(value)) }
}

/// Mappings to which other tools add: keys that nobody asks for are passed over.
extension Reader {
  /// Reads the value of a key; nothing when it is missing or null.
  func recorded<Result>(
    _ value: Value, _ key: String, _ read: (Value) -> Result?
  ) -> Result? {
    value[given: key].flatMap(read)
  }

  /// Reads the value of the first of some keys that is there and not null.
  func recorded<Result>(
    _ value: Value, anyOf keys: [String], _ read: (Value) -> Result?
  ) -> Result? {
    value.first(of: keys).flatMap(read)
  }

  /// Reads the value of the first of some keys, and reports when none of them has a value.
  func needed<Result>(
    _ value: Value, _ keys: String..., read: (Value) -> Result?
  ) -> Result? {
    if let found = value.first(of: keys) { return read(found) }
    guard let members = value.members else {
      // Once for all the keys that it should have.
      if findings.lastPosition == value.position { return nil }
      return mismatch(
        value, expected: "a mapping with \(Quotation.of(keys[0]))",
        remedy: "try recording it again, or removing it")
    }
    if let null = keys.first(where: { value[$0] != nil }) {
      report(
        value, found: "nothing as \(Quotation.of(null))", expected: "a value",
        remedy: "try recording it again, or removing the recording")
    } else {
      report(
        value, found: "no key \(Quotation.of(keys[0]))", expected: Quotation.oneOf(keys),
        remedy: NearestName.to(keys[0], among: members.map(\.key))
          .map { "try it instead of \(Quotation.of($0))" }
          ?? "try recording it again, or removing the recording")
    }
    return nil
  }

  /// Reports what stands at the place of the list of recordings when it is something else.
  func reportUnlessList(_ value: Value, _ key: String) {
    guard let list = value[given: key], list.elements == nil else { return }
    report(
      list, found: list.summary, expected: "a list of recordings",
      remedy: "try a line with \"- \" for each, or []")
  }
}

extension Value {
  /// Whether this is a mapping that has the key with something but null.
  func hasValue(_ key: String) -> Bool { self[given: key] != nil }

  /// The text of a single value; `nil` for null, which stands for nothing.
  var givenText: String? { scalar.flatMap { $0.kind == .null ? nil : $0.text } }

  /// The value of the first of some keys that has something but null.
  fileprivate func first(of keys: [String]) -> Value? {
    for key in keys {
      if let value = self[given: key] { return value }
    }
    return nil
  }
}

extension Reader {
  /// A time in seconds since 1970, in the years 1 to 9999.
  func recordedEpoch(_ value: Value) -> Date? {
    guard let seconds = number(value) else { return nil }
    guard (-62_135_596_800..<253_402_300_800).contains(seconds) else {
      return mismatch(
        value, expected: "seconds since 1970 in the years 1 to 9999",
        remedy: "try recording it again")
    }
    return Date(timeIntervalSince1970: seconds)
  }

  /// An error of Apple's systems: its `domain` and `code`, with what it says of itself below a key.
  func recordedError(_ value: Value, describedIn key: String) -> RecordedFailure? {
    let domain = needed(value, "domain") { text($0) }
    let code = needed(value, "code") { integer($0) }
    guard let domain, let code else { return nil }
    var details = value[key]?.json
    let message = details?[FoundationError.description]?.string
    if var members = details?.object {
      if message != nil { members[FoundationError.description] = nil }
      details = members.isEmpty ? .none : .some(.object(members))
    }
    return RecordedFailure(domain: domain, code: code, message: message, details: details)
  }
}

enum FoundationError {
  /// The key of what an error says of itself.
  static let description = "NSLocalizedDescription"
}
