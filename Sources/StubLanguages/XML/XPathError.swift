/// Why an XPath expression cannot be evaluated.
public struct XPathError: Error, Sendable, Hashable, CustomStringConvertible {
  public let expression: String
  /// What is wrong, and where in the expression.
  public let reason: String

  public var description: String {
    "expected an XPath 1.0 expression, found `\(expression)`: \(reason); "
      + "try a path such as `//item/@id`, with every prefix in `namespaces`"
  }
}
