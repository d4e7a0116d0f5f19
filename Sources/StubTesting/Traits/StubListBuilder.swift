public import StubCore

/// Collects the stubs that a closure lists, one per line; `if`, `for` and `switch` are allowed.
@resultBuilder
public enum StubListBuilder: Sendable {
  /// A line with one stub.
  public static func buildExpression(_ stub: HTTPStubRequest) -> [HTTPStubRequest] { [stub] }

  /// A line with a list of stubs, such as a function's result.
  public static func buildExpression(_ stubs: [HTTPStubRequest]) -> [HTTPStubRequest] { stubs }

  /// The stubs of all lines, in order.
  public static func buildBlock(_ parts: [HTTPStubRequest]...) -> [HTTPStubRequest] {
    parts.flatMap(\.self)
  }

  /// An `if` without `else`.
  public static func buildOptional(_ part: [HTTPStubRequest]?) -> [HTTPStubRequest] { part ?? [] }

  /// The branch of `if` or `switch` that was taken.
  public static func buildEither(first part: [HTTPStubRequest]) -> [HTTPStubRequest] { part }

  /// The other branch of `if` or `switch`.
  public static func buildEither(second part: [HTTPStubRequest]) -> [HTTPStubRequest] { part }

  /// The stubs of each round of `for`.
  public static func buildArray(_ parts: [[HTTPStubRequest]]) -> [HTTPStubRequest] {
    parts.flatMap(\.self)
  }
}
