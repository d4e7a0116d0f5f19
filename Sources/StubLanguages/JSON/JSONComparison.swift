/// How two JSON values are compared, and the comparison that says where they differ.
///
/// ```swift
/// let comparison = JSONComparison(ignoresArrayOrder: true)
/// comparison.firstDifference(expected: ["tags": [1, 2]], found: ["tags": [2, 3]])
/// // at /tags/1: expected 1, found 3
/// ```
public struct JSONComparison: Sendable, Hashable {
  /// Elements of arrays may come in any order, at every level.
  public var ignoresArrayOrder: Bool
  /// Objects may have members that are not expected, at every level.
  public var ignoresExtraMembers: Bool
  /// Arrays may have elements that are not expected, before, between or after those that are.
  public var ignoresExtraElements: Bool

  public init(
    ignoresArrayOrder: Bool = false, ignoresExtraMembers: Bool = false,
    ignoresExtraElements: Bool = false
  ) {
    self.ignoresArrayOrder = ignoresArrayOrder
    self.ignoresExtraMembers = ignoresExtraMembers
    self.ignoresExtraElements = ignoresExtraElements
  }

  /// Most pairs of array elements that one comparison looks at, in all arrays together.
  ///
  /// Only elements that are neither scalars nor exactly equal to one on the other side count:
  /// arrays of any length that hold the same elements in another order stay far below.
  static let pairLimit = 250_000

  /// Where what was found is first not what was expected; `nil` when it is, under these rules.
  public func firstDifference(expected: JSONValue, found: JSONValue) -> JSONDifference? {
    var comparer = JSONComparer(rules: self)
    let difference = comparer.difference(expected, found)
    return difference != nil && comparer.gaveUp ? JSONDifference(.tooManyElements) : difference
  }
}
