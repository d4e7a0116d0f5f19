/// A URI template (RFC 6570, all levels) that expands variables and finds them in requests.
///
/// An absolute template (`https://github.com/kylef/{repository}`) matches requests for its
/// scheme, host and port; a path template (`/kylef/{repository}`) those for any host. `match`
/// says what else has to agree.
package struct URITemplate: Sendable {
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
    private let kept: Lock<Reading?>

    init(_ text: String, _ plain: PlainURITemplate?, _ reading: Reading?) {
      self.text = text
      self.plain = plain
      kept = Lock(reading)
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
  package init(_ text: String) throws(URITemplateError) {
    // Behind two slashes comes a host.
    let plain = text.hasPrefix("//") ? nil : PlainURITemplate(text)
    let reading = plain == nil ? Reading(try URITemplateParser.parse(text)) : nil
    storage = Storage(text, plain, reading)
  }

  /// The template as it was written.
  package var text: String { storage.text }

  var parts: [URIPart] { storage.reading.parts }
  var plain: PlainURITemplate? { storage.plain }
  /// For all that is not plain.
  var pattern: URIPattern { storage.reading.pattern }

  /// The names of all variables, in order, each once.
  package var variableNames: [String] {
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
  package static func == (left: URITemplate, right: URITemplate) -> Bool {
    left.text.hasSameScalars(as: right.text)
  }

  package func hash(into hasher: inout Hasher) { hasher.combine(text) }

  package var description: String { text }
}

/// A URL as templates are compared with it, percent-encoded (RFC 3986 §3).
package protocol URIParts {
  /// In lower case; `nil` when it is unknown, which fits `http` and `https`.
  var scheme: String? { get }
  /// In the form of `URIAuthority.canonicalHost`; `nil` when it is unknown.
  var host: String? { get }
  /// `nil` when it is the scheme's own or unknown.
  var port: Int? { get }
  /// Whether the port is that of the listener that received the request, which a template may
  /// leave out.
  var isPortOwn: Bool { get }
  /// Never empty.
  var path: String { get }
  var query: String? { get }
  var fragment: String? { get }
  /// The path as templates that are not plain compare it.
  var encodedPath: EncodedText { get }
}

extension URITemplate {
  /// The variables with which the template expands to this URL; `nil` when there are none.
  package func values(in url: some URIParts) -> [String: JSONValue]? {
    if let plain {
      var bindings = URIBindings()
      if let isMatch = plain.match(url.path, into: &bindings) {
        return isMatch ? bindings.values : nil
      }
    }
    return pattern.match(url)
  }

  /// What the request's host has to be, when no variable is in it.
  package var literalHost: String? { plain == nil ? pattern.authority?.literalHost : nil }

  /// Whether the template names a host at all.
  package var namesHost: Bool { plain == nil && pattern.authority != nil }

  /// What the segments of a path have to start with, or equal, for this template to match.
  package var pathShape: PathShape { plain?.shape ?? pattern.shape }

  /// A condition on the path that every match fulfills, for use as a key.
  package struct PathShape: Sendable, Hashable {
    /// Percent-decoded literals; `nil` for a segment that a variable decides.
    package let segments: [String?]
    /// Whether the path has exactly these segments, rather than these and perhaps more.
    package let isComplete: Bool

    package init(segments: [String?], isComplete: Bool) {
      self.segments = segments
      self.isComplete = isComplete
    }

    package static func == (left: PathShape, right: PathShape) -> Bool {
      left.isComplete == right.isComplete
        && left.segments.elementsEqual(right.segments) { $0.hasSameScalars(as: $1) }
    }
  }
}

/// A URI template that cannot be read or expanded: where, why, and what to write instead.
package struct URITemplateError: DescribedError, Sendable, Hashable {
  /// The template as it was given.
  package let template: String
  /// Where the error is, in UTF-8 bytes from the start of the template.
  package let offset: Int
  /// What was expected there and what was found.
  package let reason: String
  /// What to try.
  package let remedy: String

  package var description: String {
    """
    Invalid URI template (RFC 6570) `\(template)`: \(reason) at offset \(offset).
    \(CaretExcerpt(template, offset: offset))
    Try: \(remedy)
    """
  }
}
