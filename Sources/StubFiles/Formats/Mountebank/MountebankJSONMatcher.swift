import StubCore

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
      ? .matched : .mismatched(expected: description, found: "JSON body \(found.text())")
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
      if test.isDeep, wanted.count != elements.count { return false }
      return wanted.allSatisfy { value in elements.contains { fits($0, value) } }
    case (_, .array(let elements)):
      return elements.contains { fits($0, expected) }
    case (.object, _), (.array, _), (_, .object): return false
    default:
      guard let condition = try? test.condition(expected.string ?? expected.text()) else {
        return false
      }
      return condition.accepts([found.string ?? found.text()])
    }
  }
}
