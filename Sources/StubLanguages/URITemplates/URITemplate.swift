/// A URI template (RFC 6570, all levels), which can be expanded and matched with requests.
///
/// An absolute template (`https://github.com/kylef/{repository}`) matches requests with its scheme,
/// host and port. A path template (`/kylef/{repository}`) matches requests to any host. The other
/// rules are explained at ``values(in:)``.
package struct URITemplate: Sendable {
  /// The parsed forms of the text.
  private final class Reading: Sendable {
    let parts: [URIPart]
    let pattern: URIPattern

    init(_ parts: [URIPart]) {
      self.parts = parts
      pattern = URIPattern(URIRegions(parts))
    }
  }

  /// The text and its parsed forms, shared by all copies.
  private final class Storage: Sendable {
    let text: String
    /// The template in a form that is compared faster; `nil` unless it is a plain path.
    let plain: PlainURITemplate?
    /// The parsed form; `nil` until it is needed.
    ///
    /// A set may have thousands of plain templates, and most of them never need it.
    private let kept: Lock<Reading?>

    init(_ text: String, _ plain: PlainURITemplate?, _ reading: Reading?) {
      self.text = text
      self.plain = plain
      kept = Lock(reading)
    }

    var reading: Reading {
      if let reading = kept.withLock({ $0 }) { return reading }
      // The text of a plain template is always valid.
      let made = Reading((try? URITemplateParser.parse(text)) ?? [])
      kept.withLock { $0 = made }
      return made
    }
  }

  private let storage: Storage

  /// Reads a template.
  ///
  /// - Throws: `URITemplateError` with the offset, the reason and a remedy.
  package init(_ text: String) throws(URITemplateError) {
    // A text that starts with two slashes begins with a host.
    let plain = text.hasPrefix("//") ? nil : PlainURITemplate(text)
    let reading = plain == nil ? Reading(try URITemplateParser.parse(text)) : nil
    storage = Storage(text, plain, reading)
  }

  /// The template as it was written.
  package var text: String { storage.text }

  var parts: [URIPart] { storage.reading.parts }
  var plain: PlainURITemplate? { storage.plain }
  /// The form for matching templates that are not plain.
  var pattern: URIPattern { storage.reading.pattern }

  /// The names of all variables in order, each once.
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

/// A URL with which templates can be matched; its parts are percent-encoded (RFC 3986 §3).
package protocol URIParts {
  /// The scheme in lower case; `nil` if it is unknown, so that `http` and `https` both match.
  var scheme: String? { get }
  /// The host as `URIAuthority.canonicalHost` writes it; `nil` if it is unknown.
  var host: String? { get }
  /// The port; `nil` if it is the default of the scheme or unknown.
  var port: Int? { get }
  /// Whether the port is the one of the listener that received the request, which a template may
  /// omit.
  var isListenerPort: Bool { get }
  /// The path, which is never empty.
  var path: String { get }
  var query: String? { get }
  var fragment: String? { get }
  /// The path in the form with which templates that are not plain are matched.
  var encodedPath: EncodedText { get }
}

extension URITemplate {
  /// Returns the values of the variables with which the template expands to this URL; `nil` if it
  /// does not match.
  package func values(in url: some URIParts) -> [String: JSONValue]? {
    if let plain {
      var bindings = URIBindings()
      if let isMatch = plain.match(url.path, into: &bindings) {
        return isMatch ? bindings.values : nil
      }
    }
    return pattern.match(url)
  }

  /// The host that every matching request has; `nil` if the template names no host, or a host with
  /// variables.
  package var literalHost: String? { plain == nil ? pattern.authority?.literalHost : nil }

  /// Whether the template names a host.
  package var namesHost: Bool { plain == nil && pattern.authority != nil }

  /// The segments at the start of every matching path, or the whole path.
  package var pathShape: PathShape { plain?.shape ?? pattern.shape }

  /// A condition that every matching path meets, which serves as a key in an index of stubs.
  package struct PathShape: Sendable, Hashable {
    /// The percent-decoded segments; `nil` for a segment that contains a variable.
    package let segments: [String?]
    /// Whether the path has exactly these segments; otherwise, further segments may follow.
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

/// The error if a URI template is invalid or cannot be expanded, with the position, the reason and
/// a remedy.
package struct URITemplateError: DescribedError, Sendable, Hashable {
  /// The template as it was given.
  package let template: String
  /// The position of the error, in UTF-8 bytes from the start of the template.
  package let offset: Int
  /// The reason for the error.
  package let reason: String
  /// The remedy.
  package let remedy: String

  package var description: String {
    """
    Invalid URI template (RFC 6570) `\(template)`: \(reason) at offset \(offset).
    \(CaretExcerpt(template, offset: offset))
    Try: \(remedy)
    """
  }
}
