import StubCore

extension DocumentCheck {
  /// Finds credentials and tokens in plain text; the findings do not show them.
  static let secrets = DocumentCheck { document, diagnostics in
    visit(document, key: nil, &diagnostics)
  }

  private static func visit(
    _ node: DocumentNode, key: String?, _ diagnostics: inout DiagnosticList
  ) {
    switch node.content {
    case .sequence(let elements):
      for element in elements { visit(element, key: key, &diagnostics) }
    case .mapping(let members):
      for member in members { visit(member.value, key: member.key, &diagnostics) }
    case .scalar(let scalar):
      let isToken = key == "bearer" && SecretShape.isRandom(scalar.text)
      guard let name = SecretShape.of(scalar.text)?.name ?? (isToken ? "a bearer token" : nil)
      else { return }
      diagnostics.append(
        FileDiagnostic(
          .warning, at: node.position, found: "what looks like \(name) in plain text",
          remedy: "try an invented value, or a condition such as { present: true }",
          showsLine: false))
    }
  }
}
