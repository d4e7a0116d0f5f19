import StubCassettes
import StubCore
import StubDocuments
import StubPlatform

/// A JSONPath query of a predicate, which ignores letter case by default.
struct MountebankJSONSelection: Sendable {
  let path: JSONPath
  let lowersNames: Bool
  let lowersTexts: Bool
  /// Whether a list must be selected (`true`), or one value (`false`); `nil` if both are allowed.
  let wantsList: Bool?
  /// Whether an empty list matches.
  let acceptsEmptyList: Bool

  /// Returns the selected values; a single selected list stands for its elements.
  ///
  /// Each byte of text takes a step (unit of work). A body that is missing or invalid has no
  /// values.
  func values(in request: ReceivedRequest) -> PartValues {
    switch request.readableJSON {
    case .failure(let obstacle): return obstacle.isTooLarge ? .unreadable(obstacle) : .missing
    case .success(let json):
      do throws(EvaluationLimitExceeded) {
        return try request.evaluating { steps throws(EvaluationLimitExceeded) in
          try values(try path.values(in: lowered(json), &steps), &steps)
        }
      } catch {
        return .undecided(error.description)
      }
    }
  }

  private func values(
    _ selected: [JSONValue], _ steps: inout StepBudget
  ) throws(EvaluationLimitExceeded) -> PartValues {
    var (values, isList) = (selected, selected.count > 1)
    if selected.count == 1, case .array(let elements) = selected[0] {
      (values, isList) = (elements, true)
    }
    if let wantsList, wantsList != isList {
      return .unreadable(UnreadableContent(description: isList ? "a list" : "no list"))
    }
    if isList, values.isEmpty, wantsList == nil {
      return acceptsEmptyList
        ? .unknown : .unreadable(UnreadableContent(description: "an empty list"))
    }
    var texts: [String] = []
    for value in values {
      texts.append(value.javaScriptText)
      guard steps.take(texts.last?.utf8.count ?? 0) else { throw steps.limitExceeded }
    }
    return .list(texts)
  }

  private func lowered(_ value: JSONValue) -> JSONValue {
    guard lowersNames || lowersTexts else { return value }
    return switch value {
    case .string(let text) where lowersTexts: .string(text.foldingCase())
    case .array(let elements): .array(elements.map(lowered))
    case .object(let object):
      .object(
        JSONObject(
          object.members.map {
            (lowersNames ? $0.name.foldingCase() : $0.name, lowered($0.value))
          }))
    default: value
    }
  }
}

extension ReceivedRequest {
  /// Returns the values that an expression selects.
  ///
  /// With `lowersTexts`, the body is in lower case when it is searched.
  func mountebankValues(_ selection: XMLSelection, lowersTexts: Bool) -> PartValues {
    if case .failure(let obstacle) = readableXML {
      return obstacle.isTooLarge ? .unreadable(obstacle) : .missing
    }
    return selection.values(in: lowersTexts ? foldingBody : self)
  }
}

/// The comparison of a predicate, with its options.
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
  /// The pattern of `except`, whose matches are removed from texts before these are compared.
  var exception: MatchRemoval?
  /// The selector of values in the body.
  var selector: MountebankSelector?

  /// Whether the request must have no names or values that the predicate does not list.
  var isDeep: Bool { kind == .deepEquals }

  /// Whether texts and XML bodies are compared in lower case; patterns have an option for this.
  var lowersTexts: Bool { !isCaseSensitive && kind != .matches }

  /// Returns a condition on texts.
  ///
  /// Matches of the exception are removed from the expected text, unless it is a pattern, and from
  /// the compared texts.
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
      let trait = TextTrait(.start(ScalarText(expected)), ignoringCase: true)
      return ValueMatcher(own: "starts with \(expected.quoted) in any case", trait: trait) {
        $0.foldingCase().utf8.starts(with: folded.utf8)
      }
    case (.endsWith, true): return .hasSuffix(expected)
    case (.endsWith, false):
      let trait = TextTrait(.end(ScalarText(expected)), ignoringCase: true)
      return ValueMatcher(own: "ends with \(expected.quoted) in any case", trait: trait) {
        $0.foldingCase().utf8.reversed().starts(with: folded.utf8.reversed())
      }
    case (.matches, _):
      var options: RegularExpression.Options = [.asciiClasses, .dollarIsEnd]
      if !isCaseSensitive { options.insert(.caseInsensitive) }
      return .matches(try RegularExpression(expected, options: options))
    }
  }

  /// Returns whether two names are equal with the options of the predicate.
  func isSame(_ name: String, _ other: String) -> Bool { comparable(name) == comparable(other) }

  /// Returns a name for comparison, which is in lower case unless the predicate is case-sensitive.
  func comparable(_ name: String) -> ScalarText {
    ScalarText(isKeyCaseSensitive ? name : name.foldingCase())
  }
}

/// A selector of the values in the body that a predicate compares.
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
