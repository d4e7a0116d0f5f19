import StubCore

/// An operator of WireMock on the text of a header, a parameter, a cookie or the body.
struct WireMockOperator: Sendable {
  let name: String
  /// Reads the operand and the keys that change its meaning.
  let read: @Sendable (inout MappingReader) -> ValueMatcher?

  init(_ name: String, _ read: @escaping @Sendable (inout MappingReader) -> ValueMatcher?) {
    self.name = name
    self.read = read
  }

  /// An operator whose meaning is in its operand alone.
  private init(
    _ name: String, operand read: @escaping @Sendable (inout ValueReader) -> ValueMatcher?
  ) {
    self.init(name) { reader in reader.optional(name) { read(&$0) } }
  }

  /// An operator on a number.
  private init(
    _ name: String, number condition: @escaping @Sendable (Double) -> ValueMatcher
  ) {
    self.init(name, operand: { $0.number().map(condition) })
  }

  static let all: [WireMockOperator] = [
    WireMockOperator("equalTo") { reader in
      let ignoresCase = reader.optional("caseInsensitive") { $0.boolean() } ?? false
      return reader.optional("equalTo") { $0.text() }
        .map { ignoresCase ? .equalsIgnoringCase($0) : .equals($0) }
    },
    WireMockOperator("contains", operand: { $0.text().map { .contains($0) } }),
    WireMockOperator("doesNotContain", operand: { $0.text().map { .not(.contains($0)) } }),
    WireMockOperator("matches", operand: { $0.wholePattern().map { .matches($0) } }),
    WireMockOperator("doesNotMatch", operand: { $0.wholePattern().map { .not(.matches($0)) } }),
    WireMockOperator("equalToJson") { reader in
      let comparison = reader.wireMockComparison()
      return reader.optional("equalToJson") { $0.wireMockJSON() }
        .map { .equalsJSON($0, comparison: comparison) }
    },
    WireMockOperator("equalToNumber", number: { .equals($0) }),
    WireMockOperator("greaterThanNumber", number: { .greaterThan($0) }),
    WireMockOperator("greaterThanEqualNumber", number: { .atLeast($0) }),
    WireMockOperator("lessThanNumber", number: { .lessThan($0) }),
    WireMockOperator("lessThanEqualNumber", number: { .atMost($0) }),
    WireMockOperator("absent", operand: { _ in .absent }),
    WireMockOperator("anything", operand: { _ in .anything }),
    WireMockOperator("and", operand: { $0.wireMockConditions().map { .all(of: $0) } }),
    WireMockOperator("or", operand: { $0.wireMockConditions().map { .any(of: $0) } }),
    WireMockOperator("not", operand: { $0.wireMockCondition().map { .not($0) } }),
  ]

  /// Operators on all values of a part together.
  static let ofSeveral: [WireMockOperator] = [
    WireMockOperator("hasExactly", operand: { $0.wireMockConditions().map { .exactly($0) } }),
    WireMockOperator("includes", operand: { $0.wireMockConditions().map { .includes($0) } }),
  ]
}

extension ValueReader {
  /// A condition on a text: one operator and what goes with it.
  ///
  /// A part that may have several values takes operators on all of them besides.
  mutating func wireMockCondition(ofSeveral: Bool = false) -> ValueMatcher? {
    let operators = WireMockOperator.all + (ofSeveral ? WireMockOperator.ofSeveral : [])
    return mapping { reader in
      reader.settle(WireMockKeys.operators)
      let key = reader.onlyKey(among: operators.map(\.name))
      guard let chosen = operators.first(where: { $0.name == key }) else { return nil }
      let condition = chosen.read(&reader)
      let isOfOne = WireMockOperator.all.contains { $0.name == key }
      return isOfOne ? condition?.ofOneValue : condition
    }
  }

  fileprivate mutating func wireMockConditions() -> [ValueMatcher]? {
    list { $0.wireMockCondition() }
  }

  /// A regular expression for the whole text.
  mutating func wholePattern() -> RegularExpression? {
    pattern([.fullMatch, .dotMatchesLineSeparators])
  }

  /// The operand of `equalToJson`.
  mutating func wireMockJSON() -> JSONValue? {
    guard let value = jsonOrText() else { return nil }
    guard !value.text().contains("${json-unit") else {
      return mismatch(
        expected: "JSON without placeholders such as ${json-unit.ignore}",
        remedy: "try matchesJsonPath for the parts that count")
    }
    return value
  }
}

extension MappingReader {
  /// The keys beside `equalToJson`.
  mutating func wireMockComparison() -> JSONComparison {
    let ignoresExtra = optional("ignoreExtraElements") { $0.boolean() } ?? false
    return JSONComparison(
      ignoresArrayOrder: optional("ignoreArrayOrder") { $0.boolean() } ?? false,
      ignoresExtraMembers: ignoresExtra, ignoresExtraElements: ignoresExtra)
  }
}
