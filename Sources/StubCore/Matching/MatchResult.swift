/// What a matcher says of a request; a mismatch carries its reason, so that reports cost nothing.
public enum MatchResult: Sendable, Hashable {
  /// The request fits; the captures go to the responder.
  case matched(Captures)
  /// What the matcher wanted and what the request had instead.
  case mismatched(expected: String, found: String)
  /// It cannot be told whether the request fits, for example as that takes too many steps.
  ///
  /// The request is not accepted, and a matcher that asks for the opposite does not accept it either.
  case undecided(expected: String, found: String)

  /// The request fits and nothing was captured.
  public static let matched = MatchResult.matched(Captures())

  /// Whether the request is accepted.
  public var isMatch: Bool {
    if case .matched = self { true } else { false }
  }

  /// What was wanted, and what a request that is not accepted has instead.
  package var mismatch: (expected: String, found: String)? {
    switch self {
    case .matched: nil
    case .mismatched(let expected, let found), .undecided(let expected, let found):
      (expected, found)
    }
  }

  /// A mismatch of two texts; where they look the same, all but ASCII is escaped.
  package static func differing(expected: String, found: String) -> MatchResult {
    expected.looksLike(found)
      ? .mismatched(expected: expected.escapingScalars, found: found.escapingScalars)
      : .mismatched(expected: expected, found: found)
  }

  /// A body that cannot be read; it cannot be told whether one that is too large to parse fits.
  package static func unreadable(_ body: UnreadableBody, expected: String) -> MatchResult {
    body.isTooLarge
      ? .undecided(expected: expected, found: body.description)
      : .mismatched(expected: expected, found: body.description)
  }
}

/// Why a body cannot be read as what a matcher expects.
package struct UnreadableBody: Error, Sendable, CustomStringConvertible {
  /// Completes "found …".
  package let description: String
  /// Whether it was not looked at, as it is larger than what is parsed.
  package var isTooLarge = false

  static let missing = UnreadableBody(description: "no body")
}

/// What a matcher is evaluated for.
public enum HTTPMatcherSource: Sendable, Hashable {
  /// A stub, which would answer.
  case stubRequest
  /// An ignore rule, by which the request would pass through.
  case ignoreRule
}

/// What matchers took out of a request, by name, for responders and templates.
public struct Captures: Sendable, Hashable {
  /// Variables of the URI template that matched: text, or a list or an object.
  public var uri: [String: JSONValue]
  /// Groups of the regular expressions that matched, by number (`"0"` is the whole) and by name.
  public var regex: [String: String]

  /// Values that templates and closures read under these names.
  public init(uri: [String: JSONValue] = [:], regex: [String: String] = [:]) {
    self.uri = uri
    self.regex = regex
  }

  /// The text of a template variable (a list's with commas) or, failing that, of a named group.
  public subscript(name: String) -> String? {
    switch uri[name] {
    case .string(let text): text
    case .array(let elements):
      elements.map { if case .string(let text) = $0 { text } else { "" } }.joined(separator: ",")
    default: regex[name]
    }
  }

  /// Whether nothing was captured.
  package var isEmpty: Bool { uri.isEmpty && regex.isEmpty }

  /// Takes over the other's captures; of two with one name the other's wins.
  package mutating func merge(_ other: Captures) {
    if other.isEmpty { return }
    if isEmpty {
      self = other
      return
    }
    uri.merge(other.uri) { $1 }
    regex.merge(other.regex) { $1 }
  }
}

extension ReceivedRequest {
  /// The body as JSON, or why it is not JSON.
  package var readableJSON: Result<JSONValue, UnreadableBody> {
    guard let body, !body.isEmpty else { return .failure(.missing) }
    let (content, obstacle) = readable
    if let obstacle = obstacle ?? content.obstacle { return .failure(obstacle) }
    return content.json.mapError { UnreadableBody(description: "a body that is not JSON (\($0))") }
  }
}
