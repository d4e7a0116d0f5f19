/// The result of a matcher for a request; a mismatch has a reason, which reports show.
public enum MatchResult: Sendable, Hashable {
  /// The request matches; the captures go to the responder.
  case matched(Captures)
  /// The request does not match.
  case mismatched(Mismatch)
  /// The matcher could not decide, for example because a limit was exceeded.
  ///
  /// The request is not accepted, not even by a matcher for the opposite condition.
  case undecided(Mismatch)

  /// The request matches, and nothing was captured.
  public static let matched = MatchResult.matched(Captures())

  /// Returns a mismatch with the expected and the found value, in words.
  public static func mismatched(expected: String, found: String) -> MatchResult {
    .mismatched(Mismatch(expected: expected, found: found))
  }

  /// Returns an undecided result with the expected value, and with a reason instead of a found
  /// value.
  public static func undecided(expected: String, found: String) -> MatchResult {
    .undecided(Mismatch(expected: expected, found: found))
  }

  /// Whether the request is accepted.
  public var isMatch: Bool {
    if case .matched = self { true } else { false }
  }

  /// The expected and the found value; `nil` if the request is accepted.
  package var mismatch: Mismatch? {
    switch self {
    case .matched: nil
    case .mismatched(let mismatch), .undecided(let mismatch): mismatch
    }
  }

  /// Returns the result for an unreadable body: undecided if the body is too large to parse,
  /// otherwise a mismatch.
  package static func unreadable(_ body: UnreadableContent, expected: String) -> MatchResult {
    let mismatch = Mismatch(.none, .text(expected), .sentence(body.description))
    return body.isTooLarge ? .undecided(mismatch) : .mismatched(mismatch)
  }
}

/// The reason why a body cannot be read in the format that a matcher expects.
package struct UnreadableContent: Error, Sendable, CustomStringConvertible {
  /// A text that follows "found …" in reports.
  package let description: String
  /// Whether the body was not parsed because it exceeds the limit.
  package var isTooLarge = false

  package init(description: String, isTooLarge: Bool = false) {
    (self.description, self.isTooLarge) = (description, isTooLarge)
  }

  static let missing = UnreadableContent(description: "no body")
}

/// The kind of rule that a matcher belongs to.
public enum HTTPMatcherSource: Sendable, Hashable {
  /// A stub, which may answer the request.
  case stubRequest
  /// An ignore rule, which lets the request pass through to the network.
  case ignoreRule
}

/// The values that matchers captured from a request, by name, for responders and templates.
public struct Captures: Sendable, Hashable {
  /// The variables of the URI template that matched, by name: texts, lists or objects.
  public var uri: [String: JSONValue]
  /// The groups of the regular expressions that matched, by number (`"0"` is the whole match) and
  /// by name.
  public var regex: [String: String]

  /// Creates captures; templates and closures read them by name.
  public init(uri: [String: JSONValue] = [:], regex: [String: String] = [:]) {
    self.uri = uri
    self.regex = regex
  }

  /// The value of the template variable `name`, or else the text of the regex group `name`.
  ///
  /// The elements of a list are joined with commas.
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

  /// Adds other captures, which replace those with the same names.
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
  /// The body as JSON, or the reason why it cannot be read as JSON.
  package var readableJSON: Result<JSONValue, UnreadableContent> {
    guard let body, !body.isEmpty else { return .failure(.missing) }
    let (content, obstacle) = readable
    if let obstacle = obstacle ?? content.obstacle { return .failure(obstacle) }
    return content.json.mapError {
      UnreadableContent(description: "a body that is not JSON (\($0))")
    }
  }
}
