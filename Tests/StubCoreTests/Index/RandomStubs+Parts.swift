import Foundation
import StubCore
import Testing

/// Conditions on parts of a request.
extension RandomStubs {
  private func condition(depth: Int = 0) -> ValueMatcher {
    let value = pick(Self.values)
    let number = pick([1, 2, 12])
    switch random.integer(in: 0...(depth < 2 ? 20 : 13)) {
    case 0, 1: return .equals(value)
    case 2: return .present
    case 3: return .absent
    case 4: return .contains(pick([value, "red", "-1", "e"]))
    case 5: return .hasPrefix(pick([value, "red-", "r"]))
    case 6: return .hasSuffix(pick([value, "-blue", "1"]))
    case 7: return pick([.equalsIgnoringCase(value), .containsIgnoringCase(value)])
    case 8: return .equals(JSONNumber(number))
    case 9: return (try? .matches(pattern(value))) ?? .present
    case 10: return (try? .glob(pick([value, "red-*", "*-1", "{red,1}*"]))) ?? .present
    case 11: return pick([.exactly([value]), .exactly([]), .hasElement(value)])
    case 12: return comparison()
    case 13: return .all(of: comparison(), comparison())
    case 14: return .not(condition(depth: depth + 1))
    case 15: return .any(of: [condition(depth: depth + 1)])
    case 16: return .any(of: condition(depth: depth + 1), condition(depth: depth + 1))
    case 17: return .all(of: condition(depth: depth + 1), condition(depth: depth + 1))
    case 18: return .includes([condition(depth: depth + 1), condition(depth: depth + 1)])
    case 19: return .every(condition(depth: depth + 1))
    default:
      let inner = condition(depth: depth + 1)
      return ValueMatcher(description: "implies another", implying: [inner]) { inner.judge($0) }
    }
  }

  private func comparison() -> ValueMatcher {
    let number: JSONNumber = pick([-2, -1.5, 0, 1, 2, 10, 12])
    return pick([.atLeast(number), .atMost(number), .greaterThan(number), .lessThan(number)])
  }

  func partMatcher() -> (any HTTPStubMatcher)? {
    let name = pick(Self.names)
    let value = pick(Self.values)
    let condition = condition()
    switch random.integer(in: 0...20) {
    case 0: return .header(pick(["X-A", "x-b"]), condition)
    case 1: return .query(name, condition)
    case 2: return .cookie(name, condition)
    case 3: return .form(name, condition)
    case 4: return .host(isChosen(2) ? condition : .equals(pick(Self.hosts)))
    case 5: return .json(json(), comparison: JSONComparison(ignoresExtraMembers: isChosen(2)))
    case 6: return parsed("$.\(name)") { try .jsonPath($0, condition) }
    case 7:
      return parsed("$.\(name)") {
        JSONValueMatcher(
          try JSONPath($0), equals: isChosen(2) ? json(depth: 1) : ["id": "${json-unit.ignore}"],
          comparison: isChosen(2) ? placeholders : JSONComparison())
      }
    case 8: return .body(condition)
    case 9: return .bearer(condition)
    case 10: return HTTPStubBasicAuthMatcher(user: condition, password: self.condition())
    case 11: return .path(condition)
    case 12: return PartMatcher(Self.lastSegment, condition)
    case 13: return jsonPath(pick([.standard, .jayway]), condition)
    case 14: return xpath(condition)
    case 15: return parsed(xml()) { try .xml($0) }
    case 16:
      return HTTPStubMultipartMatcher(
        pick([.any, .every]), name: pick([.equals(name), nil, condition]), body: condition)
    case 17: return PartMatcher(.item(name, in: .formOfAnyType), condition)
    case 18: return PartMatcher(parameter(name), condition)
    case 19:
      return HTTPStubMultipartMatcher(
        pick([.any, .every]), name: pick([.equals(name), nil]), filename: nil, contentType: nil,
        headerList: [], contents: [PartMatcher(.body, condition), .body(self.condition())])
    case 20: return partOfJSON(json())
    default: return .body(Data(value.utf8))
    }
  }

  private var placeholders: JSONComparison {
    var comparison = JSONComparison(ignoresExtraMembers: isChosen(2))
    comparison.usesPlaceholders = true
    return comparison
  }

  /// Accepts JSON that has a value anywhere.
  private func partOfJSON(_ json: JSONValue) -> any HTTPStubMatcher {
    let comparison = JSONComparison(
      ignoresArrayOrder: true, ignoresExtraMembers: true, ignoresExtraElements: true)
    let anywhere = JSONSelection(literal: "$..*")
    return HTTPStubCompositeMatcher(
      .any,
      of: [
        HTTPStubJSONMatcher(json, comparison: comparison),
        JSONValueMatcher(anywhere, equals: json, comparison: comparison),
      ], common: json.scalarKeys())
  }

  private static let parameters = DerivedPart("parameters", id: "parameters", isNames: true) {
    .list($0.target.queryItems.map(\.name))
  }

  /// A query parameter as a derived part, whose presence is indexed by its name.
  private func parameter(_ name: String) -> MatchedPart {
    .derived(name, id: "parameter \(name)", presence: (name, Self.parameters)) { request in
      .list(request.target.queryItems.compactMap { $0.name == name ? $0.value ?? "" : nil })
    }
  }

  private static let lastSegment = MatchedPart.derived("last segment", id: "last segment") {
    PartValues($0.target.path.split(separator: "/").last.map { String($0) })
  }

  private func jsonPath(
    _ dialect: JSONPath.Dialect, _ condition: ValueMatcher
  ) -> (any HTTPStubMatcher)? {
    let literal = pick(["1", "'1'", "'a'", "'red-1'", "true", "1.0"])
    let path = pick([
      "$.id", "$.id.name", "$.*", "$..x", "$.id[?(@ == \(literal))]",
      "$[?(@.name == \(literal))]", "$..[?(@.x == \(literal) && @.id)].x",
      "$[?(@.name == \(literal) || @.id == 1)]", "$[?(\(literal) == @.x)]",
      "$.id[?(!(@.name == \(literal)))]", "$.id[?(@.name != \(literal))]",
      "$[?(@.name >= 1)].x", "$..[?(@.x < \(literal))]", "$[?(@.id.x && @.name)]", "$..id[0]",
      "$[?(@.name)]", "$.x[?(@.id <= 1 || @.name)]", "$[?(!@.name)]", "$[?(@.x != @.name)]",
    ])
    return parsed(path) { PartMatcher(try JSONPath($0, dialect), condition) }
  }

  /// Returns a matcher from a text; a text that is not valid is an error of this generator.
  private func parsed(
    _ text: String, _ matcher: (String) throws -> any HTTPStubMatcher
  ) -> (any HTTPStubMatcher)? {
    do {
      return try matcher(text)
    } catch {
      Issue.record("\(text): \(error)")
      return nil
    }
  }

  private func xpath(_ condition: ValueMatcher) -> (any HTTPStubMatcher)? {
    let path = pick([
      "/a/@id", "//b/@id", "/a[@id='1']/b", "//b[@id='red-1'][1]", "/a/b", "//b[@id=\"a\"]/@x",
      "//b[@id='1' or @x='1']", "//b[not(@id='1')]", "count(//b)", "//b/text()", "/a/b[2]/@id",
      "//b", "//c", "/a/child::b", "//b/..", "//*[@id='1']", "/*/b", "/a/c/text()",
    ])
    return parsed(path) { PartMatcher(.xml(try XMLSelection($0)), condition) }
  }
}
