import StubCore
import StubPlatform

/// Accepts requests in whose body a selector finds matching values, by default ignoring case.
struct MountebankSelectedMatcher: HTTPStubMatcher {
  enum Selector: Sendable {
    case json(JSONPath, lowersNames: Bool)
    case xml(HTTPStubXPathMatcher)
  }

  let selector: Selector
  /// The condition on the selected texts.
  let part: RequestPartMatcher
  let lowersTexts: Bool
  /// Whether a list must be selected (`true`) or one value (`false`); `nil` for either.
  var wantsList: Bool?
  /// Whether an empty list matches.
  var acceptsEmptyList = false

  var description: String { part.description }
  var problems: [String] { part.problems }

  func evaluate(_ request: ReceivedRequest, for source: HTTPMatcherSource) -> MatchResult {
    switch selector {
    case .json(let path, let lowersNames):
      switch request.readableJSON {
      case .failure(let obstacle): return nothing(obstacle)
      case .success(let json):
        do throws(EvaluationGaveUp) {
          return try request.evaluating { steps throws(EvaluationGaveUp) in
            try result(try path.values(in: lowered(json, lowersNames), &steps), &steps)
          }
        } catch {
          return .undecided(expected: part.expected, found: error.description)
        }
      }
    case .xml(let base):
      if case .failure(let obstacle) = request.readableXML { return nothing(obstacle) }
      guard lowersTexts else { return base.evaluate(request, for: source) }
      return request.evaluating(on: Data(request.bodyText.foldingCase().utf8)) {
        base.evaluate($0, for: source)
      }
    }
  }

  /// Returns the result for a body that is missing or cannot be parsed: nothing is selected.
  private func nothing(_ obstacle: UnreadableBody) -> MatchResult {
    obstacle.isTooLarge
      ? .undecided(expected: part.expected, found: obstacle.description) : part.result([])
  }

  /// Returns the result for selected values, or for the elements of a single list; each byte takes a step.
  private func result(
    _ selected: [JSONValue], _ steps: inout StepBudget
  ) throws(EvaluationGaveUp) -> MatchResult {
    var (values, isList) = (selected, selected.count > 1)
    if selected.count == 1, case .array(let elements) = selected[0] {
      (values, isList) = (elements, true)
    }
    if let wantsList, wantsList != isList {
      return .mismatched(expected: part.expected, found: isList ? "a list" : "no list")
    }
    if isList, values.isEmpty, wantsList == nil {
      return acceptsEmptyList
        ? .matched : .mismatched(expected: part.expected, found: "an empty list")
    }
    var texts: [String] = []
    for value in values {
      texts.append(value.javaScriptText)
      guard steps.take(texts.last?.utf8.count ?? 0) else { throw steps.surrender }
    }
    return part.result(texts)
  }

  private func lowered(_ value: JSONValue, _ lowersNames: Bool) -> JSONValue {
    guard lowersNames || lowersTexts else { return value }
    return switch value {
    case .string(let text) where lowersTexts: .string(text.foldingCase())
    case .array(let elements): .array(elements.map { lowered($0, lowersNames) })
    case .object(let object):
      .object(
        JSONObject(
          object.members.map {
            (lowersNames ? $0.name.foldingCase() : $0.name, lowered($0.value, lowersNames))
          }))
    default: value
    }
  }
}

/// The comparison of a predicate, with its exceptions and options.
struct MountebankTest: Sendable {
  enum Kind: String, Sendable, CaseIterable {
    case equals
    case deepEquals
    case contains
    case startsWith
    case endsWith
    case matches
  }

  let kind: Kind
  var isCaseSensitive = false
  var isKeyCaseSensitive = false
  /// The parts of a text that are removed before comparison.
  var exception: MatchRemoval?
  /// The selector of values in the body.
  var selector: MountebankSelector?

  /// Whether the predicate must list all parts, so that further parts do not match.
  var isDeep: Bool { kind == .deepEquals }

  /// Whether texts, and whole XML bodies, are compared in lower case; patterns ignore case themselves.
  var lowersTexts: Bool { !isCaseSensitive && kind != .matches }

  /// Returns a condition on one text; the exception is removed from both texts, but not from a pattern.
  func condition(_ expected: String) throws(PatternError) -> ValueMatcher {
    guard let exception else { return try plainCondition(expected) }
    let kept = kind == .matches ? expected : exception.text(without: expected) ?? expected
    let condition = try plainCondition(kept)
    return ValueMatcher(description: condition.description, problems: condition.problems) {
      values in
      let texts = values.map { exception.text(without: $0) }
      return texts.contains(nil)
        ? .undecided("to remove what is excepted takes too long")
        : condition.judge(texts.compactMap(\.self))
    }
  }

  private func plainCondition(_ expected: String) throws(PatternError) -> ValueMatcher {
    let folded = expected.foldingCase()
    switch (kind, isCaseSensitive) {
    case (.equals, true), (.deepEquals, true): return .equals(expected)
    case (.equals, false), (.deepEquals, false): return .equalsIgnoringCase(expected)
    case (.contains, true): return .contains(expected)
    case (.contains, false): return .containsIgnoringCase(expected)
    case (.startsWith, true): return .hasPrefix(expected)
    case (.startsWith, false):
      return ValueMatcher("starts with \(expected.quoted) in any case") {
        $0.foldingCase().utf8.starts(with: folded.utf8)
      }
    case (.endsWith, true): return .hasSuffix(expected)
    case (.endsWith, false):
      return ValueMatcher("ends with \(expected.quoted) in any case") {
        $0.foldingCase().utf8.reversed().starts(with: folded.utf8.reversed())
      }
    case (.matches, _):
      var options: RegularExpression.Options = [.asciiClasses, .dollarIsEnd]
      if !isCaseSensitive { options.insert(.caseInsensitive) }
      return .matches(try RegularExpression(expected, options: options))
    }
  }

  /// Whether two names are equal under the options of the predicate.
  func isSame(_ name: String, _ other: String) -> Bool { comparable(name) == comparable(other) }

  /// Returns a name in the form in which it is compared.
  func comparable(_ name: String) -> ScalarText {
    ScalarText(isKeyCaseSensitive ? name : name.foldingCase())
  }
}

/// Selects the compared values in the body.
enum MountebankSelector: Sendable {
  case jsonPath(JSONPath)
  case xpath(String, namespaces: [String: String])

  /// The key of this selector in predicates.
  var key: String {
    switch self {
    case .jsonPath: "jsonpath"
    case .xpath: "xpath"
    }
  }
}
