import StubCore
import StubDocuments
import StubRules

/// An operator of WireMock for the text of a header, a parameter, a cookie or the body.
struct WireMockOperator: Sendable {
  let name: String
  /// Reads the operand and the keys that change its meaning.
  let read: @Sendable (Mapping) -> ValueMatcher?

  init(_ name: String, _ read: @escaping @Sendable (Mapping) -> ValueMatcher?) {
    self.name = name
    self.read = read
  }

  /// Creates an operator whose meaning depends only on its operand.
  private init(
    _ name: String, operand read: @escaping @Sendable (Reader, Value) -> ValueMatcher?
  ) {
    self.init(name) { mapping in mapping.optional(name) { read(mapping.reader, $0) } }
  }

  /// Creates an operator on a number.
  private init(
    _ name: String, number condition: @escaping @Sendable (JSONNumber) -> ValueMatcher
  ) {
    self.init(name, operand: { $0.exactNumber($1).map(condition) })
  }

  /// Creates an operator that ignores `caseInsensitive`, as in WireMock.
  private init(
    _ name: String, inOneCase read: @escaping @Sendable (Reader, Value) -> ValueMatcher?
  ) {
    self.init(name) { mapping in
      mapping.read("caseInsensitive") { value in
        guard mapping.reader.boolean(value) == true else { return }
        mapping.reader.report(
          value, .warning,
          found: "\"caseInsensitive\" is ignored beside \"\(name)\", as in WireMock",
          remedy: "use \"matches\" with a pattern that starts with (?i)")
      }
      return mapping.optional(name) { read(mapping.reader, $0) }
    }
  }

  static let all: [WireMockOperator] =
    [
      WireMockOperator("equalTo") { mapping in
        let ignoresCase =
          mapping.optional("caseInsensitive") { mapping.reader.boolean($0) } ?? false
        return mapping.optional("equalTo") { mapping.reader.text($0) }
          .map { ignoresCase ? .equalsIgnoringCase($0) : .equals($0) }
      },
      WireMockOperator("contains", inOneCase: { $0.text($1).map { .contains($0) } }),
      WireMockOperator("doesNotContain", inOneCase: { $0.text($1).map { .not(.contains($0)) } }),
      WireMockOperator("matches", inOneCase: { $0.wholePattern($1).map { .matches($0) } }),
      WireMockOperator(
        "doesNotMatch", inOneCase: { $0.wholePattern($1).map { .not(.matches($0)) } }),
      WireMockOperator("equalToJson") { mapping in
        let comparison = mapping.wireMockComparison()
        return mapping.optional("equalToJson") { mapping.reader.wireMockJSON($0) }
          .map { .equalsJSON($0, comparison: comparison) }
      },
      WireMockOperator("equalToNumber", number: { .equals($0) }),
      WireMockOperator("greaterThanNumber", number: { .greaterThan($0) }),
      WireMockOperator("greaterThanEqualNumber", number: { .atLeast($0) }),
      WireMockOperator("lessThanNumber", number: { .lessThan($0) }),
      WireMockOperator("lessThanEqualNumber", number: { .atMost($0) }),
      WireMockOperator("absent", operand: { _, _ in .absent }),
      WireMockOperator("anything", operand: { _, _ in .anything }),
      WireMockOperator("and", operand: { $0.wireMockConditions($1).map { .all(of: $0) } }),
      WireMockOperator("or", operand: { $0.wireMockConditions($1).map { .any(of: $0) } }),
      WireMockOperator("not", operand: { $0.wireMockCondition($1).map { .not($0) } }),
      WireMockOperator("matchesPathTemplate") { mapping in
        mapping.optional("matchesPathTemplate") { mapping.reader.wireMockPathTemplate($0) }
          .map { .matches($0) }
      },
    ] + ofTimes

  /// The names of all operators for one value, without duplicates.
  static let names: [String] =
    all.map(\.name)
    + WireMockBodyOperator.all.map(\.name).filter { name in !all.contains { $0.name == name } }

  /// The keys of a condition; the chosen operator reads its operand and the keys beside it.
  static let keys = Keys<Void>(
    names.map { Key($0) { _, _, _ in } } + [
      .refused("matchesJsonSchema", "use matchesJsonPath on the parts that matter")
    ], nulls: ["equalToJson", "absent", "anything"])

  /// The operators for all values of a part together.
  static let ofSeveral: [WireMockOperator] = [
    WireMockOperator("hasExactly", operand: { $0.wireMockConditions($1).map { .exactly($0) } }),
    WireMockOperator("includes", operand: { $0.wireMockConditions($1).map { .includes($0) } }),
  ]
}

extension Reader {
  /// Reads a condition on a text: one operator, and the keys that belong to this operator.
  ///
  /// With `ofSeveral`, operators for all values of a part are also accepted.
  func wireMockCondition(_ value: Value, ofSeveral: Bool = false) -> ValueMatcher? {
    mapping(value) { mapping in
      let onAll = ofSeveral ? WireMockOperator.ofSeveral : []
      guard let name = mapping.wireMockOperator(or: onAll.map(\.name)) else { return nil }
      if let chosen = onAll.first(where: { $0.name == name }) { return chosen.read(mapping) }
      return mapping.wireMockCondition(name)?.ofOneValue
    }
  }

  fileprivate func wireMockConditions(_ value: Value) -> [ValueMatcher]? {
    list(value) { wireMockCondition($0) }
  }

  /// Reads a Java regular expression that must match the whole text.
  func wholePattern(_ value: Value) -> RegularExpression? {
    pattern(value, .wholeJava)
  }

  /// Reads the operand of `equalToJson`.
  func wireMockJSON(_ value: Value) -> JSONValue? {
    jsonWithPlaceholders(value, remedy: "use matchesJsonPath on the parts that matter")
  }

  /// Reads JSON in which texts may be placeholders of JsonUnit, such as `${json-unit.ignore}`.
  ///
  /// Unknown placeholders are reported.
  func jsonWithPlaceholders(_ value: Value, remedy: Remedy) -> JSONValue? {
    guard let json = jsonOrText(value) else { return nil }
    guard let problem = json.placeholderProblem else { return json }
    report(value, found: problem, remedy: remedy)
    return nil
  }
}

extension Mapping {
  /// Reads the keys beside `equalToJson` that set which differences are allowed.
  func wireMockComparison() -> JSONComparison {
    let ignoresExtra = optional("ignoreExtraElements") { reader.boolean($0) } ?? false
    var comparison = JSONComparison(
      ignoresArrayOrder: optional("ignoreArrayOrder") { reader.boolean($0) } ?? false,
      ignoresExtraMembers: ignoresExtra, ignoresExtraElements: ignoresExtra)
    comparison.extraElementsAreLast = true
    comparison.usesPlaceholders = true
    return comparison
  }
}

/// An operator of WireMock for bodies, which takes precedence over one for texts with the same
/// name.
struct WireMockBodyOperator: Sendable {
  let name: String
  let read: @Sendable (Mapping) -> (any HTTPStubMatcher)?

  init(
    _ name: String, _ read: @escaping @Sendable (Mapping) -> (any HTTPStubMatcher)?
  ) {
    self.name = name
    self.read = read
  }

  static let all: [WireMockBodyOperator] = [
    WireMockBodyOperator("equalToJson") { mapping in
      let comparison = mapping.wireMockComparison()
      return mapping.optional("equalToJson") { mapping.reader.wireMockJSON($0) }
        .map { HTTPStubJSONMatcher($0, comparison: comparison) }
    },
    WireMockBodyOperator("matchesJsonPath") { mapping in
      mapping.optional("matchesJsonPath") { value -> (any HTTPStubMatcher)? in
        if value.members != nil { return mapping.reader.mapping(value) { $0.wireMockJSONPath() } }
        return mapping.reader.wireMockQuery(value).map { PartMatcher($0, .present) }
      }
    },
    // The layout of matchesJsonPath in stubr, another server that reads these files.
    WireMockBodyOperator("expression") { mapping in mapping.wireMockJSONPath() },
    WireMockBodyOperator("equalToXml") { mapping in
      let comparison = mapping.wireMockXMLComparison()
      return mapping.optional("equalToXml") { mapping.reader.xmlBody($0, comparison: comparison) }
    },
    WireMockBodyOperator("matchesXPath") { mapping in
      let namespaces = mapping.optional("xPathNamespaces") { mapping.reader.texts($0) } ?? [:]
      return mapping.optional("matchesXPath") { value -> PartMatcher? in
        guard value.members != nil else {
          return mapping.reader.wireMockXPath(value, nil, namespaces: namespaces)
        }
        return mapping.reader.mapping(value) { mapping in
          mapping.settle(WireMockOperator.keys)
          let expression = mapping.take("expression")
          let inner = mapping.optional("xPathNamespaces") { mapping.reader.texts($0) } ?? namespaces
          guard let expression else {
            mapping.reportIfMissing("expression")
            return nil
          }
          let condition = mapping.wireMockNestedCondition()
          return mapping.reader.wireMockXPath(expression.value, condition, namespaces: inner)
        }
      }
    },
    WireMockBodyOperator("binaryEqualTo") { mapping in
      mapping.optional("binaryEqualTo") { mapping.reader.base64($0) }.map {
        BodyBytesMatcher($0)
      }
    },
    WireMockBodyOperator("and") { mapping in
      mapping.optional("and") { mapping.reader.list($0) { mapping.reader.wireMockBodyMatcher($0) } }
        .map { HTTPStubCompositeMatcher(.all, of: $0) }
    },
    WireMockBodyOperator("or") { mapping in
      mapping.optional("or") { mapping.reader.list($0) { mapping.reader.wireMockBodyMatcher($0) } }
        .map { HTTPStubCompositeMatcher(.any, of: $0) }
    },
    WireMockBodyOperator("not") { mapping in
      mapping.optional("not") { mapping.reader.wireMockBodyMatcher($0) }.map {
        HTTPStubNotMatcher($0)
      }
    },
  ]
}

extension Reader {
  /// Reads a matcher on the body, which has one operator and the keys that belong to it.
  func wireMockBodyMatcher(_ value: Value) -> (any HTTPStubMatcher)? {
    mapping(value) { mapping -> (any HTTPStubMatcher)? in
      guard let name = mapping.wireMockOperator() else { return nil }
      if let chosen = WireMockBodyOperator.all.first(where: { $0.name == name }) {
        return chosen.read(mapping)
      }
      return mapping.wireMockCondition(name).map { PartMatcher(.body, $0) }
    }
  }

  /// Reads a query in the dialect of Jayway's library.
  fileprivate func wireMockQuery(_ value: Value) -> JSONPath? { jsonPathQuery(value, .jayway) }

  /// Returns a matcher on the values that an XPath expression selects.
  ///
  /// If `namespaces` is empty, the namespaces of documents are ignored.
  fileprivate func wireMockXPath(
    _ value: Value, _ condition: ValueMatcher?, namespaces: [String: String]
  ) -> PartMatcher? {
    var options: XPathQuery.Options = condition == nil ? [] : .givesElements
    if namespaces.isEmpty { options.insert(.ignoresNamespaces) }
    return xpath(value, condition ?? .present, namespaces: namespaces, options: options)
  }
}

extension Mapping {
  /// Returns the name of the only operator.
  ///
  /// If there is none, or if there are further ones, this is reported.
  fileprivate func wireMockOperator(or others: [String] = []) -> String? {
    settle(WireMockOperator.keys)
    return has("expression") ? "expression" : onlyKey(among: WireMockOperator.names + others)
  }

  /// Reads the condition of the operator `name`; an operator for bodies treats each value as a
  /// body.
  fileprivate func wireMockCondition(_ name: String) -> ValueMatcher? {
    if let plain = WireMockOperator.all.first(where: { $0.name == name }) {
      return plain.read(self)
    }
    return WireMockBodyOperator.all.first { $0.name == name }?.read(self).map { .body($0) }
  }

  /// Reads a JSONPath query with a condition on the selected values.
  fileprivate func wireMockJSONPath() -> (any HTTPStubMatcher)? {
    settle(WireMockOperator.keys)
    guard let path = required("expression", { reader.wireMockQuery($0) }) else {
      for member in remaining { _ = take(member.key) }
      return nil
    }
    guard has("equalToJson") else {
      return PartMatcher(path, wireMockNestedCondition() ?? .present)
    }
    let comparison = wireMockComparison()
    return optional("equalToJson") { reader.wireMockJSON($0) }
      .map { JSONValueMatcher(path, equals: $0, comparison: comparison) }
  }

  /// Reads the condition beside `expression`; `nil` if there is none.
  fileprivate func wireMockNestedCondition() -> ValueMatcher? {
    guard !remaining.isEmpty else { return nil }
    return wireMockOperator().flatMap { wireMockCondition($0) }?.ofOneResult
  }
}
