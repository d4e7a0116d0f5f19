extension TemplateHelper {
  /// Whether all values are true.
  static let and = TemplateHelper("and", usage: "{{#if (and a b …)}}", arguments: 1...Int.max) {
    .bool($0.arguments.allSatisfy(\.isTruthy))
  }
}
