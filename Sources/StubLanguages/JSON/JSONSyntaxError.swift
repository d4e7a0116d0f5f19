/// Where and why a text is not JSON.
public struct JSONSyntaxError: Error, Sendable, Hashable, CustomStringConvertible {
  /// What was expected, what was found and, where it is known, what to try.
  public let reason: String
  /// Line of the offending byte, from 1.
  public let line: Int
  /// Column of the offending byte in UTF-8 bytes, from 1.
  public let column: Int

  package init(reason: String, line: Int, column: Int) {
    self.reason = reason
    self.line = line
    self.column = column
  }

  public var description: String { "line \(line), column \(column): \(reason)" }
}
