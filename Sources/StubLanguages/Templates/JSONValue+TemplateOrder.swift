extension JSONValue {
  enum TemplateOrder {
    case before
    case same
    case after
  }

  /// Equality as templates need it: what comes from a query or a header is text, so `1` is
  /// like `"1"` and `true` is like `"true"`.
  func isAlike(_ other: JSONValue) -> Bool {
    if self == other { return true }
    switch (self, other) {
    case (.number, .string), (.string, .number):
      guard let left = templateNumber, let right = other.templateNumber else { return false }
      return left == right
    case (.bool, .string), (.string, .bool): return templateText == other.templateText
    default: return false
    }
  }

  /// The order of two numbers, also written as text, or of two texts; nothing for other values.
  func order(to other: JSONValue) -> TemplateOrder? {
    if let left = templateNumber, let right = other.templateNumber {
      return left == right ? .same : left < right ? .before : .after
    }
    guard case .string(let left) = self, case .string(let right) = other else { return nil }
    return left == right ? .same : left < right ? .before : .after
  }
}
