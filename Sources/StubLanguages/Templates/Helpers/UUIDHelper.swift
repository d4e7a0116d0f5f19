extension TemplateHelper {
  /// A random UUID.
  static let uuid = TemplateHelper("uuid", usage: "{{uuid}}", arguments: 0...0) {
    .string($0.environment.random.uuid())
  }
}
