extension TemplateHelper {
  /// A list of the arguments.
  static let array = TemplateHelper(
    "array", usage: "{{#each (array 1 2 3)}}", arguments: 0...Int.max
  ) {
    .array($0.arguments)
  }
}
