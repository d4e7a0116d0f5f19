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
    Substring(text).utf8.split(separator: UInt8(ascii: "&")).map { pair in
      let equals = pair.firstIndex(of: UInt8(ascii: "="))
      let name = pair[..<(equals ?? pair.endIndex)]
      let value = equals.map { pair[$0...].dropFirst() }
      return QueryItem(
        name: PercentEncoding.decode(Substring(name), plusIsSpace: true),
        value: value.map { PercentEncoding.decode(Substring($0), plusIsSpace: true) })
    }
  }
}
