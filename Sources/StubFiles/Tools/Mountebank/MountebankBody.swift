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
    guard case .success(let found) = request.json else {
      return .mismatched(expected: description, found: "a body that is no JSON")
    }
    return fits(found, expected)
      ? .matched : .mismatched(expected: description, found: "JSON body \(found.text().shortened)")
  }

  private func fits(_ found: JSONValue, _ expected: JSONValue) -> Bool {
    switch (expected, found) {
    case (.object(let wanted), .object(let object)):
      if test.isDeep, wanted.members.count != object.members.count { return false }
      return wanted.members.allSatisfy { member in
        object.members.contains {
          test.isSame($0.name, member.name) && fits($0.value, member.value)
        }
      }
    case (.array(let wanted), .array(let elements)):
      // The order of elements does not count.
      guard test.isDeep else {
        return wanted.allSatisfy { value in elements.contains { fits($0, value) } }
      }
      return haveSame(elements, wanted)
    case (_, .array(let elements)) where !test.isDeep:
      return elements.contains { fits($0, expected) }
    case (.object, _), (.array, _), (_, .object), (_, .array): return false
    default:
      guard let condition = try? test.condition(expected.string ?? expected.text()) else {
        return false
      }
      return condition.accepts([found.string ?? found.text()])
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
  let base: any HTTPStubMatcher
  let isJSON: Bool
  let lowersNames: Bool
  let lowersTexts: Bool

  var description: String { base.description }
  var problems: [String] { base.problems }

  func evaluate(_ request: ReceivedRequest, for source: HTTPMatcherSource) -> MatchResult {
    guard lowersNames || lowersTexts else { return base.evaluate(request, for: source) }
    let text: String
    if isJSON {
      // The base says what is wrong with another body.
      guard case .success(let json) = request.json else {
        return base.evaluate(request, for: source)
      }
      text = lowered(json).text()
    } else {
      text = request.bodyText.lowercased()
    }
    return request.evaluating(on: Data(text.utf8)) { base.evaluate($0, for: source) }
  }

  private func lowered(_ value: JSONValue) -> JSONValue {
    switch value {
    case .string(let text) where lowersTexts: .string(text.lowercased())
    case .array(let elements): .array(elements.map(lowered))
    case .object(let object):
      .object(
        JSONObject(
          object.members.map { (lowersNames ? $0.name.lowercased() : $0.name, lowered($0.value)) }))
    default: value
    }
  }
}
