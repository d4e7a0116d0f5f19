import StubCore

extension ValueReader {
  /// A matcher on the body: text, a JSON value, or a mapping with a type.
  mutating func mockServerBody() -> (any HTTPStubMatcher)? {
    guard let members = node.members else {
      if node.elements != nil { return HTTPStubJSONMatcher(json, comparison: lenient) }
      return text().map { HTTPStubBodyMatcher(.equals($0)) }
    }
    let types = MockServerKeys.bodyTypes + MockServerKeys.refusedBodyTypes
    let written = node["type"]?.scalar?.text
    let implied = implicitTypes.first { key, _ in members.contains { $0.key == key } }?.value
    guard let type = written.flatMap({ types.contains($0) ? $0 : nil }) ?? implied else {
      // A mapping without type is the JSON that the body has to hold.
      return HTTPStubJSONMatcher(json, comparison: lenient)
    }
    return mapping { reader in
      reader.read("type") { _ in }
      let isNegated = reader.optional("not") { $0.boolean() } ?? false
      _ = reader.take("contentType")
      _ = reader.take("optional")
      let matcher = reader.mockServerBody(of: type)
      guard let matcher else { return nil }
      return isNegated ? HTTPStubNotMatcher(matcher) : matcher
    }
  }
}

/// The types that a key alone tells.
private let implicitTypes: KeyValuePairs<String, String> = [
  "regex": "REGEX", "jsonPath": "JSON_PATH", "xpath": "XPATH", "jsonSchema": "JSON_SCHEMA",
  "xmlSchema": "XML_SCHEMA", "base64Bytes": "BINARY", "parameters": "PARAMETERS",
]

/// What counts unless a body says STRICT.
private let lenient = JSONComparison(ignoresArrayOrder: true, ignoresExtraMembers: true)

extension MappingReader {
  fileprivate mutating func mockServerBody(of type: String) -> (any HTTPStubMatcher)? {
    switch type {
    case "STRING":
      let isPart = optional("subString") { $0.boolean() } ?? false
      return required("string") { $0.text() }
        .map { HTTPStubBodyMatcher(isPart ? .contains($0) : .equals($0)) }
    case "REGEX":
      return required("regex") { $0.wholePattern() }.map { HTTPStubBodyMatcher(.matches($0)) }
    case "JSON":
      let kinds: KeyValuePairs<String, JSONComparison> = [
        "STRICT": JSONComparison(), "ONLY_MATCHING_FIELDS": lenient,
      ]
      let comparison = optional("matchType") { $0.keyword(kinds) } ?? lenient
      return required("json") { $0.jsonOrText() }
        .map { HTTPStubJSONMatcher($0, comparison: comparison) }
    case "JSON_PATH":
      return required("jsonPath") { $0.jsonPathQuery() }
        .map { HTTPStubJSONPathMatcher($0, .present) }
    case "XML": return required("xml") { $0.xmlBody() }
    case "XPATH":
      let namespaces = optional("namespacePrefixes") { $0.texts() } ?? [:]
      return required("xpath") { $0.xpath(.present, namespaces: namespaces) }
    case "BINARY": return required("base64Bytes") { $0.base64() }.map { HTTPStubBodyMatcher($0) }
    case "PARAMETERS":
      var fields: [any HTTPStubMatcher] = []
      read("parameters") { value in
        value.mockServerEntries { name, condition, _ in
          fields.append(HTTPStubFormMatcher(name, condition))
        }
      }
      return HTTPStubCompositeMatcher(.all, of: fields)
    default:
      for member in remaining { _ = take(member.key) }
      report(
        found: "a body of the type \(Quotation.of(type)), which has no counterpart here",
        expected: Quotation.oneOf(MockServerKeys.bodyTypes), remedy: "try JSON_PATH or XPATH")
      return nil
    }
  }
}
