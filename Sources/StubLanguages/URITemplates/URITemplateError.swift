/// A URI template that cannot be read or expanded: where, why, and what to write instead.
public struct URITemplateError: Error, Sendable, Hashable, CustomStringConvertible {
  /// The template as it was given.
  public let template: String
  /// Where the error is, in UTF-8 bytes from the start of the template.
  public let offset: Int
  /// What was expected there and what was found.
  public let reason: String
  /// What to try.
  public let remedy: String

  public var description: String {
    """
    Expected a URI template (RFC 6570), found `\(template)`: \(reason) at offset \(offset).
    \(CaretExcerpt(template, offset: offset))
    Try: \(remedy)
    """
  }
}
