/// The query parameters `limit` and `offset` of a route that lists stubs.
struct Paging: Sendable {
  /// The part of a list that a request asks for.
  struct Page: Sendable {
    let limit: Int
    let offset: Int

    func part<Element>(of list: [Element]) -> [Element] {
      Array(list.dropFirst(offset).prefix(limit))
    }
  }

  /// All stubs, unless the client limits them.
  static let all = Paging(usual: nil, most: .max)

  /// The number of stubs in a list without a `limit`; `nil` for all stubs.
  let usual: Int?
  /// The largest `limit`.
  let most: Int

  var parameters: [AdminRoute.Parameter] {
    let usual = usual.map { " (default: \($0))" } ?? ""
    return [
      AdminRoute.Parameter("limit", "The most stubs to list\(usual)", .count(upTo: most)),
      AdminRoute.Parameter("offset", "How many stubs to pass over", .count(upTo: .max)),
    ]
  }

  /// Reads the parameters of a request.
  func page(_ request: AdminRequest) throws(AdminRefusal) -> Page {
    let limit = try request.number("limit", in: 0...most) ?? usual ?? .max
    return Page(limit: limit, offset: try request.number("offset", in: 0...Int.max) ?? 0)
  }
}
