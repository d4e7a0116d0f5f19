import StubCore
import StubDocuments
import StubRules

/// A type of bodies that expectations can name.
struct MockServerBodyType: Sendable {
  let name: String
  /// The key that implies the type in a mapping without `type`.
  let key: String?
  /// The remedy in a message, if the type is not supported.
  let remedy: String?
  /// Reads the matcher from a mapping of the type.
  let read: @Sendable (Mapping) -> (any HTTPStubMatcher)?

  private init(
    _ name: String, key: String,
    _ read: @escaping @Sendable (Mapping) -> (any HTTPStubMatcher)?
  ) {
    (self.name, self.key, remedy, self.read) = (name, key, nil, read)
  }

  /// Creates a type that is not supported.
  private init(refused name: String, key: String? = nil) {
    let advice = "use JSON_PATH or XPATH"
    (self.name, self.key, remedy) = (name, key, advice)
    read = { mapping in
      for member in mapping.remaining { _ = mapping.take(member.key) }
      mapping.report(
        found: "the body type \(Quotation.of(name)) is not supported", remedy: .advice(advice))
      return nil
    }
  }

  static func named(_ name: String) -> MockServerBodyType? { all.first { $0.name == name } }

  /// All types; if several keys imply a type, the first one in this list counts.
  static let all: [MockServerBodyType] = [
    MockServerBodyType("REGEX", key: "regex") { mapping in
      mapping.required("regex") { mapping.reader.wholePattern($0) }
        .map { PartMatcher(.body, .matches($0)) }
    },
    MockServerBodyType("JSON_PATH", key: "jsonPath") { mapping in
      mapping.required("jsonPath") { mapping.reader.jsonPathQuery($0, .jayway) }
        .map { PartMatcher($0, .present) }
    },
    MockServerBodyType("XPATH", key: "xpath") { mapping in
      let namespaces =
        mapping.optional("namespacePrefixes") { mapping.reader.texts($0) } ?? [:]
      // As in WireMock, namespaces in documents are ignored if the expression declares none.
      let options: XPathQuery.Options =
        namespaces.isEmpty ? [.omitsFalse, .ignoresNamespaces] : .omitsFalse
      return mapping.required("xpath") {
        mapping.reader.xpath($0, .present, namespaces: namespaces, options: options)
      }
    },
    MockServerBodyType(refused: "JSON_SCHEMA", key: "jsonSchema"),
    MockServerBodyType(refused: "XML_SCHEMA", key: "xmlSchema"),
    MockServerBodyType("BINARY", key: "base64Bytes") { mapping in
      mapping.required("base64Bytes") { mapping.reader.base64($0) }.map { BodyBytesMatcher($0) }
    },
    MockServerBodyType("PARAMETERS", key: "parameters") { mapping in
      var fields: [any HTTPStubMatcher] = []
      mapping.read("parameters") { value in
        mapping.reader.mockServerEntries(value) { name, condition, _ in
          fields.append(PartMatcher(.item(name, in: .formOfAnyType), condition))
        }
      }
      return HTTPStubCompositeMatcher(.all, of: fields)
    },
    MockServerBodyType("STRING", key: "string") { mapping in
      let isPart = mapping.optional("subString") { mapping.reader.boolean($0) } ?? false
      return mapping.required("string") { mapping.reader.text($0) }.map { text in
        PartMatcher(.body, text.isEmpty ? .anything : isPart ? .contains(text) : .equals(text))
      }
    },
    MockServerBodyType("JSON", key: "json") { mapping in
      let kinds: KeyValuePairs<String, JSONComparison> = [
        "STRICT": JSONComparison(), "ONLY_MATCHING_FIELDS": lenient,
      ]
      let comparison = mapping.optional("matchType") { mapping.reader.keyword($0, kinds) }
      return mapping.required("json") { mapping.reader.mockServerJSON($0, comparison ?? lenient) }
    },
    MockServerBodyType("XML", key: "xml") { mapping in
      var comparison = XMLComparison()
      comparison.placeholders = try? XMLPlaceholders()
      return mapping.required("xml") { mapping.reader.xmlBody($0, comparison: comparison) }
    },
    MockServerBodyType(refused: "JSON_RPC"), MockServerBodyType(refused: "GRAPHQL"),
    MockServerBodyType(refused: "MULTIPART"),
  ]
}

/// The JSON comparison of bodies without the match type STRICT.
private let lenient = JSONComparison(
  ignoresArrayOrder: true, ignoresExtraMembers: true, ignoresExtraElements: true)

extension Reader {
  /// Reads a matcher on the body: a text, a JSON value, or a mapping with a type; an empty text
  /// matches any body.
  func mockServerBody(_ value: Value) -> (any HTTPStubMatcher)? {
    guard let members = value.members else {
      if value.elements != nil { return mockServerJSON(value, lenient) }
      return text(value).map { PartMatcher(.body, $0.isEmpty ? .anything : .equals($0)) }
    }
    let implied = MockServerBodyType.all.first { type in members.contains { $0.key == type.key } }
    guard let type = value["type"]?.scalar.flatMap({ MockServerBodyType.named($0.text) }) ?? implied
    else {
      // A mapping without a known type is the JSON that the body must contain.
      return mockServerJSON(value, lenient)
    }
    return mapping(value) { mapping in
      mapping.read("type") { _ in }
      let isNegated = mapping.optional("not") { boolean($0) } ?? false
      _ = mapping.take("contentType")
      mapping.read("optional") { value in
        guard boolean(value) ?? false else { return }
        report(
          value, found: "an optional body is not supported",
          remedy: "use two expectations, one of them without a body")
      }
      guard let matcher = type.read(mapping) else { return nil }
      return isNegated ? HTTPStubNotMatcher(matcher) : matcher
    }
  }

  /// Reads a matcher on a JSON body; texts of the expected value may be placeholders.
  fileprivate func mockServerJSON(
    _ value: Value, _ comparison: JSONComparison
  ) -> HTTPStubJSONMatcher? {
    var comparison = comparison
    comparison.usesPlaceholders = true
    return jsonWithPlaceholders(value, remedy: "use JSON_PATH on the parts that matter")
      .map { HTTPStubJSONMatcher($0, comparison: comparison) }
  }
}
