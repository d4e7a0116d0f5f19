/// Why a template cannot be compiled or rendered: what was expected, what was found, what to try.
public struct TemplateError: Error, Sendable, Hashable {
  /// What the template should have held at that place.
  public let expected: String
  /// What it holds.
  public let found: String
  /// What to try.
  public let remedy: String
  /// Line of the offending place, from 1.
  public let line: Int
  /// Column of the offending place in characters, from 1.
  public let column: Int
  /// The part of the line around the place, with a caret under it.
  public let excerpt: String
}

extension TemplateError: CustomStringConvertible {
  public var description: String {
    """
    line \(line), column \(column): expected \(expected), found \(found); \(remedy)
    \(excerpt)
    """
  }
}

/// What a helper could not do with its arguments; the renderer adds the place.
package struct TemplateHelperError: Error, Sendable, Hashable {
  package let expected: String
  package let found: String
  package let remedy: String

  package init(expected: String, found: String, remedy: String) {
    self.expected = expected
    self.found = found
    self.remedy = remedy
  }
}
