extension JSONValue {
  /// The keys of a body that has this value where the names lead to: one for each scalar.
  ///
  /// Elements of arrays give none, as some comparisons let them stand anywhere.
  func memberKeys(below names: [String] = []) -> [StubKey] {
    switch self {
    case .object(let object):
      object.names.flatMap { object[$0]?.memberKeys(below: names + [$0]) ?? [] }
    case .array: []
    case .null, .bool, .number, .string:
      [.value(.jsonValue(names), KeyedPart.jsonValue(names).hash(of: self))]
    }
  }
}

extension JSONPath {
  /// The names that lead to the only value it selects, from the root on; `nil` for other paths.
  var memberNames: [String]? {
    guard query.isAbsolute, query.isSingular else { return nil }
    var names: [String] = []
    for segment in query.segments {
      guard case .name(let name) = segment.selectors[0] else { return nil }
      names.append(name)
    }
    return names
  }
}
