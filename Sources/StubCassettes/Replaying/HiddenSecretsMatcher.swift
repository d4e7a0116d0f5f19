package import StubCore
import StubDocuments
package import StubPlatform

/// A matcher for requests that equal a recorded request, except for its hidden secrets.
///
/// A placeholder matches any text (in a path, within one segment). So a recording can be replayed
/// without the secrets.
struct HiddenSecretsMatcher: HTTPStubMatcher {
  private let recorded: RecordedRequest
  private let wanted: ComparedRequest
  private let comparison: RequestComparison

  init(_ recorded: RecordedRequest, _ comparison: RequestComparison) {
    self.recorded = recorded
    self.comparison = comparison
    wanted = ComparedRequest(recorded, comparison)
  }

  var description: String { "matches the recorded \(recorded.method) \(recorded.url)" }

  /// The keys by which the recording is found: the path or its segments, and items without
  /// placeholders.
  var keys: [StubKey] {
    var keys: [StubKey] = []
    let url = RequestURL(recorded.url)
    if let path = wanted.path, !SecretPlaceholder.occurs(in: path) {
      keys.append(.path(url.path))
    } else if wanted.path != nil {
      keys.append(.segments(url.segments.map { SecretPlaceholder.occurs(in: $0) ? nil : $0 }))
    }
    keys += Self.literal(wanted.query).map { .query($0.name, $0.value ?? "") }
    switch wanted.body {
    case .form(let items): keys += Self.literal(items).map { .form($0.name, $0.value ?? "") }
    case .json(.object(let object)):
      for case (let name, .string(let text)) in object.members
      where !SecretPlaceholder.occurs(in: name) && !SecretPlaceholder.occurs(in: text) {
        keys.append(.json([name], text))
      }
    case .json, .bytes, nil: break
    }
    return keys
  }

  private static func literal(_ items: [QueryItem]?) -> [QueryItem] {
    (items ?? []).filter { item in
      !SecretPlaceholder.occurs(in: item.name) && !SecretPlaceholder.occurs(in: item.value ?? "")
    }
  }

  func evaluate(_ request: ReceivedRequest, for source: HTTPMatcherSource) -> MatchResult {
    let found = ComparedRequest(request.decoded, comparison)
    if let part = wanted.partThatDiffers(from: found) {
      return .mismatched(
        expected: "the recorded \(part), with any text for REDACTED-…",
        found: "another \(part)")
    }
    return .matched
  }
}

extension RequestComparison {
  /// Returns the conditions for a recording with hidden secrets.
  func lenientMatchers(for recorded: RecordedRequest) -> [any HTTPStubMatcher] {
    let url = recorded.received.target
    var matchers: [any HTTPStubMatcher] = []
    if parts.contains(.method), recorded.method == .get {
      matchers.append(HTTPStubMethodMatcher([.get]))
    }
    if parts.contains(.scheme), let scheme = url.scheme {
      matchers.append(PartMatcher(recordedScheme: scheme))
    }
    if parts.contains(.host), let host = url.host {
      matchers.append(PartMatcher(.host, .equals(host)))
    }
    if parts.contains(.port), url.host != nil { matchers.append(RecordedPortMatcher(url)) }
    matchers.append(HiddenSecretsMatcher(recorded, self))
    for closure in closures {
      matchers.append(RegisteredMatcher(closure: closure, recorded: recorded))
    }
    return matchers
  }
}

extension ComparedRequest {
  /// Returns the name of the first part that does not match; other matchers check scheme, host and
  /// port.
  fileprivate func partThatDiffers(from found: ComparedRequest) -> String? {
    if let path, !Self.fits(path: path, found.path ?? "") { return "path" }
    if let query, !Self.fits(query, found.query ?? []) { return "query" }
    if let headers, !Self.fits(headers, found.headers ?? [:]) { return "headers" }
    if let body, !Self.fits(body, found.body) { return "body" }
    return nil
  }

  private static func fits(path recorded: String, _ path: String) -> Bool {
    let recorded = recorded.split(separator: "/", omittingEmptySubsequences: false)
    let segments = path.split(separator: "/", omittingEmptySubsequences: false)
    guard recorded.count == segments.count else { return false }
    return zip(recorded, segments).allSatisfy { recorded, segment in
      recorded.isEmpty == segment.isEmpty
        && SecretPlaceholder.matches(recorded: String(recorded), String(segment))
    }
  }

  private static func fits(_ recorded: String, _ text: String) -> Bool {
    SecretPlaceholder.matches(recorded: recorded, text)
  }

  /// Returns whether each recorded member matches a different member of the request.
  ///
  /// Members with literal names are compared first. Values are compared with `valuesFit`.
  private static func fits<Value>(
    _ recorded: [(name: String, value: Value)], _ members: [(name: String, value: Value)],
    _ valuesFit: (Value, Value) -> Bool
  ) -> Bool {
    guard recorded.count == members.count else { return false }
    var rest = members
    let hidden = recorded.filter { SecretPlaceholder.occurs(in: $0.name) }
    let literal = recorded.filter { !SecretPlaceholder.occurs(in: $0.name) }
    for member in literal {
      // Values of one name must be in order.
      guard let place = rest.firstIndex(where: { $0.name.hasSameScalars(as: member.name) }),
        valuesFit(member.value, rest[place].value)
      else { return false }
      rest.remove(at: place)
    }
    for member in hidden {
      let place = rest.firstIndex {
        fits(member.name, $0.name) && valuesFit(member.value, $0.value)
      }
      guard let place else { return false }
      rest.remove(at: place)
    }
    return true
  }

  private static func fits(_ recorded: [QueryItem], _ items: [QueryItem]) -> Bool {
    fits(recorded.map { ($0.name, $0.value ?? "") }, items.map { ($0.name, $0.value ?? "") }) {
      fits($0, $1)
    }
  }

  private static func fits(
    _ recorded: [HTTPHeaderName: [String]], _ headers: [HTTPHeaderName: [String]]
  ) -> Bool {
    recorded.count == headers.count
      && recorded.allSatisfy { name, values in
        headers[name].map { found in
          fits(values.joined(separator: ", "), found.joined(separator: ", "))
        } ?? false
      }
  }

  private static func fits(_ recorded: Body, _ body: Body?) -> Bool {
    switch (recorded, body) {
    case (.bytes(let recorded), .bytes(let bytes)?):
      if SecretPlaceholder.matches(recorded: Array(recorded), Array(bytes)) { return true }
      // Only JSON can contain placeholders for numbers.
      guard SecretPlaceholder.containsNumberPlaceholder(in: recorded),
        let recorded = try? JSONValue(parsing: recorded), let value = try? JSONValue(parsing: bytes)
      else { return false }
      return fits(recorded, value)
    case (.form(let recorded), .form(let items)?): return fits(recorded, items)
    case (.json(let recorded), .json(let value)?): return fits(recorded, value)
    default: return false
    }
  }

  private static func fits(_ recorded: JSONValue, _ value: JSONValue) -> Bool {
    switch (recorded, value) {
    case (.string(let recorded), .string(let text)): return fits(recorded, text)
    // Earlier versions replaced numbers with text placeholders.
    case (.string(let recorded), .number): return SecretPlaceholder.isWhole(recorded)
    case (.number(let recorded), .number(let number)):
      return recorded.text == SecretPlaceholder.number || recorded == number
    case (.array(let recorded), .array(let values)):
      return recorded.count == values.count && zip(recorded, values).allSatisfy { fits($0, $1) }
    case (.object(let recorded), .object(let object)):
      return fits(
        recorded.members.map { ($0.name, $0.value) }, object.members.map { ($0.name, $0.value) }
      ) { fits($0, $1) }
    default: return recorded == value
    }
  }
}

extension ReceivedRequest {
  /// The request with its body decompressed, as in recordings whose bodies had a secret.
  fileprivate var decoded: ReceivedRequest {
    guard headers.contains(.contentEncoding), let unpacked = PackedBodies.unpacked(body, headers)
    else { return self }
    var headers = headers
    headers.remove(.contentEncoding)
    return with(method: method, target: target, headers: headers, body: unpacked)
  }

  /// Returns a request of the same client with this method, URL, header fields and body.
  package func with(
    method: HTTPMethod, target: RequestURL, headers: HTTPHeaders, body: Data?
  ) -> ReceivedRequest {
    ReceivedRequest(
      method: method, target: target, headers: headers, body: RequestBody(body),
      httpVersion: httpVersion, clientAddress: clientAddress,
      clientCertificateSubject: clientCertificateSubject,
      isFromListener: isFromListener)
  }
}

extension RequestComparison {
  /// Returns whether a compared part of the request contains a placeholder.
  func findsPlaceholders(in request: RecordedRequest) -> Bool {
    if !parts.isDisjoint(with: RequestPart.partsOfURL), SecretPlaceholder.occurs(in: request.url) {
      return true
    }
    if !parts.isDisjoint(with: [.body, .jsonBody]), let body = request.body,
      SecretPlaceholder.occurs(in: body) || SecretPlaceholder.containsNumberPlaceholder(in: body)
    {
      return true
    }
    return request.headers.fields.contains { field in
      let isCompared =
        parts.contains(.header(field.name))
        || (parts.contains(.headers) && !ignoredHeaders.contains(field.name))
      return isCompared && SecretPlaceholder.occurs(in: field.value)
    }
  }
}

extension RecordedRequest {
  /// The request with all placeholders made equal, so that two requests do not differ only in
  /// placeholders.
  package var withEqualPlaceholders: RecordedRequest {
    var request = self
    request.url = SecretPlaceholder.equalized(url)
    request.body = body.map { Data(SecretPlaceholder.equalized(Array($0))) }
    request.headers = HTTPHeaders(
      headers.fields.map {
        HTTPHeaders.Field(name: $0.name, value: SecretPlaceholder.equalized($0.value))
      })
    return request
  }
}
