import StubCore

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Accepts requests that equal a recorded one, except for its hidden secrets.
///
/// A placeholder matches any text, so a recording can be replayed without the secrets.
struct HiddenSecretsMatcher: HTTPStubMatcher {
  let recorded: RecordedRequest
  let comparison: RequestComparison

  var description: String { "matches the recorded \(recorded.method) \(recorded.url)" }

  func evaluate(_ request: ReceivedRequest, for source: HTTPMatcherSource) -> MatchResult {
    let found = ComparedRequest(
      RecordedRequest(
        request.method, request.target.absoluteString, headers: request.headers,
        body: request.body), comparison)
    let wanted = ComparedRequest(recorded, comparison)
    if let part = wanted.partThatDiffers(from: found) {
      return .mismatched(
        expected: "the recorded \(part), with any text for REDACTED-…",
        found: "another \(part)")
    }
    return .matched
  }
}

extension RequestComparison {
  /// The conditions for a recording in which secrets were hidden.
  func lenientMatchers(for recorded: RecordedRequest) -> [any HTTPStubMatcher] {
    let url = recorded.received.target
    var matchers: [any HTTPStubMatcher] = []
    if parts.contains(.method), recorded.method == .get {
      matchers.append(HTTPStubMethodMatcher([.get]))
    }
    if parts.contains(.scheme), let scheme = url.scheme {
      matchers.append(RecordedSchemeMatcher(scheme))
    }
    if parts.contains(.host), let host = url.host {
      matchers.append(HTTPStubHostMatcher(.equals(host)))
    }
    if parts.contains(.port) { matchers.append(RecordedPortMatcher(url)) }
    matchers.append(HiddenSecretsMatcher(recorded: recorded, comparison: self))
    for closure in closures {
      matchers.append(RegisteredMatcher(closure: closure, recorded: recorded))
    }
    return matchers
  }
}

extension ComparedRequest {
  /// The first part that does not fit; scheme, host and port are left to others.
  fileprivate func partThatDiffers(from found: ComparedRequest) -> String? {
    if let path, !Self.fits(path, found.path ?? "") { return "path" }
    if let query, !Self.fits(query, found.query ?? []) { return "query" }
    if let headers, !Self.fits(headers, found.headers ?? [:]) { return "headers" }
    if let body, !Self.fits(body, found.body) { return "body" }
    return nil
  }

  private static func fits(_ recorded: String, _ text: String) -> Bool {
    SecretPlaceholder.matches(recorded: recorded, text)
  }

  private static func fits(_ recorded: [QueryItem], _ items: [QueryItem]) -> Bool {
    recorded.count == items.count
      && zip(recorded, items).allSatisfy {
        $0.name == $1.name && fits($0.value ?? "", $1.value ?? "")
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
      SecretPlaceholder.matches(recorded: Array(recorded), Array(bytes))
    case (.form(let recorded), .form(let items)?): fits(recorded, items)
    case (.json(let recorded), .json(let value)?): fits(recorded, value)
    default: false
    }
  }

  private static func fits(_ recorded: JSONValue, _ value: JSONValue) -> Bool {
    switch (recorded, value) {
    case (.string(let recorded), .string(let text)): return fits(recorded, text)
    case (.string(let recorded), .number): return SecretPlaceholder.isWhole(recorded)
    case (.array(let recorded), .array(let values)):
      return recorded.count == values.count && zip(recorded, values).allSatisfy { fits($0, $1) }
    case (.object(let recorded), .object(let object)):
      return recorded.members.count == object.members.count
        && recorded.members.allSatisfy { member in
          object.members.contains { $0.name == member.name && fits(member.value, $0.value) }
        }
    default: return recorded == value
    }
  }
}

extension RecordedRequest {
  /// Whether there is a placeholder in a part that may be compared.
  var hidesSecrets: Bool {
    SecretPlaceholder.occurs(in: url) || (body.map { SecretPlaceholder.occurs(in: $0) } ?? false)
      || headers.fields.contains { SecretPlaceholder.occurs(in: $0.value) }
  }

  /// The request with placeholders that do not distinguish it from others.
  var withEqualPlaceholders: RecordedRequest {
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
