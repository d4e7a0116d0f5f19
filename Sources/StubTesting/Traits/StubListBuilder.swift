public import StubCore

/// Collects the stubs that a closure lists, one per line; `if`, `for` and `switch` are allowed.
@resultBuilder
public enum StubListBuilder: Sendable {
  public static func buildExpression(_ stub: HTTPStubRequest) -> [HTTPStubRequest] { [stub] }

  public static func buildExpression(_ stubs: [HTTPStubRequest]) -> [HTTPStubRequest] { stubs }

  public static func buildBlock(_ parts: [HTTPStubRequest]...) -> [HTTPStubRequest] {
    parts.flatMap(\.self)
  }

  public static func buildOptional(_ part: [HTTPStubRequest]?) -> [HTTPStubRequest] { part ?? [] }

  public static func buildEither(first part: [HTTPStubRequest]) -> [HTTPStubRequest] { part }

  public static func buildEither(second part: [HTTPStubRequest]) -> [HTTPStubRequest] { part }

  public static func buildArray(_ parts: [[HTTPStubRequest]]) -> [HTTPStubRequest] {
    parts.flatMap(\.self)
  }
}
