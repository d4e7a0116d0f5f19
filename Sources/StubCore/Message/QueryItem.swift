/// One `name=value` of a query or of a URL-encoded form, decoded.
public struct QueryItem: Sendable, Hashable {
  public var name: String
  /// `nil` when the item was written without `=`.
  public var value: String?

  public init(name: String, value: String?) {
    self.name = name
    self.value = value
  }

  /// Items of `a=1&b=2`, decoded as `application/x-www-form-urlencoded` (WHATWG URL §5.1).
  public static func parse(_ text: some StringProtocol) -> [QueryItem] {
    text.split(separator: "&").map { pair in
      let sides = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      return QueryItem(
        name: PercentEncoding.decode(sides[0], plusIsSpace: true),
        value: sides.count > 1 ? PercentEncoding.decode(sides[1], plusIsSpace: true) : nil)
    }
  }
}
