extension TemplateHelper {
  /// Gives the body a name for the rest of the template.
  static let assign = TemplateHelper(
    "assign", usage: "{{#assign 'name'}}text{{/assign}}", arguments: 2...2, takesBody: true
  ) {
    $0.assignment = ($0.text(1), $0[0])
    return .null
  }
}
