/// Where and why a text is not XML.
public struct XMLSyntaxError: Error, Sendable, Hashable, CustomStringConvertible {
  /// What was expected and what was found, in libxml2's words where it found it.
  public let reason: String
  /// Line of the error, from 1; 0 when it is not known.
  public let line: Int

  package init(reason: String, line: Int) {
    self.reason = reason
    self.line = line
  }

  public var description: String { line > 0 ? "line \(line): \(reason)" : reason }
}
