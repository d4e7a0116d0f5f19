/// The query parameters `limit` and `offset` of a route that lists stubs.
struct Paging: Sendable {
  /// All stubs, unless the client sets a limit.
  static let all = Paging(usual: nil, most: .max)

  /// The number of stubs in a list without a `limit`; `nil` means all stubs.
  let usual: Int?
  /// The largest `limit`.
  let most: Int

  var parameters: [AdminRoute.Parameter] {
    let usual = usual.map { " (default: \($0))" } ?? ""
    return [
      AdminRoute.Parameter("limit", "The most stubs to list\(usual)", .count(upTo: most)),
      AdminRoute.Parameter("offset", "Number of stubs to skip", .count(upTo: .max)),
    ]
  }

  /// Returns the range of positions in the list of stubs that a request asks for.
  func places(_ request: AdminRequest) throws(AdminRefusal) -> Range<Int> {
    let limit = try request.number("limit", in: 0...most) ?? usual ?? .max
    let offset = try request.number("offset", in: 0...Int.max) ?? 0
    return offset..<(offset + min(limit, .max - offset))
  }
}

extension Array {
  /// Returns the elements at these positions; positions outside the array are ignored.
  func part(_ places: Range<Int>) -> [Element] { Array(self[places.clamped(to: indices)]) }
}
