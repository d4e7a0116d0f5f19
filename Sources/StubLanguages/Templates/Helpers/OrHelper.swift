extension TemplateHelper {
  /// Whether any of the values is true.
  static let or = TemplateHelper("or", usage: "{{#if (or a b …)}}", arguments: 1...Int.max) {
    .bool($0.arguments.contains(where: \.isTruthy))
  }
}
