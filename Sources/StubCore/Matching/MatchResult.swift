/// A matcher's result for a request; a mismatch includes its reason, so that reports need no extra
/// work.
public enum MatchResult: Sendable, Hashable {
  /// The request matches; the captures go to the responder.
  case matched(Captures)
  /// The request does not match.
  case mismatched(Mismatch)
  /// It cannot be decided whether the request matches, for example because that takes too many
  /// steps.
  ///
  /// The request is not accepted, not even by a matcher for the opposite condition.
  case undecided(Mismatch)

  /// The request matches, and nothing was captured.
  public static let matched = MatchResult.matched(Captures())

  /// Returns a mismatch with the expected value and the value in the request, in words.
  public static func mismatched(expected: String, found: String) -> MatchResult {
    .mismatched(Mismatch(expected: expected, found: found))
  }

  /// Returns an undecided result with the expected value and the reason, in words.
  public static func undecided(expected: String, found: String) -> MatchResult {
    .undecided(Mismatch(expected: expected, found: found))
  }

  /// Whether the request is accepted.
  public var isMatch: Bool {
    if case .matched = self { true } else { false }
  }

  /// The expected value, and the value in the request; `nil` if the request is accepted.
  package var mismatch: Mismatch? {
    switch self {
    case .matched: nil
    case .mismatched(let mismatch), .undecided(let mismatch): mismatch
    }
  }

  /// Returns the result for a body that cannot be read: undecided if it is too large to parse.
  package static func unreadable(_ body: UnreadableBody, expected: String) -> MatchResult {
    let mismatch = Mismatch(.none, .text(expected), .sentence(body.description))
    return body.isTooLarge ? .undecided(mismatch) : .mismatched(mismatch)
  }
}

/// Why a body cannot be read in the form that a matcher expects.
package struct UnreadableBody: Error, Sendable, CustomStringConvertible {
  /// The text after "found …" in reports.
  package let description: String
  /// Whether the body was not parsed because it exceeds the limit.
  package var isTooLarge = false

  package init(description: String, isTooLarge: Bool = false) {
    (self.description, self.isTooLarge) = (description, isTooLarge)
  }

  static let missing = UnreadableBody(description: "no body")
}

/// The purpose for which a matcher is evaluated.
public enum HTTPMatcherSource: Sendable, Hashable {
  /// To find the stub that answers.
  case stubRequest
  /// To find an ignore rule that lets the request pass through.
  case ignoreRule
}

/// Values that matchers captured from a request, by name, for responders and templates.
public struct Captures: Sendable, Hashable {
  /// Variables of the URI template that matched: texts, lists or objects.
  public var uri: [String: JSONValue]
  /// Groups of the regular expressions that matched, by number (`"0"` is the whole match) and by
  /// name.
  public var regex: [String: String]

  /// Creates captures, which templates and closures read by these names.
  public init(uri: [String: JSONValue] = [:], regex: [String: String] = [:]) {
    self.uri = uri
    self.regex = regex
  }

  /// The text of a template variable (a list joined with commas), or otherwise of a named group.
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

  /// Adds the captures of the other; for equal names, the other's value replaces this one.
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
