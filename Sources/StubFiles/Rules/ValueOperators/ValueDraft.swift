import StubCore

/// The conditions on one value, gathered while its operators are read.
struct ValueDraft {
  /// The variables that may stand in texts; `nil` where `${` means nothing.
  let variables: EnvironmentVariables?
  var conditions: [ValueMatcher] = []
  /// Conditions that need a matcher of their own, such as one on a path's extension.
  var matchers: [any HTTPStubMatcher] = []

  init(variables: EnvironmentVariables? = nil) { self.variables = variables }

  /// All conditions together; `nil` when there is none.
  var condition: ValueMatcher? {
    conditions.count > 1 ? .all(of: conditions) : conditions.first
  }
}

extension RuleKeys where Target == ValueDraft {
  /// The operators of every value matcher; a new one is a file and a word here.
  static let value = RuleKeys(operators)

  /// Those for hosts, whose globs stop at dots.
  static let host = RuleKeys(operators + [.domain, .wildcard])

  /// Those for paths.
  static let path = RuleKeys(operators + [.extension])

  private static var operators: [RuleKey<ValueDraft>] {
    [
      .equals, .equalsIgnoringCase, .contains, .containsIgnoringCase, .prefix, .suffix, .element,
      .regex, .glob, .present, .absent, .exactly, .includes, .any, .all, .not,
      .greaterThan, .atLeast, .lessThan, .atMost, .json,
    ]
  }
}

extension Schema {
  /// What a value matcher takes, defined once.
  static var condition: Schema { .named("value") }

  static let value = conditions(RuleKeys.value)
  static let host = conditions(RuleKeys.host)
  static let path = conditions(RuleKeys.path)

  /// A single value, which stands for equality, or a mapping of operators.
  private static func conditions(_ keys: RuleKeys<ValueDraft>) -> Schema {
    .anyOf([.text, keys.schema.adding("minProperties", 1)])
  }
}

extension ValueReader {
  /// A condition: a single value for equality, or a mapping of operators that must all hold.
  mutating func condition(
    _ keys: RuleKeys<ValueDraft> = .value, variables: EnvironmentVariables? = nil
  ) -> ValueMatcher? {
    conditions(keys, variables: variables)?.condition
  }

  /// The same, with the conditions that need a matcher of their own.
  mutating func conditions(
    _ keys: RuleKeys<ValueDraft>, variables: EnvironmentVariables? = nil
  ) -> ValueDraft? {
    var draft = ValueDraft(variables: variables)
    guard node.members != nil else {
      guard isSingleValue else {
        return mismatch(
          expected: "a text or a mapping of conditions",
          remedy: "try { any: [ … ] } for one of several, { absent: true } for none")
      }
      draft.conditions = text(from: variables).map { [.equals($0)] } ?? []
      return draft
    }
    let isEmpty = node.members?.isEmpty ?? true
    if isEmpty {
      return mismatch(expected: "at least one condition", remedy: "try { present: true }")
    }
    return mapping { reader in
      reader.members(keys, into: &draft)
      return draft
    }
  }

  /// Text, any other single value as it was written, or text with its variables filled in.
  mutating func text(from variables: EnvironmentVariables?) -> String? {
    guard let variables, node.scalar?.kind == .string else { return text() }
    return string(from: variables)
  }

  private var isSingleValue: Bool {
    switch node.scalar?.kind {
    case .string?, .bool?, .integer?, .real?: true
    default: false
    }
  }
}
