import Synchronization

/// A URI template (RFC 6570, all levels) that expands variables and finds them in requests.
///
/// An absolute template (`https://github.com/kylef/{repository}`) matches requests for its
/// scheme, host and port; a path template (`/kylef/{repository}`) those for any host. `match`
/// says what else has to agree.
public struct URITemplate: Sendable {
  /// What is made of the text.
  private final class Reading: Sendable {
    let parts: [URIPart]
    let pattern: URIPattern

    init(_ parts: [URIPart]) {
      self.parts = parts
      pattern = URIPattern(URIRegions(parts))
    }
  }

  /// Shared by all copies.
  private final class Storage: Sendable {
    let text: String
    /// What plain paths are compared with; `nil` for a template that is more than a plain path.
    let plain: PlainURITemplate?
    /// Made at once unless the template is plain: of many thousand templates most are, and mostly
    /// no more than that is asked of them.
    private let kept: Mutex<Reading?>

    init(_ text: String, _ plain: PlainURITemplate?, _ reading: Reading?) {
      self.text = text
      self.plain = plain
      kept = Mutex(reading)
    }

    var reading: Reading {
      if let reading = kept.withLock({ $0 }) { return reading }
      // A plain text is always a template.
      let made = Reading((try? URITemplateParser.parse(text)) ?? [])
      kept.withLock { $0 = made }
      return made
    }
  }

  private let storage: Storage

  /// Reads a template.
  ///
  /// - Throws: `URITemplateError` with the offset, the reason and what to try.
  public init(_ text: String) throws(URITemplateError) {
    // Behind two slashes comes a host.
    let plain = text.hasPrefix("//") ? nil : PlainURITemplate(text)
    let reading = plain == nil ? Reading(try URITemplateParser.parse(text)) : nil
    storage = Storage(text, plain, reading)
  }

  /// The template as it was written.
  public var text: String { storage.text }

  var parts: [URIPart] { storage.reading.parts }
  var plain: PlainURITemplate? { storage.plain }
  /// For all that is not plain.
  var pattern: URIPattern { storage.reading.pattern }

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
