/// Compares two JSON values and finds their first difference.
///
/// ```swift
/// let comparison = JSONComparison(ignoresArrayOrder: true)
/// comparison.firstDifference(expected: ["tags": [1, 2]], found: ["tags": [2, 3]])
/// // at /tags/1: expected 1, found 3
/// ```
public struct JSONComparison: Sendable, Hashable {
  /// Elements of arrays may come in any order, at every level.
  public var ignoresArrayOrder: Bool
  /// Objects may have extra members, at every level.
  public var ignoresExtraMembers: Bool
  /// Arrays may have extra elements, at any place.
  public var ignoresExtraElements: Bool
  /// Whether expected texts such as `${json-unit.any-string}` stand for others.
  package var usesPlaceholders = false

  /// A comparison; by default, every array element and member counts, arrays in order.
  public init(
    ignoresArrayOrder: Bool = false, ignoresExtraMembers: Bool = false,
    ignoresExtraElements: Bool = false
  ) {
    self.ignoresArrayOrder = ignoresArrayOrder
    self.ignoresExtraMembers = ignoresExtraMembers
    self.ignoresExtraElements = ignoresExtraElements
  }

  /// The largest number of pairs of array elements that one comparison examines, in all arrays together.
  ///
  /// Only elements count that are not scalars and have no exactly equal element on the other side. So long
  /// arrays with the same elements in another order stay far below the limit.
  static let pairLimit = 250_000

  /// Returns the first difference under these rules; `nil` if there is none.
  public func firstDifference(expected: JSONValue, found: JSONValue) -> JSONDifference? {
    var comparer = JSONComparer(rules: self)
    let difference = comparer.difference(expected, found)
    return difference != nil && comparer.gaveUp ? JSONDifference(.tooManyElements) : difference
  }
}

/// One run of a comparison.
struct JSONComparer {
  let rules: JSONComparison
  /// The number of pairs of array elements that may still be examined.
  private var pairsLeft = JSONComparison.pairLimit

  init(rules: JSONComparison) { self.rules = rules }

  /// Whether arrays were too large to be compared without order, so that the difference is uncertain.
  var gaveUp: Bool { pairsLeft < 0 }

  mutating func difference(_ expected: JSONValue, _ found: JSONValue) -> JSONDifference? {
    if let placeholder = placeholder(expected) {
      return placeholder.accepts(found)
        ? nil : JSONDifference(.different(expected: expected, found: found))
    }
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

  private func placeholder(_ expected: JSONValue) -> JSONPlaceholder? {
    rules.usesPlaceholders ? expected.placeholder : nil
  }

  private mutating func difference(
    _ expected: JSONObject, _ found: JSONObject
  ) -> JSONDifference? {
    for (name, value) in expected.members {
      guard let counterpart = found[name] else {
        if case .anythingOrNothing? = placeholder(value) { continue }
        return JSONDifference(.missing(value)).inside(.name(name))
      }
      if let difference = difference(value, counterpart) { return difference.inside(.name(name)) }
    }
    if rules.ignoresExtraMembers { return nil }
    if found.count == expected.count, !rules.usesPlaceholders { return nil }
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

  /// Takes the first matching element for each expected one; no other choice leaves more for the rest.
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

  /// Finds a partner for each expected element, at any place.
  ///
  /// Exactly equal elements are paired first. That is safe: an element that matches one of two equal
  /// elements also matches the other, so partners can be swapped. Each pair is examined once, so nested
  /// arrays cost at most the product of their sizes.
  private mutating func unorderedDifference(
    _ expected: [JSONValue], _ found: [JSONValue]
  ) -> JSONDifference? {
    let rest = JSONUnpairedElements(expected: expected, found: found)
    if rest.expected.count == 1, rest.found.count == 1 {
      let place = rest.found[0]
      return difference(expected[rest.expected[0]], found[place])?.inside(.index(place))
    }
    let stands = rest.expected.filter { placeholder(expected[$0]) != nil }
    let scalar = rest.expected.first { !expected[$0].isContainer && !stands.contains($0) }
    if let scalar { return JSONDifference(.unmatched(expected[scalar])).inside(.index(scalar)) }
    let candidates = rest.found.filter { !stands.isEmpty || found[$0].isContainer }
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

/// A maximum bipartite matching.
///
/// Kuhn's algorithm: one member after the other takes a partner; earlier members may have to move to
/// another partner that they accept.
struct BipartiteMatching {
  private let edges: [[Int]]
  private var ownerOfPartner: [Int?]
  /// The first member without a partner.
  private(set) var firstAlone: Int?

  /// - Parameters:
  ///   - edges: The partners that each member accepts.
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

/// The indexes of elements without an exactly equal one in the other array.
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
