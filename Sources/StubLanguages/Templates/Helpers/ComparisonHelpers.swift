extension TemplateHelper {
  /// Whether two values are equal; a number also equals a text with that number.
  static let equal = TemplateHelper("eq", usage: "{{#if (eq left right)}}", arguments: 2...2) {
    .bool($0[0].isLooselyEqual($0[1]))
  }

  /// Whether two values differ.
  static let notEqual = TemplateHelper(
    "ne", "neq", usage: "{{#if (ne left right)}}", arguments: 2...2
  ) {
    .bool(!$0[0].isLooselyEqual($0[1]))
  }

  /// Whether the first number or text is less; `false` for values without an order.
  static let less = TemplateHelper("lt", usage: "{{#if (lt left right)}}", arguments: 2...2) {
    .bool($0[0].order(to: $0[1]) == .before)
  }

  /// Whether the first number or text is less or equal; `false` for values without an order.
  static let lessOrEqual = TemplateHelper(
    "lte", usage: "{{#if (lte left right)}}", arguments: 2...2
  ) {
    let order = $0[0].order(to: $0[1])
    return .bool(order != nil && order != .after)
  }

  /// Whether the first number or text is greater; `false` for values without an order.
  static let greater = TemplateHelper("gt", usage: "{{#if (gt left right)}}", arguments: 2...2) {
    .bool($0[0].order(to: $0[1]) == .after)
  }

  /// Whether the first number or text is greater or equal; `false` for values without an order.
  static let greaterOrEqual = TemplateHelper(
    "gte", usage: "{{#if (gte left right)}}", arguments: 2...2
  ) {
    let order = $0[0].order(to: $0[1])
    return .bool(order != nil && order != .before)
  }

  /// Whether all values count as true.
  static let and = TemplateHelper("and", usage: "{{#if (and a b …)}}", arguments: 1...Int.max) {
    .bool($0.arguments.allSatisfy(\.isTruthy))
  }

  /// Whether any of the values counts as true.
  static let or = TemplateHelper("or", usage: "{{#if (or a b …)}}", arguments: 1...Int.max) {
    .bool($0.arguments.contains(where: \.isTruthy))
  }

  /// Whether the value does not count as true.
  static let not = TemplateHelper("not", usage: "{{#if (not value)}}", arguments: 1...1) {
    .bool(!$0[0].isTruthy)
  }

  /// Whether a list contains an element, an object has a member, or a text contains another text.
  static let contains = TemplateHelper(
    "contains", usage: "{{#if (contains listOrText 'part')}}", arguments: 2...2
  ) {
    call in
    if let elements = call.data(0).elements {
      return .bool(elements.contains { $0.isLooselyEqual(call[1]) })
    }
    return switch call[0] {
    case .object: .bool(call.data(0).member(call.text(1)) != nil)
    case .null: false
    default: .bool(call.text(0).contains(bytesOf: call.text(1)))
    }
  }

  /// Whether a regular expression matches a whole text.
  static let matches = TemplateHelper(
    "matches", usage: "{{#if (matches text '[0-9]+')}}", arguments: 2...2, acceptsMissing: true
  ) {
    let expression = try expressions.value(for: ScalarText($0.text(1))) {
      try RegularExpression($0.text, options: .fullMatch)
    }
    switch expression.firstMatch(in: $0.text(0)) {
    case .matched: return true
    case .notMatched: return false
    case .gaveUp(let reason): throw TemplateHelperError.endlessSearch(reason)
    }
  }

  private static let expressions = CompilationCache<ScalarText, RegularExpression>()
}
