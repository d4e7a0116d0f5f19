/// A URI template (RFC 6570, all levels) that expands variables and finds them in requests.
///
/// An absolute template (`https://github.com/kylef/{repository}`) matches requests for its
/// scheme, host and port; a path template (`/kylef/{repository}`) those for any host. `match`
/// says what else has to agree.
public struct URITemplate: Sendable {
  /// What is made of the text.
  private struct Reading: Sendable {
    let parts: [TemplatePart]
    let pattern: TemplatePattern

    init(_ parts: [TemplatePart]) {
      self.parts = parts
      pattern = TemplatePattern(TemplateRegions(parts))
    }
  }

  /// Shared by all copies.
  private final class Storage: Sendable {
    let text: String
    /// What plain paths are compared with; `nil` for a template that is more than a plain path.
    let plain: PlainTemplate?
    /// Made at once unless the template is plain: of many thousand templates most are, and mostly
    /// no more than that is asked of them.
    let reading = Once<Shared<Reading>>()

    init(_ text: String, _ plain: PlainTemplate?) {
      self.text = text
      self.plain = plain
    }
  }

  private let storage: Storage

  /// Reads a template.
  ///
  /// - Throws: `URITemplateError` with the offset, the reason and what to try.
  public init(_ text: String) throws(URITemplateError) {
    // Behind two slashes comes a host.
    let plain = text.hasPrefix("//") ? nil : PlainTemplate(text)
    storage = Storage(text, plain)
    if plain == nil {
      let parts = try URITemplateParser.parse(text)
      _ = storage.reading.value { Shared(Reading(parts)) }
    }
  }

  /// The template as it was written.
  public var text: String { storage.text }

  private var reading: Shared<Reading> {
    // A plain text is always a template.
    storage.reading.value { Shared(Reading((try? URITemplateParser.parse(text)) ?? [])) }
  }

  var parts: [TemplatePart] { reading.value.parts }
  var plain: PlainTemplate? { storage.plain }
  /// For all that is not plain.
  var pattern: TemplatePattern { reading.value.pattern }

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
