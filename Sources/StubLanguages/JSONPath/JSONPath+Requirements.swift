extension JSONPath {
  /// The names and values that a queried value must contain if a query selects anything from it.
  ///
  /// They follow from the names in the query and from comparisons in its filters; others may be
  /// needed too. A name or value may be anywhere in the queried value.
  package struct Requirements: Sendable, Hashable {
    /// The names of members.
    package private(set) var names: [String] = []
    /// Strings and numbers, each with the name of the member that has it; `nil` if the name is
    /// unknown.
    package private(set) var literals: [Literal] = []

    package struct Literal: Sendable, Hashable {
      package let name: String?
      package let value: JSONValue
    }
  }

  package var requirements: Requirements {
    var requirements = Requirements()
    requirements.add(query, in: dialect)
    return requirements
  }
}

extension JSONPath.Requirements {
  fileprivate mutating func add(_ query: JSONPath.Query, in dialect: JSONPath.Dialect) {
    for segment in query.segments where segment.selectors.count == 1 {
      switch segment.selectors[0] {
      case .name(let name): names.append(name)
      case .filter(let filter), .objectFilter(let filter): add(filter, in: dialect)
      case .wildcard, .index, .slice: break
      }
    }
  }

  private mutating func add(_ filter: JSONPath.Filter, in dialect: JSONPath.Dialect) {
    switch filter {
    case .and(let filters): for filter in filters { add(filter, in: dialect) }
    case .or(let filters): if filters.count == 1 { add(filters[0], in: dialect) }
    case .exists(let query): add(query, in: dialect)
    case .comparison(.query(let query), let comparison, .literal(let literal)),
      .comparison(.literal(let literal), let comparison, .query(let query)):
      // A missing value differs from each literal.
      if comparison == .notEqual { return }
      add(query, in: dialect)
      if comparison == .equal, literal.isTold(in: dialect) {
        literals.append(Literal(name: query.lastName, value: literal))
      }
    case .test(let call):
      // The functions `match` and `search` accept only strings.
      for case .query(let query) in call.arguments { add(query, in: dialect) }
    case .comparison, .not: break
    }
  }
}

extension JSONPath.Query {
  /// The name in the last segment; `nil` if the query does not end with a name.
  fileprivate var lastName: String? {
    if case .name(let name)? = segments.last?.selectors.first { name } else { nil }
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
