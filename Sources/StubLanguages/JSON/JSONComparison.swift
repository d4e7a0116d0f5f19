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

/// As many pairs as possible, where each member of one side accepts some members of the other.
///
/// Kuhn's algorithm: each member in turn takes a partner, for which earlier ones may have to move
/// on to another they accept.
struct BipartiteMatching {
  private let edges: [[Int]]
  private var ownerOfPartner: [Int?]
  /// The first member for whom no partner could be freed.
  private(set) var firstAlone: Int?

  /// - Parameters:
  ///   - edges: For each member the partners it accepts.
  ///   - partners: The number of partners.
  init(edges: [[Int]], partners: Int) {
    self.edges = edges
    ownerOfPartner = Array(repeating: nil, count: partners)
    for member in edges.indices {
      var asked = Array(repeating: false, count: partners)
      if !findPartner(for: member, asked: &asked) {
        firstAlone = member
        return
      }
    }
  }

  /// The partners that are taken.
  var taken: [Int] { ownerOfPartner.indices.filter { ownerOfPartner[$0] != nil } }

  private mutating func findPartner(for member: Int, asked: inout [Bool]) -> Bool {
    for partner in edges[member] where !asked[partner] {
      asked[partner] = true
      guard let owner = ownerOfPartner[partner] else {
        ownerOfPartner[partner] = member
        return true
      }
      if findPartner(for: owner, asked: &asked) {
        ownerOfPartner[partner] = member
        return true
      }
    }
    return false
  }
}

/// The places of elements that have no exactly equal partner in the other array.
struct JSONUnpairedElements {
  private(set) var expected: [Int] = []
  private(set) var found: [Int] = []

  init(expected: [JSONValue], found: [JSONValue]) {
    var places: [JSONValue: [Int]] = [:]
    for (place, element) in found.enumerated().reversed() {
      places[element, default: []].append(place)
    }
    var isPaired = Array(repeating: false, count: found.count)
    for (place, element) in expected.enumerated() {
      if let partner = places[element]?.popLast() {
        isPaired[partner] = true
      } else {
        self.expected.append(place)
      }
    }
    self.found = found.indices.filter { !isPaired[$0] }
  }
}
