package import StubCore
package import StubDocuments

/// The conditions on one value while their operators are read.
package struct ValueDraft {
  /// The environment variables to replace in texts; `nil` if `${` has no special meaning.
  package let variables: EnvironmentVariables?
  /// The check for texts that can never match; `nil` if any text can.
  package let check: LiteralCheck?
  /// The operators that are allowed within `any`, `all` and `not`.
  package let inner: Keys<ValueDraft>
  package var conditions: [ValueMatcher] = []
  /// The conditions that need a separate matcher, such as one on the extension of a path.
  package var matchers: [any HTTPStubMatcher] = []

  init(variables: EnvironmentVariables?, check: LiteralCheck?, inner: Keys<ValueDraft>) {
    self.variables = variables
    self.check = check
    self.inner = inner
  }

  /// All conditions together; `nil` if there are none.
  package var condition: ValueMatcher? {
    conditions.count > 1 ? .all(of: conditions) : conditions.first
  }
}

extension Keys where Target == ValueDraft {
  /// The operators for any value; to add one, write a property and add its name to the list.
  package static let value = Keys(operators(of: .condition))

  /// The operators for hosts.
  package static let host = Keys(operators(of: .hostCondition) + [.domain])

  /// The operators for paths; `extension` is not allowed within `any`, `all` and `not`.
  package static let path = Keys(operators(of: .condition) + [.extension])

  private static func operators(of inner: Schema) -> [Key<ValueDraft>] {
    [
      .equals, .equalsIgnoringCase, .contains, .containsIgnoringCase, .prefix, .suffix, .element,
      .regex, .glob, .present, .absent, .exactly, .includes(inner), .every(inner), .any(inner),
      .all(inner), .not(inner), .greaterThan, .atLeast, .lessThan, .atMost, .json,
    ]
  }
}

extension Schema {
  /// A reference to the schema of a condition on a value.
  package static var condition: Schema { .named("value") }

  /// A reference to the schema of a condition on a host.
  static var hostCondition: Schema { .named("host") }

  static let ofValue = conditions(Keys.value)
  package static let host = conditions(Keys.host)
  package static let path = conditions(Keys.path)

  /// Returns the schema of a condition, which is a single value for equality, or a mapping of
  /// operators.
  private static func conditions(_ keys: Keys<ValueDraft>) -> Schema {
    .anyOf([.text, keys.schema.adding("minProperties", 1)])
  }
}

extension Reader {
  /// Reads a condition, which is a single value for equality, or a mapping of operators that must
  /// all match.
  package func condition(
    _ value: Value, _ keys: Keys<ValueDraft> = .value, variables: EnvironmentVariables? = nil,
    check: LiteralCheck? = nil
  ) -> ValueMatcher? {
    conditions(value, keys, inner: keys, variables: variables, check: check)?.condition
  }

  /// Reads a condition, including operators that need a separate matcher and cannot be nested.
  package func conditions(
    _ value: Value, _ keys: Keys<ValueDraft>, inner: Keys<ValueDraft> = .value,
    variables: EnvironmentVariables? = nil, check: LiteralCheck? = nil
  ) -> ValueDraft? {
    var draft = ValueDraft(variables: variables, check: check, inner: inner)
    guard value.members != nil else {
      guard value.isSingle else {
        return mismatch(
          value, expected: "a text or a mapping of conditions",
          remedy: "use { any: [ … ] } for one of several, { absent: true } for none")
      }
      draft.conditions = literal(value, as: .whole, in: draft).map { [.equals($0)] } ?? []
      return draft
    }
    let isEmpty = value.members?.isEmpty ?? true
    if isEmpty {
      return mismatch(value, expected: "at least one condition", remedy: "use { present: true }")
    }
    return mapping(value) { mapping in
      mapping.read(keys, into: &draft)
      return draft
    }
  }

  /// Reads a text, in which variables are replaced, or any other single value as it is written.
  package func text(_ value: Value, from variables: EnvironmentVariables?) -> String? {
    guard let variables, value.scalar?.kind == .string else { return text(value) }
    return string(value, from: variables)
  }
}

extension Value {
  fileprivate var isSingle: Bool {
    switch scalar?.kind {
    case .string?, .bool?, .integer?, .real?: true
    default: false
    }
  }
}

extension Key where Target == ValueDraft {
  package static var equals: Self {
    text("equals", .whole, "Exactly this text.", example: "json") { .equals($0) }
  }

  package static var equalsIgnoringCase: Self {
    text("equalsIgnoringCase", .whole, "This text in any case.", example: "JSON") {
      .equalsIgnoringCase($0)
    }
  }

  package static var contains: Self {
    text("contains", .part, "Contains this text.", example: "json") { .contains($0) }
  }

  package static var containsIgnoringCase: Self {
    text("containsIgnoringCase", .part, "Contains this text, in any case.", example: "JSON") {
      .containsIgnoringCase($0)
    }
  }

  package static var prefix: Self {
    text("prefix", .start, "Starts with this text.", example: "application/") { .hasPrefix($0) }
  }

  static var suffix: Self {
    text("suffix", .end, "Ends with this text.", example: "json") { .hasSuffix($0) }
  }

  package static var element: Self {
    text(
      "element", .part,
      "A comma-separated list with this element; in a header, with its parameters and not q=0.",
      example: "gzip"
    ) {
      .hasElement($0)
    }
  }

  static var domain: Self {
    text("domain", .domain, "This host or a subdomain.", example: "example.com") { .domain($0) }
  }

  private static func text(
    _ name: String, _ use: LiteralUse, _ summary: String, example: JSONValue,
    _ condition: @escaping @Sendable (String) -> ValueMatcher
  ) -> Self {
    Self(name, summary, .text, example: example) { reader, value, draft in
      guard let text = reader.literal(value, as: use, in: draft) else { return }
      draft.conditions.append(condition(text))
    }
  }
}

extension Key where Target == ValueDraft {
  package static var greaterThan: Self {
    number("greaterThan", "A number above this one.") { .greaterThan($0) }
  }

  package static var atLeast: Self {
    number("atLeast", "This number or more.") { .atLeast($0) }
  }

  package static var lessThan: Self {
    number("lessThan", "A number below this one.") { .lessThan($0) }
  }

  package static var atMost: Self {
    number("atMost", "This number or less.") { .atMost($0) }
  }

  private static func number(
    _ name: String, _ summary: String,
    _ condition: @escaping @Sendable (JSONNumber) -> ValueMatcher
  ) -> Self {
    Self(name, summary, .number, example: 18) { reader, value, draft in
      if let number = reader.exactNumber(value) { draft.conditions.append(condition(number)) }
    }
  }
}

extension Key where Target == ValueDraft {
  package static var present: Self {
    Self("present", "At least one value.", .boolean, example: true) {
      reader, value, draft in
      guard let isPresent = reader.boolean(value) else { return }
      draft.conditions.append(isPresent ? .present : .absent)
    }
  }

  package static var absent: Self {
    Self("absent", "No value.", .boolean, example: true) { reader, value, draft in
      guard let isAbsent = reader.boolean(value) else { return }
      draft.conditions.append(isAbsent ? .absent : .present)
    }
  }
}

extension Key where Target == ValueDraft {
  package static var `extension`: Self {
    Self(
      "extension", "The extension of the path, without the dot.", .condition, example: "json"
    ) { reader, value, draft in
      guard let condition = reader.condition(value) else { return }
      draft.matchers.append(PartMatcher(.pathExtension, condition))
    }
  }
}

extension Key where Target == ValueDraft {
  package static var json: Self {
    Self("json", "Text that is this JSON value.", .any, example: ["id": 1]) {
      reader, value, draft in
      draft.conditions.append(.equalsJSON(value.json))
    }
  }
}
