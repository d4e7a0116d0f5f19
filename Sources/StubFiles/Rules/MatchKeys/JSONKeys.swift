import StubCore

extension RuleKey where Target == MatchDraft {
  static var json: Self {
    Self("json", "The body is this JSON value.", .any, example: ["id": 34, "tags": ["a"]]) {
      value, match in
      let options = match.read("jsonOptions") { $0.jsonComparison() } ?? JSONComparison()
      match.add(HTTPStubJSONMatcher(value.json, comparison: options), from: &value)
    }
  }

  static var jsonOptions: Self {
    Self(
      "jsonOptions", "What of the JSON does not count.",
      .oneOrMore(.oneOf(ValueReader.jsonOptionNames.map(\.key))), example: ["ignoreExtraFields"],
      beside: ["json": ["id": 34]]
    ) { value, match in
      match.require(oneOf: ["json"], for: &value)
      _ = value.jsonComparison()
    }
  }

  static var jsonPath: Self {
    Self(
      "jsonPath", "JSONPath queries (RFC 9535) and conditions on what they select from the body.",
      .mapping(to: .anyOf([.condition, Schema(["type": "null"])])),
      example: ["$.user.name": ["prefix": "A"], "$.user.age": 34]
    ) { value, match in
      value.entries { text, value in
        do throws(JSONPathError) {
          let path = try JSONPath(text)
          if let literal = value.jsonLiteral {
            match.add(HTTPStubJSONPathMatcher(path, equals: literal), from: &value)
          } else if let condition = value.condition() {
            match.add(HTTPStubJSONPathMatcher(path, condition), from: &value)
          }
        } catch {
          value.report(
            atKeyByte: String(text.prefix(error.offset)).utf8.count,
            found: "a query that is no JSONPath (RFC 9535): \(error.reason)",
            remedy: error.remedy?.withoutFullStop)
        }
      }
    }
  }
}

extension ValueReader {
  static let jsonOptionNames: KeyValuePairs<String, JSONComparison> = [
    "ignoreArrayOrder": JSONComparison(ignoresArrayOrder: true),
    "ignoreExtraFields": JSONComparison(ignoresExtraMembers: true),
    "ignoreExtraElements": JSONComparison(ignoresExtraElements: true),
  ]

  fileprivate mutating func jsonComparison() -> JSONComparison? {
    oneOrMore { $0.keyword(Self.jsonOptionNames) }?.reduce(into: JSONComparison()) { sum, option in
      sum.ignoresArrayOrder = sum.ignoresArrayOrder || option.ignoresArrayOrder
      sum.ignoresExtraMembers = sum.ignoresExtraMembers || option.ignoresExtraMembers
      sum.ignoresExtraElements = sum.ignoresExtraElements || option.ignoresExtraElements
    }
  }

  /// A number, a switch or null, which stands for the same JSON value and not for its text.
  fileprivate var jsonLiteral: JSONValue? {
    switch node.scalar?.kind {
    case .integer?, .real?, .bool?, .null?: json
    default: nil
    }
  }
}
