import StubCore

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Accepts requests whose JSON body has the members that a predicate names, at every level.
struct MountebankJSONMatcher: HTTPStubMatcher {
  let expected: JSONValue
  let test: MountebankTest

  var description: String { "JSON body \(test.kind.rawValue) \(expected.text())" }

  func evaluate(_ request: ReceivedRequest, for source: HTTPMatcherSource) -> MatchResult {
    let found: JSONValue
    switch request.readableJSON {
    case .success(let json): found = json
    case .failure(let obstacle) where obstacle.isTooLarge || request.body?.isEmpty ?? true:
      return .unreadable(obstacle, expected: description)
    // It has no members.
    case .failure: found = .string(request.bodyText)
    }
    return fits(found, expected)
      ? .matched : .mismatched(expected: description, found: "JSON body \(found.text().shortened)")
  }

  private func fits(_ found: JSONValue, _ expected: JSONValue) -> Bool {
    switch (expected, found) {
    case (.object(let wanted), .object(let object)):
      if test.isDeep, wanted.members.count != object.members.count { return false }
      return wanted.members.allSatisfy { member in
        let counterparts = object.members.filter { test.isSame($0.name, member.name) }
        return counterparts.isEmpty
          ? acceptsNothing(member.value) : counterparts.contains { fits($0.value, member.value) }
      }
    case (.array(let wanted), .array(let elements)):
      // The order of elements does not count.
      guard test.isDeep else {
        return wanted.allSatisfy { value in elements.contains { fits($0, value) } }
      }
      return haveSame(elements, wanted)
    case (_, .array(let elements)) where !test.isDeep:
      return elements.contains { fits($0, expected) }
    case (.object(let wanted), _) where !test.isDeep:
      return found.isTruthy && wanted.members.allSatisfy { acceptsNothing($0.value) }
    case (.object, _), (.array, _), (_, .object), (_, .array): return false
    default: return accepts(found.javaScriptText, expected)
    }
  }

  private func accepts(_ text: String, _ expected: JSONValue) -> Bool {
    (try? test.condition(expected.javaScriptText))?.accepts([text]) ?? false
  }

  /// Whether a member that is not there will do: it counts as an empty text.
  private func acceptsNothing(_ expected: JSONValue) -> Bool {
    switch expected {
    case .object, .array: false
    default: !test.isDeep && accepts("", expected)
    }
  }

  /// Whether each value has a counterpart of its own; what fits the same value is the same.
  private func haveSame(_ elements: [JSONValue], _ wanted: [JSONValue]) -> Bool {
    guard elements.count == wanted.count else { return false }
    var rest = elements
    return wanted.allSatisfy { value in
      guard let place = rest.firstIndex(where: { fits($0, value) }) else { return false }
      rest.swapAt(place, rest.count - 1)
      rest.removeLast()
      return true
    }
  }
}

/// Accepts requests of whose body a selector finds what the predicate asks for, by default in lower case.
struct MountebankSelectedMatcher: HTTPStubMatcher {
  enum Selector: Sendable {
    case json(JSONPath, lowersNames: Bool)
    case xml(HTTPStubXPathMatcher)
  }

  let selector: Selector
  /// The condition on the texts that are selected.
  let part: RequestPartMatcher
  let lowersTexts: Bool
  /// Whether a list has to be selected, or one value; `nil` where either will do.
  var wantsList: Bool?
  /// Whether a list without elements will do.
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
      return request.evaluating(on: Data(request.bodyText.lowercased().utf8)) {
        base.evaluate($0, for: source)
      }
    }
  }

  /// Nothing is found in a body that is not there or is something else.
  private func nothing(_ obstacle: UnreadableBody) -> MatchResult {
    obstacle.isTooLarge
      ? .undecided(expected: part.expected, found: obstacle.description) : part.result([])
  }

  /// The result for selected values, or for the elements of the only one; each byte takes a step.
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
    case .string(let text) where lowersTexts: .string(text.lowercased())
    case .array(let elements): .array(elements.map { lowered($0, lowersNames) })
    case .object(let object):
      .object(
        JSONObject(
          object.members.map {
            (lowersNames ? $0.name.lowercased() : $0.name, lowered($0.value, lowersNames))
          }))
    default: value
    }
  }
}

/// What a predicate does with a text, and what does not count.
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
  /// What in the body is looked at.
  var selector: MountebankSelector?

  /// Whether every part has to be named: nothing more, nothing less.
  var isDeep: Bool { kind == .deepEquals }

  /// Whether texts, and all of an XML body, are compared in lower case; patterns ignore case themselves.
  var lowersTexts: Bool { !isCaseSensitive && kind != .matches }

  /// A condition on one text, of which neither side has what is excepted; a pattern stays whole.
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
    let lower = expected.lowercased()
    switch (kind, isCaseSensitive) {
    case (.equals, true), (.deepEquals, true): return .equals(expected)
    case (.equals, false), (.deepEquals, false): return .equalsIgnoringCase(expected)
    case (.contains, true): return .contains(expected)
    case (.contains, false): return .containsIgnoringCase(expected)
    case (.startsWith, true): return .hasPrefix(expected)
    case (.startsWith, false):
      return ValueMatcher("starts with \(expected.quoted) in any case") {
        $0.lowercased().hasPrefix(lower)
      }
    case (.endsWith, true): return .hasSuffix(expected)
    case (.endsWith, false):
      return ValueMatcher("ends with \(expected.quoted) in any case") {
        $0.lowercased().hasSuffix(lower)
      }
    case (.matches, _):
      var options: RegularExpression.Options = [.asciiClasses, .dollarIsEnd]
      if !isCaseSensitive { options.insert(.caseInsensitive) }
      return .matches(try RegularExpression(expected, options: options))
    }
  }

  /// Whether two names are the same.
  func isSame(_ name: String, _ other: String) -> Bool {
    isKeyCaseSensitive ? name == other : name.lowercased() == other.lowercased()
  }
}

/// What a predicate looks at in the body.
enum MountebankSelector: Sendable {
  case jsonPath(JSONPath)
  case xpath(String, namespaces: [String: String])
}
