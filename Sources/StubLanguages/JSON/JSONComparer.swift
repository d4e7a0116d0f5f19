/// One run of a comparison.
struct JSONComparer {
  let rules: JSONComparison
  /// Pairs of array elements that may still be looked at.
  private var pairsLeft = JSONComparison.pairLimit

  init(rules: JSONComparison) { self.rules = rules }

  /// Whether arrays were too large to be compared without order, so that a difference may be none.
  var gaveUp: Bool { pairsLeft < 0 }

  mutating func difference(_ expected: JSONValue, _ found: JSONValue) -> JSONDifference? {
    switch (expected, found) {
    case (.object(let expected), .object(let found)): return difference(expected, found)
    case (.array(let expected), .array(let found)):
      if rules.ignoresArrayOrder { return unorderedDifference(expected, found) }
      if rules.ignoresExtraElements { return subsequenceDifference(expected, found) }
      return orderedDifference(expected, found)
    default:
      if expected == found { return nil }
      return JSONDifference(.different(expected: expected, found: found))
    }
  }

  private mutating func difference(
    _ expected: JSONObject, _ found: JSONObject
  ) -> JSONDifference? {
    for (name, value) in expected.members {
      guard let counterpart = found[name] else {
        return JSONDifference(.missing(value)).inside(.name(name))
      }
      if let difference = difference(value, counterpart) { return difference.inside(.name(name)) }
    }
    if rules.ignoresExtraMembers || found.count == expected.count { return nil }
    let extra = found.members.first { expected[$0.name] == nil }
    return extra.map { JSONDifference(.unexpected($0.value)).inside(.name($0.name)) }
  }

  private mutating func orderedDifference(
    _ expected: [JSONValue], _ found: [JSONValue]
  ) -> JSONDifference? {
    for (place, (element, counterpart)) in zip(expected, found).enumerated() {
      if let difference = difference(element, counterpart) {
        return difference.inside(.index(place))
      }
    }
    let place = min(expected.count, found.count)
    if place < expected.count {
      return JSONDifference(.missing(expected[place])).inside(.index(place))
    }
    if place < found.count {
      return JSONDifference(.unexpected(found[place])).inside(.index(place))
    }
    return nil
  }

  /// Takes, for each expected element, the first that fits; no other choice leaves more to come.
  private mutating func subsequenceDifference(
    _ expected: [JSONValue], _ found: [JSONValue]
  ) -> JSONDifference? {
    var place = 0
    for (wanted, element) in expected.enumerated() {
      while place < found.count, difference(element, found[place]) != nil { place += 1 }
      if place == found.count { return JSONDifference(.unmatched(element)).inside(.index(wanted)) }
      place += 1
    }
    return nil
  }

  /// Finds a partner for each expected element, wherever it is.
  ///
  /// Exactly equal elements are paired first. That is safe: if an element fits one that is equal to
  /// another, it fits the other as well, so partners can be swapped. Each pair is looked at once, so
  /// that nested arrays cost no more than the product of their sizes.
  private mutating func unorderedDifference(
    _ expected: [JSONValue], _ found: [JSONValue]
  ) -> JSONDifference? {
    let rest = JSONUnpairedElements(expected: expected, found: found)
    if rest.expected.count == 1, rest.found.count == 1 {
      let place = rest.found[0]
      return difference(expected[rest.expected[0]], found[place])?.inside(.index(place))
    }
    if let scalar = rest.expected.first(where: { !expected[$0].isContainer }) {
      return JSONDifference(.unmatched(expected[scalar])).inside(.index(scalar))
    }
    let candidates = rest.found.filter { found[$0].isContainer }
    var edges: [[Int]] = []
    for wanted in rest.expected {
      pairsLeft -= candidates.count
      if gaveUp { return JSONDifference(.tooManyElements) }
      edges.append(
        candidates.indices.filter { difference(expected[wanted], found[candidates[$0]]) == nil })
    }
    let matching = BipartiteMatching(edges: edges, partners: candidates.count)
    if let alone = matching.firstAlone {
      let wanted = rest.expected[alone]
      return JSONDifference(.unmatched(expected[wanted])).inside(.index(wanted))
    }
    if rules.ignoresExtraElements { return nil }
    let taken = Set(matching.taken.map { candidates[$0] })
    let extra = rest.found.first { !taken.contains($0) }
    return extra.map { JSONDifference(.unexpected(found[$0])).inside(.index($0)) }
  }
}

extension JSONValue {
  fileprivate var isContainer: Bool {
    switch self {
    case .array, .object: true
    default: false
    }
  }
}
