/// A URI template (RFC 6570, all levels) that expands variables and finds them in requests.
///
/// An absolute template (`https://github.com/kylef/{repository}`) matches requests for its
/// scheme, host and port; a path template (`/kylef/{repository}`) those for any host. `match`
/// says what else has to agree.
public struct URITemplate: Sendable {
  /// The template as it was written.
  public let text: String
  let parts: [TemplatePart]
  let pattern: TemplatePattern

  /// Reads a template.
  ///
  /// - Throws: `URITemplateError` with the offset, the reason and what to try.
  public init(_ text: String) throws(URITemplateError) {
    self.text = text
    parts = try URITemplateParser.parse(text)
    pattern = TemplatePattern(TemplateRegions(parts))
  }

  /// The names of all variables, in order, each once.
  public var variableNames: [String] {
    var names: [String] = []
    for case .expression(let expression) in parts {
      for variable in expression.variables where !names.contains(variable.name) {
        names.append(variable.name)
      }
    }
    return names
  }
}

extension URITemplate: Hashable, CustomStringConvertible {
  public static func == (left: URITemplate, right: URITemplate) -> Bool { left.text == right.text }

  public func hash(into hasher: inout Hasher) { hasher.combine(text) }

  public var description: String { text }
}
