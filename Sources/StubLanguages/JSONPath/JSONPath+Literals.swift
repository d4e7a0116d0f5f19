extension JSONPath {
  /// Strings and numbers that a queried value must contain if the query selects anything from it.
  ///
  /// Filters compare these values for equality, and may need others too. A value counts as
  /// contained at any depth, but not as the name of a member.
  package var requiredLiterals: [JSONValue] {
    query.segments.flatMap { $0.requiredLiterals(dialect) }
  }
}

extension JSONPath.Segment {
  fileprivate func requiredLiterals(_ dialect: JSONPath.Dialect) -> [JSONValue] {
    guard selectors.count == 1 else { return [] }
    return switch selectors[0] {
    case .filter(let filter), .objectFilter(let filter): filter.requiredLiterals(dialect)
    case .name, .wildcard, .index, .slice: []
    }
  }
}

extension JSONPath.Filter {
  fileprivate func requiredLiterals(_ dialect: JSONPath.Dialect) -> [JSONValue] {
    switch self {
    case .and(let filters): filters.flatMap { $0.requiredLiterals(dialect) }
    case .or(let filters): filters.count == 1 ? filters[0].requiredLiterals(dialect) : []
    case .comparison(.query, .equal, .literal(let literal)),
      .comparison(.literal(let literal), .equal, .query):
      literal.isTold(in: dialect) ? [literal] : []
    case .comparison, .not, .exists, .test: []
    }
  }
}

extension JSONValue {
  /// Whether only this value equals it: in Jayway's dialect a number equals its text.
  fileprivate func isTold(in dialect: JSONPath.Dialect) -> Bool {
    switch self {
    case .string(let text): dialect == .standard || (try? JSONValue(parsing: text)) == nil
    case .number: dialect == .standard
    case .null, .bool, .array, .object: false
    }
  }
}
