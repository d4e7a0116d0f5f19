import StubCore

/// An operator of WireMock that has a meaning of its own on bodies.
struct WireMockBodyOperator: Sendable {
  let name: String
  let read: @Sendable (inout MappingReader) -> (any HTTPStubMatcher)?

  init(
    _ name: String, _ read: @escaping @Sendable (inout MappingReader) -> (any HTTPStubMatcher)?
  ) {
    self.name = name
    self.read = read
  }

  static let all: [WireMockBodyOperator] = [
    WireMockBodyOperator("equalToJson") { reader in
      let comparison = reader.wireMockComparison()
      return reader.optional("equalToJson") { $0.wireMockJSON() }
        .map { HTTPStubJSONMatcher($0, comparison: comparison) }
    },
    WireMockBodyOperator("matchesJsonPath") { reader in
      reader.optional("matchesJsonPath") { value -> HTTPStubJSONPathMatcher? in
        if value.node.members != nil { return value.mapping { $0.wireMockJSONPath() } }
        return value.jsonPathQuery().map { HTTPStubJSONPathMatcher($0, .present) }
      }
    },
    // What stubr, a native server for the same files, writes for matchesJsonPath.
    WireMockBodyOperator("expression") { reader in reader.wireMockJSONPath() },
    WireMockBodyOperator("equalToXml") { reader in
      reader.settle(xmlKeys)
      return reader.optional("equalToXml") { $0.xmlBody() }
    },
    WireMockBodyOperator("matchesXPath") { reader in
      let namespaces = reader.optional("xPathNamespaces") { $0.texts() } ?? [:]
      return reader.optional("matchesXPath") { value -> HTTPStubXPathMatcher? in
        guard value.node.members != nil else {
          return value.xpath(.present, namespaces: namespaces)
        }
        return value.mapping { reader in
          let expression = reader.take("expression")
          let inner = reader.optional("xPathNamespaces") { $0.texts() } ?? namespaces
          guard let expression else {
            reader.reportIfMissing("expression")
            return nil
          }
          let condition = reader.wireMockNestedCondition() ?? .present
          return reader.value(of: expression) { $0.xpath(condition, namespaces: inner) }
        }
      }
    },
    WireMockBodyOperator("binaryEqualTo") { reader in
      reader.optional("binaryEqualTo") { $0.base64() }.map { HTTPStubBodyMatcher($0) }
    },
    WireMockBodyOperator("and") { reader in
      reader.optional("and") { $0.list { $0.wireMockBodyMatcher() } }
        .map { HTTPStubCompositeMatcher(.all, of: $0) }
    },
    WireMockBodyOperator("or") { reader in
      reader.optional("or") { $0.list { $0.wireMockBodyMatcher() } }
        .map { HTTPStubCompositeMatcher(.any, of: $0) }
    },
    WireMockBodyOperator("not") { reader in
      reader.optional("not") { $0.wireMockBodyMatcher() }.map { HTTPStubNotMatcher($0) }
    },
  ]

  /// The keys beside `equalToXml`.
  private static let xmlKeys = FormatKeys(
    read: [],
    refused: [
      RefusedKey("enablePlaceholders", "try matchesXPath for the parts that count"),
      RefusedKey("placeholderOpeningDelimiterRegex", "try removing it"),
      RefusedKey("placeholderClosingDelimiterRegex", "try removing it"),
      RefusedKey("exemptedComparisons", "try matchesXPath for the parts that count"),
      RefusedKey("ignoreOrderOfSameNode", "try matchesXPath for the parts that count"),
      RefusedKey("namespaceAwareness", "try removing it; namespaces count, prefixes do not"),
    ])
}

extension ValueReader {
  /// A matcher on the body: one operator and what goes with it.
  mutating func wireMockBodyMatcher() -> (any HTTPStubMatcher)? {
    mapping { reader -> (any HTTPStubMatcher)? in
      reader.settle(WireMockKeys.operators)
      let isPath = reader.has("expression")
      let names = WireMockBodyOperator.all.map(\.name) + WireMockOperator.all.map(\.name)
      let key = isPath ? "expression" : reader.onlyKey(among: names)
      if let chosen = WireMockBodyOperator.all.first(where: { $0.name == key }) {
        return chosen.read(&reader)
      }
      let condition = WireMockOperator.all.first { $0.name == key }?.read(&reader)
      return condition.map { HTTPStubBodyMatcher($0) }
    }
  }
}

extension MappingReader {
  /// A query with a condition on what it selects.
  fileprivate mutating func wireMockJSONPath() -> HTTPStubJSONPathMatcher? {
    guard let path = required("expression", { $0.jsonPathQuery() }) else {
      for member in remaining { _ = take(member.key) }
      return nil
    }
    guard has("equalToJson") else {
      return HTTPStubJSONPathMatcher(path, wireMockNestedCondition() ?? .present)
    }
    let comparison = wireMockComparison()
    return optional("equalToJson") { $0.wireMockJSON() }
      .map { HTTPStubJSONPathMatcher(path, equals: $0, comparison: comparison) }
  }

  /// The condition beside `expression`; `nil` when there is none.
  fileprivate mutating func wireMockNestedCondition() -> ValueMatcher? {
    settle(WireMockKeys.operators)
    guard !remaining.isEmpty else { return nil }
    let key = onlyKey(among: WireMockOperator.all.map(\.name))
    return WireMockOperator.all.first { $0.name == key }?.read(&self)?.ofOneValue
  }
}
